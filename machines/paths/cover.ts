import type { StateValue } from 'xstate'
import { greedyCover } from './greedy-cover.ts'
import { models } from './charts.ts'
import { aims, coverable, type Aim, type Covered } from './coverage.ts'
import { excuses } from './excuses.ts'
import { labelOf, pathsOf, type Model, type Path } from './model.ts'
import { machines } from './names.ts'
import { runPaths } from './run-paths.ts'
import { placesOn } from './search.ts'
import { testPathOf, type TestPath } from './test-path.ts'

/** How far the generated paths cover a chart. */
export interface Coverage {
  chart: Model['chart']
  /** For each aim, how much is covered, and of how much; pairs have no total. */
  counts: Record<Aim, { covered: number; of: number | null }>
  /** Not covered, and not excused. */
  missing: string[]
  /** Not covered, with the reason. */
  excused: { key: string; reason: string }[]
  /** Excuses for what is covered. */
  stale: string[]
  /** Few paths that together cover as much of the wanted aim as all generated paths. */
  paths: TestPath[]
}

/** A path as far as it tells what can be done on it. */
export interface Outline {
  start: string
  steps: readonly { label: string; value: StateValue }[]
}

const outlineOf = ({ start = '' }: Model, path: Path): Outline => ({
  start,
  steps: path.map(({ event, snapshot }) => ({ label: labelOf(event), value: snapshot.value })),
})

/** The model without the events and outcomes that cannot be brought about where its paths are to run. */
const possibleIn = (model: Model, isPossible: (label: string) => boolean): Model => ({
  ...model,
  cases: (type, snapshot) => model.cases(type, snapshot).filter((one) => isPossible(labelOf(one))),
})

/**
 * Runs all generated paths of a chart on the running chart, and picks few that together cover all of these aims, or only
 * those keys that are wanted. No path has a step whose label is not possible, and each ends after the steps that are possible
 * on it: `countPossible` tells how many of the first ones.
 */
export async function coverChart(
  chart: Model['chart'],
  wanted: Aim | readonly Aim[] = 'transitions',
  isWanted: (key: string) => boolean = () => true,
  isPossible: (label: string) => boolean = () => true,
  countPossible: (path: Outline) => number = ({ steps }) => steps.length,
): Promise<Coverage> {
  const runs: { model: Model; path: Path; covered: Covered }[] = []
  for (const known of models.filter((one) => one.chart === chart)) {
    const model = possibleIn(known, isPossible)
    const paths = pathsOf(model)
      .map((path) => path.slice(0, countPossible(outlineOf(model, path))))
      .filter(({ length }) => length > 0)
    const all = await runPaths(model, paths)
    for (const [index, path] of paths.entries()) {
      const covered = all[index]
      if (covered) runs.push({ model, path, covered })
    }
  }
  const reached = (one: Aim) => new Set(runs.flatMap(({ covered }) => [...covered[one]]))
  const machine = machines.get(chart)
  if (!machine) throw new Error(`there is no chart ${chart}`)
  const all = { pairs: null, ...coverable(machine) }
  const open = aims.flatMap((one) => {
    const there = reached(one)
    return (all[one] ?? []).filter((key) => !there.has(key))
  })
  const chosen = greedyCover(
    runs,
    ({ covered }) => [wanted].flat().flatMap((aim) => [...covered[aim]].filter(isWanted)),
    ({ path }) => path.length,
  )
  return {
    chart,
    counts: Object.fromEntries(
      aims.map((one) => [one, { covered: reached(one).size, of: all[one]?.length ?? null }]),
    ) as Coverage['counts'], // a count for each aim
    missing: open.filter((key) => !(key in excuses)),
    excused: open.flatMap((key) => (excuses[key] ? [{ key, reason: excuses[key] }] : [])),
    stale: Object.keys(excuses).filter((key) => key.startsWith(`${machine.id}.`) && !open.includes(key)),
    paths: chosen.map(({ model, path }) => testPathOf(placesOn(model, path))),
  }
}
