import { mkdirSync, writeFileSync } from 'node:fs'
import { coverChart, machines, type TestPath } from '#machines/paths/index.ts'
import { impossibleIn } from './outcomes.ts'
import { walks } from './walks.ts'

const file = 'reports/charts/paths.json'

/**
 * Writes down the paths that cover all states, transitions and outcomes of guards of these charts, for the browser; returns the
 * file, and the paths that cannot be walked, each with the reasons.
 */
export async function writePaths(charts: readonly string[]) {
  const all: TestPath[] = []
  for (const chart of machines.keys())
    if (charts.length === 0 || charts.includes(chart))
      all.push(...(await coverChart(chart, ['states', 'transitions', 'guards'])).paths)
  const left = all.flatMap((path) => {
    const reasons = impossibleIn(walks[path.chart], path)
    return reasons.length > 0 ? [{ path, reasons }] : []
  })
  mkdirSync('reports/charts', { recursive: true })
  writeFileSync(file, JSON.stringify(all))
  return { file, left, count: all.length }
}
