import { models } from '#machines/paths/charts.ts'
import type { Covered } from '#machines/paths/coverage.ts'
import { chartRunsOf, type PathRun, type Run } from '#machines/paths/evidence.ts'
import { greedyCover } from '#machines/paths/greedy-cover.ts'
import { pathsOf } from '#machines/paths/model.ts'
import { runPaths } from '#machines/paths/run-paths.ts'
import { placesOn } from '#machines/paths/search.ts'
import { testPathOf } from '#machines/paths/test-path.ts'

/** A run as the browser writes it, made by walking few paths that cover some charts on running actors; all of them pass. */
export async function sampleRun(charts: readonly string[]): Promise<Run> {
  const paths: PathRun[] = []
  for (const model of models.filter(({ chart }) => charts.includes(chart))) {
    const all = pathsOf(model)
    const runs = (await runPaths(model, all)).map((covered, index) => ({ covered, path: all[index] ?? [] }))
    const few = greedyCover(
      runs,
      ({ covered }) => new Set([...covered.transitions, ...covered.guards]),
      ({ path }) => path.length,
    )
    for (const { covered, path } of few) {
      const { steps, ...named } = testPathOf(placesOn(model, path))
      paths.push({
        id: named.id,
        title: named.title,
        chart: named.chart,
        requirements: named.requirements,
        status: 'passed',
        ms: 1_000,
        steps: steps.map(({ action, expected, label }) => ({ action, expected, label })),
        covered: { [named.chart]: listsOf(covered) },
      })
    }
  }
  return {
    at: '2026-11-23T21:00:00.000Z',
    commit: 'c26a08b',
    minutes: 12.4,
    charts: chartRunsOf(paths),
    paths,
  }
}

const listsOf = ({ states, transitions, guards, pairs }: Covered) => ({
  states: [...states],
  transitions: [...transitions],
  guards: [...guards],
  pairs: [...pairs],
})
