import { models } from '#machines/paths/charts.ts'
import { greedyCover } from '#machines/paths/greedy-cover.ts'
import { pathsOf, type Path } from '#machines/paths/model.ts'
import { nextStepCover } from '#machines/paths/next-step-cover.ts'
import { transitionsOf } from '#machines/paths/transitions.ts'
import { walkAll } from '#machines/paths/walk.ts'

/** `npm run paths`: walks the generated paths of every chart, and prints how many transitions they take and how few paths suffice. */

const charts = [...new Set(models.map(({ chart }) => chart))]

for (const chart of charts) {
  const runs: { path: Path; taken: Set<string> }[] = []
  const transitions = new Set<string>()
  for (const model of models.filter(({ chart: name }) => name === chart)) {
    for (const { key } of transitionsOf(model.machine)) transitions.add(key)
    const paths = pathsOf(model)
    const takenByPath = await walkAll(model, paths)
    paths.forEach((path, index) => runs.push({ path, taken: takenByPath[index] ?? new Set() }))
  }
  const allTaken = new Set(runs.flatMap(({ taken }) => [...taken]))
  const cover = greedyCover(
    runs,
    ({ taken }) => taken,
    ({ path }) => path.length,
  )
  console.log(
    `${chart}: ${allTaken.size} of ${transitions.size} transitions walked on ${runs.length} paths; ` +
      `${cover.length} of them (${countSteps(cover.map(({ path }) => path))} steps) take them all`,
  )
  for (const key of transitions) if (!allTaken.has(key)) console.log(`  not walked: ${key}`)
}

const tableRuns = nextStepCover()
console.log(
  `next-step tables: ${tableRuns.length} paths with ${countSteps(tableRuns.map(({ steps }) => steps))} steps take every row`,
)

function countSteps(paths: readonly (readonly unknown[])[]) {
  return paths.reduce((sum, path) => sum + path.length, 0)
}
