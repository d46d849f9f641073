import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { SingleFlight } from './single-flight.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A provider whose answers come when the test says so. */
function provider() {
  const asked: PromiseWithResolvers<string>[] = []
  const floods: boolean[] = []
  return {
    asked,
    floods,
    ask: (isFlood: boolean) => {
      floods.push(isFlood)
      const answer = Promise.withResolvers<string>()
      asked.push(answer)
      return answer.promise
    },
  }
}

it('answers all who ask at once with one question [S44]', async () => {
  const { asked, ask } = provider()
  const turns = new SingleFlight()
  const answers = Array.from({ length: 1000 }, () => turns.run('a', ask))
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.resolve('paid')
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['paid']))
})

it('answers those who come while a question is under way with the next one, which knows what they know [S44]', async () => {
  const { asked, ask } = provider()
  const turns = new SingleFlight()
  const first = turns.run('a', ask)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  const later = [turns.run('a', ask), turns.run('a', ask)]
  asked[0]?.resolve('pending')
  expect(await first).toBe('pending')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.resolve('paid')
  expect(await Promise.all(later)).toEqual(['paid', 'paid'])
})

it('asks different questions at the same time', async () => {
  const { asked, ask } = provider()
  const turns = new SingleFlight()
  void turns.run('a', ask)
  void turns.run('b', ask)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
})

it('asks again after a question that failed', async () => {
  const { asked, ask } = provider()
  const turns = new SingleFlight()
  const [first, second] = [turns.run('a', ask), turns.run('a', ask)]
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  const third = turns.run('a', ask)
  asked[0]?.reject(new Error('unreachable'))
  await expect(first).rejects.toThrow('unreachable')
  await expect(second).rejects.toThrow('unreachable')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.resolve('paid')
  expect(await third).toBe('paid')
})

it('asks five times at once and then once a second, however many ask, and says that it is a flood [S44]', async () => {
  let asked = 0
  const floods: boolean[] = []
  const turns = new SingleFlight()
  const stop = performance.now() + 10_000
  const visitor = async () => {
    while (performance.now() < stop)
      await turns.run('a', (isFlood) => {
        asked++
        floods.push(isFlood)
        return Promise.resolve()
      })
  }
  const visitors = Promise.all(Array.from({ length: 20 }, visitor))
  await vi.advanceTimersByTimeAsync(12_000)
  await visitors
  expect(asked).toBe(15)
  expect(floods.filter((isFlood) => !isFlood)).toHaveLength(5)
})

it('is quick again after a pause', async () => {
  const turns = new SingleFlight()
  const ask = () => turns.run('a', (isFlood) => Promise.resolve(isFlood))
  const answers = []
  for (let i = 0; i < 5; i++) answers.push(await ask())
  await vi.advanceTimersByTimeAsync(5_001)
  for (let i = 0; i < 5; i++) answers.push(await ask())
  expect(answers).toEqual(Array(10).fill(false))
})

it('looks at no more questions for a new one, however many were asked in the last seconds [S44]', async () => {
  const looks = vi.spyOn(performance, 'now')
  const turns = new SingleFlight()
  for (let i = 0; i < 1000; i++) await turns.run(`question ${i}`, () => Promise.resolve())
  expect(looks.mock.calls.length).toBeLessThan(10_000)
})
