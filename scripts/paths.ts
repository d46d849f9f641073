import { models } from '#machines/paths/charts.ts'
import { greedyCover } from '#machines/paths/greedy-cover.ts'
import { pathsOf, type Path } from '#machines/paths/model.ts'
import { nextStepCover } from '#machines/paths/next-step-cover.ts'
import { transitionsOf } from '#machines/paths/transitions.ts'
import { walkAll } from '#machines/paths/walk.ts'

/** Walks every path of every chart and prints how many of its transitions were taken, and how few paths suffice. */

const charts = [...new Set(models.map(({ chart }) => chart))]

for (const chart of charts) {
  const walks: { path: Path; taken: Set<string> }[] = []
  const arrows = new Set<string>()
  for (const model of models.filter((one) => one.chart === chart)) {
    for (const { key } of transitionsOf(model.machine)) arrows.add(key)
    const paths = pathsOf(model)
    const taken = await walkAll(model, paths)
    paths.forEach((path, index) => walks.push({ path, taken: taken[index] ?? new Set() }))
  }
  const walked = new Set(walks.flatMap(({ taken }) => [...taken]))
  const cover = greedyCover(
    walks,
    ({ taken }) => taken,
    ({ path }) => path.length,
  )
  console.log(
    `${chart}: ${walked.size} of ${arrows.size} transitions walked on ${walks.length} paths; ` +
      `${cover.length} paths with ${stepsOf(cover.map(({ path }) => path))} steps cover them`,
  )
  for (const key of arrows) if (!walked.has(key)) console.log(`  not walked: ${key}`)
}

const ways = nextStepCover()
console.log(
  `next-step tables: ${ways.length} ways with ${stepsOf(ways.map(({ steps }) => steps))} steps from step to step`,
)

function stepsOf(paths: readonly (readonly unknown[])[]) {
  return paths.reduce((sum, path) => sum + path.length, 0)
}
