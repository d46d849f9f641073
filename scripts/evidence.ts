import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { causesIn, failureSentence } from '#e2e/evidence/failure.ts'
import { pageOf } from '#e2e/evidence/page.ts'
import type { Run } from '#machines/paths/evidence.ts'
import { noHistory, withRun, type History } from '#machines/paths/history.ts'
import { machines } from '#machines/paths/names.ts'

/**
 * `npm run evidence`: draws the last run of the charts' paths in the browser, `reports/charts/run.json`, as one page,
 * `reports/charts/index.html`, and prints its failures. Fails if there is no run.
 */
const folder = 'reports/charts'

const readJson = <Content>(name: string): Content | null =>
  existsSync(`${folder}/${name}`) ? JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) : null

const run = readJson<Run>('run.json')
if (run) {
  const history = readJson<History>('history.json') ?? withRun(noHistory, run)
  writeFileSync(`${folder}/index.html`, await pageOf(run, history, machines))
  for (const { failure, paths } of causesIn(run.paths))
    console.log(`${paths.map(({ id }) => id).join(', ')}: ${failureSentence(failure)}`)
  console.log(`${run.paths.length} paths, drawn in ${folder}/index.html`)
} else {
  console.error(
    `There is no ${folder}/run.json: walk the charts in the browser first, npm run e2e -- --charts.`,
  )
  process.exitCode = 1
}
