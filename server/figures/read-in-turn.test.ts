import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { inTurn } from './read-in-turn.ts'

let now = 0
beforeEach(() => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => void vi.restoreAllMocks())

/** Whatever could begin has begun. */
const settled = () => new Promise((resolve) => void setImmediate(resolve))

/** Readings that end when they are told to, with the number of those begun. */
function readings() {
  const ends: (() => void)[] = []
  const read = () => new Promise<number>((resolve) => ends.push(() => resolve(ends.length)))
  return { ends, read }
}

it('reads one thing after the other, however many are asked for at once', async () => {
  const { ends, read } = readings()
  const ask = inTurn<number>()
  const asked = ['a', 'b', 'c'].map((key) => ask(key, read))
  for (let one = 1; one <= asked.length; one++) {
    await settled()
    expect(ends).toHaveLength(one)
    ends.at(-1)?.()
    expect(await asked[one - 1]).toBe(one)
  }
})

it('gives what was read again for a minute, to those who ask meanwhile too', async () => {
  const ask = inTurn<number>()
  let begun = 0
  const read = () => Promise.resolve((begun += 1))
  expect(await Promise.all([ask('a', read), ask('a', read)])).toEqual([1, 1])
  now = 59_999
  expect(await ask('a', read)).toBe(1)
  now = 60_000
  expect(await ask('a', read)).toBe(2)
})

it('reads again what could not be read', async () => {
  const ask = inTurn<number>()
  await expect(ask('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await ask('a', () => Promise.resolve(7))).toBe(7)
})

it('refuses who would have to wait for more than ten others, and nobody once they are done', async () => {
  const { ends, read } = readings()
  const ask = inTurn<number>()
  const asked = Array.from({ length: 10 }, (_, key) => ask(`${key}`, read))
  await expect(ask('one more', read)).rejects.toMatchObject({ status: 503, retryAfter: 10 })
  for (let one = 1; one <= asked.length; one++) {
    await settled()
    expect(ends).toHaveLength(one)
    ends.at(-1)?.()
    await asked[one - 1]
  }
  expect(await ask('one more', () => Promise.resolve(7))).toBe(7)
})

it('forgets the oldest of what many have asked for', async () => {
  const ask = inTurn<number>()
  let begun = 0
  const read = () => Promise.resolve((begun += 1))
  for (let key = 0; key <= 20; key++) await ask(`${key}`, read)
  expect(await ask('20', read)).toBe(21)
  expect(await ask('0', read)).toBe(22)
})
