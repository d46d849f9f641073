import { mkdirSync, writeFileSync } from 'node:fs'
import { coverChart, type TestPath } from '#machines/paths/index.ts'
import { impossibleIn, isImpossible } from './outcomes.ts'
import { walks } from './walks.ts'

const file = 'reports/charts/paths.json'

type Chart = TestPath['chart']

/** Which paths are wanted: those of some charts, or those through some of their transitions. */
export type Wanted = ReadonlyMap<Chart, ReadonlySet<string> | 'all'>

/**
 * Writes down the paths that cover all states, transitions and outcomes of guards of the wanted charts, for the browser;
 * returns the file, and the paths that cannot be walked, each with the reasons.
 */
export async function writePaths(wanted: Wanted) {
  const all: TestPath[] = []
  for (const [chart, keys] of wanted) {
    const isPossible = (label: string) => !isImpossible(walks[chart], label)
    const coverage =
      keys === 'all'
        ? await coverChart(chart, ['states', 'transitions', 'guards'], undefined, isPossible)
        : await coverChart(chart, 'transitions', (key) => keys.has(key), isPossible)
    all.push(...coverage.paths)
  }
  const left = all.flatMap((path) => {
    const reasons = impossibleIn(walks[path.chart], path)
    return reasons.length > 0 ? [{ path, reasons }] : []
  })
  mkdirSync('reports/charts', { recursive: true })
  writeFileSync(file, JSON.stringify(all))
  return { file, left, count: all.length }
}
