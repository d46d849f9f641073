import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { LogFields } from '#server/log.ts'

import { startJobs } from './run-jobs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('runs a job immediately and at its interval, until it is stopped', async () => {
  const run = vi.fn(async () => {})
  const end = startJobs([{ name: 'sweeping', everySeconds: 15, run }], () => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(run).toHaveBeenCalledTimes(3)
  await end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(run).toHaveBeenCalledTimes(3)
})

it('logs the name of a failed job without details and runs it again', async () => {
  const logged: LogFields[] = []
  const run = vi.fn(async () => {
    throw new Error('ada@example.com')
  })
  const end = startJobs([{ name: 'sending', everySeconds: 5, run }], (fields) => void logged.push(fields))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(run).toHaveBeenCalledTimes(2)
  expect(logged).toMatchObject([{ event: 'job failed', kind: 'sending', error: 'Error' }, {}])
  expect(JSON.stringify(logged)).not.toContain('ada')
  await end()
})

it('never runs a job twice simultaneously, and waits for a running job when stopping', async () => {
  let finish = (): void => {}
  const run = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const end = startJobs([{ name: 'slow', everySeconds: 1, run }], () => {})
  await vi.advanceTimersByTimeAsync(10_000)
  expect(run).toHaveBeenCalledTimes(1)
  const ended = vi.fn()
  const ending = end().then(ended)
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).not.toHaveBeenCalled()
  finish()
  await ending
})
