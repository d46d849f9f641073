import { mkdirSync, writeFileSync } from 'node:fs'
import { coverChart, type Outline, type TestPath } from '#machines/paths/index.ts'
import { countPossible, impossibleIn, isImpossible } from './outcomes.ts'
import { walks } from './walks.ts'

const file = 'reports/charts/paths.json'

type Chart = TestPath['chart']

/** Which paths are wanted: those of some charts, or those through some of their transitions. */
export type Wanted = ReadonlyMap<Chart, ReadonlySet<string> | 'all'>

/** A path as the browser walks it. */
export interface WalkedPath extends TestPath {
  /** The steps, by their places, after which the page is judged by axe: the first with its label in its state of all paths. */
  accessibleAt: number[]
}

/**
 * Writes down the paths that cover all states, transitions and outcomes of guards of the wanted charts, for the browser;
 * returns the file, and the paths that cannot be walked, each with the reasons.
 */
export async function writePaths(wanted: Wanted) {
  const all: TestPath[] = []
  for (const [chart, keys] of wanted) {
    const isPossible = (label: string) => !isImpossible(walks[chart], label)
    const count = (path: Outline) => countPossible(walks[chart], path)
    const coverage =
      keys === 'all'
        ? await coverChart(chart, ['states', 'transitions', 'guards'], undefined, isPossible, count)
        : await coverChart(chart, 'transitions', (key) => keys.has(key), isPossible, count)
    all.push(...coverage.paths)
  }
  const left = all.flatMap((path) => {
    const reasons = impossibleIn(walks[path.chart], path)
    return reasons.length > 0 ? [{ path, reasons }] : []
  })
  mkdirSync('reports/charts', { recursive: true })
  writeFileSync(
    file,
    JSON.stringify(withAccessible(all.filter((path) => !left.some((one) => one.path === path)))),
  )
  return { file, left, count: all.length }
}

/** Chooses where paths are judged by axe: each state of a chart once for each event that leads to it. */
function withAccessible(paths: readonly TestPath[]): WalkedPath[] {
  const judged = new Set<string>()
  return paths.map((path) => {
    const accessibleAt = path.steps.flatMap(({ chart, state, label }, index) => {
      const visit = [chart, state, label].join(' ')
      if (judged.has(visit)) return []
      judged.add(visit)
      return [index]
    })
    return { ...path, accessibleAt }
  })
}
