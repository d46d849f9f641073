import { models } from '#machines/paths/charts.ts'
import { greedyCover } from '#machines/paths/greedy-cover.ts'
import { pathsOf, type Path } from '#machines/paths/model.ts'
import { nextStepCover } from '#machines/paths/next-step-cover.ts'
import { transitionsOf } from '#machines/paths/transitions.ts'
import { runPaths } from '#machines/paths/run-paths.ts'

/** Runs every path of every chart; prints how many transitions they cover, and how few paths would cover as many. */

const charts = [...new Set(models.map(({ chart }) => chart))]

for (const chart of charts) {
  const runs: { path: Path; taken: Set<string> }[] = []
  const transitions = new Set<string>()
  for (const model of models.filter((one) => one.chart === chart)) {
    for (const { key } of transitionsOf(model.machine)) transitions.add(key)
    const paths = pathsOf(model)
    const taken = await runPaths(model, paths)
    paths.forEach((path, index) => runs.push({ path, taken: taken[index] ?? new Set() }))
  }
  const covered = new Set(runs.flatMap(({ taken }) => [...taken]))
  const cover = greedyCover(
    runs,
    ({ taken }) => taken,
    ({ path }) => path.length,
  )
  console.log(
    `${chart}: ${covered.size} of ${transitions.size} transitions covered by ${runs.length} paths; ` +
      `${cover.length} paths with ${stepsOf(cover.map(({ path }) => path))} steps cover them`,
  )
  for (const key of transitions) if (!covered.has(key)) console.log(`  not covered: ${key}`)
}

const nextStepPaths = nextStepCover()
console.log(
  `next-step tables: ${nextStepPaths.length} paths with ${stepsOf(nextStepPaths.map(({ steps }) => steps))} steps from step to step`,
)

function stepsOf(paths: readonly (readonly unknown[])[]) {
  return paths.reduce((sum, path) => sum + path.length, 0)
}
