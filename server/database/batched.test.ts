import { expect, it } from 'vitest'

import { batched } from './batched.ts'

/** Runs that end when told to. */
function runs() {
  const started: { keys: number[]; end: () => void }[] = []
  const run = (keys: number[]) =>
    new Promise<string[]>((resolve) => {
      started.push({ keys, end: () => resolve(keys.map((key) => `answer ${key}`)) })
    })
  return { run, started, keys: () => started.map(({ keys }) => keys) }
}

const turn = () => new Promise(setImmediate)

it('answers a lone key by a run of one', async () => {
  const { run, started, keys } = runs()
  const answer = batched(run, { max: 10, atOnce: 1 })(7)
  await turn()
  expect(keys()).toEqual([[7]])
  started[0]?.end()
  expect(await answer).toBe('answer 7')
})

it('runs together what was asked for in one turn, and what waited for a run', async () => {
  const { run, started, keys } = runs()
  const ask = batched(run, { max: 3, atOnce: 1 })
  const answers = [1, 2, 3, 4].map(ask)
  await turn()
  answers.push(ask(5))
  await turn()
  expect(keys()).toEqual([[1, 2, 3]])
  started[0]?.end()
  await turn()
  await turn()
  expect(keys()).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
  started[1]?.end()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5].map((key) => `answer ${key}`))
})

it('has no more runs at once than allowed', async () => {
  const { run, started } = runs()
  const ask = batched(run, { max: 1, atOnce: 2 })
  const answers = [1, 2, 3].map(ask)
  for (let i = 0; i < 5; i++) await turn()
  expect(started).toHaveLength(2)
  started[0]?.end()
  await answers[0]
  await turn()
  expect(started).toHaveLength(3)
})

it('fails only the key that cannot be answered', async () => {
  const ask = batched(
    async (keys: number[]) => {
      if (keys.includes(2)) throw new Error('no 2')
      return keys.map((key) => key * 10)
    },
    { max: 10, atOnce: 1 },
  )
  const answers = await Promise.allSettled([1, 2, 3].map(ask))
  expect(answers).toEqual([
    { status: 'fulfilled', value: 10 },
    { status: 'rejected', reason: new Error('no 2') },
    { status: 'fulfilled', value: 30 },
  ])
})

it('tries the same key once more and not for each who asked for it', async () => {
  const runs: string[][] = []
  const ask = batched(
    (keys: string[]) => {
      runs.push(keys)
      return keys.includes('busy') ? Promise.reject(new Error('busy')) : Promise.resolve(keys)
    },
    { max: Infinity, atOnce: 1 },
  )
  const answers = await Promise.allSettled(['busy', 'free', 'busy', 'busy'].map(ask))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'rejected'])
  expect(runs).toEqual([['busy', 'free', 'busy', 'busy'], ['busy'], ['free']])
})
