import { expect, it } from 'vitest'
import type { PathRun, Run } from './evidence.ts'
import { changesIn, noHistory, withRun } from './history.ts'

type Statuses = Record<string, PathRun['status']>

/** Runs of some paths, a day after each other. */
const historyOf = (...all: Statuses[]) =>
  all.map((statuses, day) => runOf(statuses, day)).reduce(withRun, noHistory)

const runOf = (statuses: Statuses, day: number): Run => ({
  at: new Date(Date.UTC(2026, 10, 1 + day)).toISOString(),
  commit: `commit ${day}`,
  minutes: 1,
  charts: [],
  paths: Object.entries(statuses).map(([id, status]) => ({
    id,
    title: `Path ${id}`,
    chart: 'basket',
    status,
    ms: 1,
    requirements: [],
    steps: [],
    covered: {},
  })),
})

const ids = (paths: readonly { id: string }[]) => paths.map(({ id }) => id)

it('tells which paths are new and which are gone', () => {
  const { added, gone } = changesIn(historyOf({ a: 'passed', b: 'passed' }, { b: 'passed', c: 'failed' }))
  expect(added).toEqual([{ id: 'c', title: 'Path c' }])
  expect(gone).toEqual([{ id: 'a', title: 'Path a' }])
})

it('calls nothing new in the first run', () => {
  expect(changesIn(historyOf({ a: 'passed' }))).toEqual({
    before: null,
    added: [],
    gone: [],
    mended: [],
    red: [],
  })
})

it('tells since which run a path has failed without a break', () => {
  const [red] = changesIn(
    historyOf({ a: 'failed' }, { a: 'passed' }, { a: 'failed' }, { a: 'failed' }, { a: 'failed' }),
  ).red
  expect(red).toMatchObject({ id: 'a', since: { commit: 'commit 2' }, runs: 3, isOrEarlier: false })
})

it('counts a path that was missing in between as red since it came back', () => {
  const [red] = changesIn(historyOf({ a: 'failed' }, { b: 'passed' }, { a: 'failed', b: 'passed' })).red
  expect(red).toMatchObject({ since: { commit: 'commit 2' }, runs: 1 })
})

it('tells which paths pass again', () => {
  const { mended, red } = changesIn(historyOf({ a: 'failed', b: 'failed' }, { a: 'passed', b: 'failed' }))
  expect(ids(mended)).toEqual(['a'])
  expect(ids(red)).toEqual(['b'])
})

it('keeps thirty runs and the titles of their paths, and says that a path may be red for longer', () => {
  const history = historyOf(
    { old: 'passed', a: 'failed' },
    ...Array.from({ length: 30 }, (): Statuses => ({ a: 'failed' })),
  )
  expect(history.runs).toHaveLength(30)
  expect(history.titles).toEqual({ a: 'Path a' })
  expect(changesIn(history).red).toMatchObject([{ runs: 30, isOrEarlier: true }])
})

it('does not take the paths that a part of a run left out for gone', () => {
  const whole = historyOf({ a: 'passed', b: 'passed' })
  expect(withRun(whole, { ...runOf({ a: 'passed' }, 1), isPart: true })).toBe(whole)
})

it('keeps a run once, however often it is added', () => {
  const run = runOf({ a: 'passed' }, 0)
  expect(withRun(withRun(noHistory, run), run).runs).toHaveLength(1)
})
