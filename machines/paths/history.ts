import type { ChartRun, PathRun, Run } from './evidence.ts'

/** The last runs, oldest first: `reports/charts/history.json`. */
export interface History {
  /** The titles of all paths in `runs`, by id. */
  titles: Record<string, string>
  runs: PastRun[]
}

export interface PastRun {
  at: string
  commit: string
  counts: Record<string, ChartRun['counts']>
  paths: Record<string, PathRun['status']>
}

/** How many runs are kept: a month of nightly runs. */
const kept = 30

export const noHistory: History = { titles: {}, runs: [] }

/** Adds a run. Part of the paths is no run: those that were left out are not gone. */
export function withRun(history: History, run: Run): History {
  if (run.isPart) return history
  const past = {
    at: run.at,
    commit: run.commit,
    counts: Object.fromEntries(run.charts.map(({ chart, counts }) => [chart, counts])),
    paths: Object.fromEntries(run.paths.map(({ id, status }) => [id, status])),
  }
  const runs = [...history.runs.filter(({ at }) => at !== run.at), past].slice(-kept)
  const titles = { ...history.titles, ...Object.fromEntries(run.paths.map(({ id, title }) => [id, title])) }
  const there = new Set(runs.flatMap(({ paths }) => Object.keys(paths)))
  return { titles: Object.fromEntries(Object.entries(titles).filter(([id]) => there.has(id))), runs }
}

/** A path that a run is about. */
interface Named {
  id: string
  title: string
}

/** What is different in the last run. */
export interface Changes {
  /** The run that it is compared with; null for the first one. */
  before: PastRun | null
  added: Named[]
  gone: Named[]
  /** Failed in the run before, and passes. */
  mended: Named[]
  red: (Named & Redness)[]
}

/** Since when a path has failed in every run. */
export interface Redness {
  since: PastRun
  runs: number
  /** The oldest run that is kept failed already. */
  isOrEarlier: boolean
}

/** Compares the last run with the one before it, and finds since when each failing path has failed. */
export function changesIn({ titles, runs }: History): Changes {
  const last = runs.at(-1)
  const before = runs.at(-2) ?? null
  const named = (ids: string[]) => ids.map((id) => ({ id, title: titles[id] ?? '' }))
  if (!last) return { before, added: [], gone: [], mended: [], red: [] }
  const ids = Object.keys(last.paths)
  return {
    before,
    added: named(before ? ids.filter((id) => !(id in before.paths)) : []),
    gone: named(Object.keys(before?.paths ?? {}).filter((id) => !(id in last.paths))),
    mended: named(ids.filter((id) => last.paths[id] === 'passed' && before?.paths[id] === 'failed')),
    red: named(ids.filter((id) => last.paths[id] === 'failed')).map((path) => ({
      ...path,
      ...rednessOf(path.id, runs, last),
    })),
  }
}

function rednessOf(id: string, runs: readonly PastRun[], last: PastRun): Redness {
  const streak = runs.slice(runs.findLastIndex(({ paths }) => paths[id] !== 'failed') + 1)
  return {
    since: streak[0] ?? last,
    runs: streak.length,
    isOrEarlier: streak.length === runs.length && runs.length === kept,
  }
}
