import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { impossibleSteps } from '#e2e/path-steps.ts'
import { baskets } from '#machines/paths/baskets.ts'
import { prepareRun } from '#e2e/any-shop/run.ts'
import { obstaclesOn, writePath, writePaths, type Wanted } from '#e2e/charts/write-paths.ts'
import { tableOf, type Run } from '#machines/paths/evidence.ts'
import { machines, type TestPath } from '#machines/paths/index.ts'
import { changedTransitions, withReference } from './changed-transitions.ts'
import { readKeptPaths } from './kept-paths.ts'

/**
 * `npm run e2e`: the browser tests, with the options of Playwright.
 *
 *     npm run e2e -- --path ID             runs a path that `npm run paths` has printed
 *     npm run e2e -- --path ID --headed    shows it
 *     npm run e2e -- --charts              walks paths that cover every chart
 *     npm run e2e -- --charts account      walks those of one chart
 *     npm run e2e -- --charts --changed    walks those through what has changed since a commit (the last one)
 *     npm run e2e -- --walks 20 --seed 7   lets 20 buyers do anything; the same ones again with the same seed
 *     npm run e2e -- --base URL            walks the buyer's way in a deployed shop (docs/testing-from-the-chart.md)
 */
const walkOptions = { '--walks': 'E2E_WALKS', '--seed': 'E2E_WALKS_SEED', '--walk': 'E2E_WALKS_PATH' }
const runFile = 'reports/charts/run.json'
const args = process.argv.slice(2)
const at = args.indexOf('--path')
const chartsAt = args.indexOf('--charts')
if (args.some((one) => /^--base(=|$)/.test(one))) await runAnyShop()
else if (args.includes('--walks')) runWalks([...args])
else if (chartsAt >= 0) await runCharts(args.toSpliced(chartsAt, 1))
else if (at < 0) run(args)
else runPath(args[at + 1] ?? '', args.toSpliced(at, 2))

/** Walks the paths of all charts, of those that are named, or through what has changed. */
async function runCharts(all: string[]) {
  const [options, reference] = takeChanged(withReference(all))
  const charts = options.filter(isChart)
  const others = options.filter((one) => !isChart(one))
  const wanted: Wanted =
    reference === undefined
      ? new Map((charts.length > 0 ? charts : [...machines.keys()]).map((chart) => [chart, 'all']))
      : changedTransitions(reference)
  const { file, left, count } = await writePaths(wanted)
  for (const { path, reasons } of left)
    console.error(
      `not walked: ${path.id} ${path.chart}${path.start && ` (${path.start})`}: ${reasons.join('; ')}`,
    )
  console.error(`${count - left.length} of ${count} paths are walked.`)
  const isPart =
    reference !== undefined ||
    charts.length > 0 ||
    others.some((one) => /^(-g|--grep|--last-failed)/.test(one))
  rmSync(runFile, { force: true })
  run(['e2e/charts/chart-paths.spec.ts', ...others], { E2E_CHARTS: file, ...(isPart && { E2E_PART: '1' }) })
  if (!isPart) judgeRun()
}

/** Prints how far the charts were walked in the browser, and fails if something was not that nothing excuses. */
function judgeRun() {
  if (!existsSync(runFile)) return // no path was walked
  const { charts, minutes } = JSON.parse(readFileSync(runFile, 'utf8')) as Run
  for (const line of tableOf(charts)) console.log(line)
  console.log(`in ${minutes} minutes`)
  for (const { excused, missing, stale } of charts) {
    for (const { key, reason } of excused) console.error(`excused: ${key}: ${reason}`)
    for (const key of missing) console.error(`not walked: ${key}`)
    for (const key of stale) console.error(`walked, although it is excused: ${key}`)
    if (missing.length + stale.length > 0) process.exitCode = 1
  }
}

function takeChanged(options: string[]): [options: string[], reference: string | undefined] {
  const place = options.indexOf('--changed')
  return place < 0 ? [options, undefined] : [options.toSpliced(place, 2), options[place + 1]]
}

function isChart(name: string): name is TestPath['chart'] {
  return [...machines.keys()].some((one) => one === name)
}

/** Plays random walks; `--walk` is one that a failure has told. */
function runWalks(others: string[]) {
  const env: Record<string, string> = {}
  for (const [option, name] of Object.entries(walkOptions)) {
    const place = others.indexOf(option)
    if (place >= 0) env[name] = others.splice(place, 2)[1] ?? ''
  }
  run(['e2e/walks/walks.spec.ts', ...others], env)
}

function runPath(id: string, others: string[]) {
  const path = readKeptPaths()[id]
  if (!path) return fail(`There is no path "${id}" here: run the npm run paths that prints it first.`)
  if (impossibleSteps(path, Object.keys(baskets)).length === 0)
    return run(['e2e/chosen-path.spec.ts', ...others], { E2E_PATHS: JSON.stringify([path]) })
  const obstacles = obstaclesOn(path)
  if (obstacles.length > 0) return fail(`${id} cannot run in the browser: ${obstacles.join('; ')}.`)
  run(['e2e/charts/chart-paths.spec.ts', ...others], { E2E_CHARTS: writePath(path), E2E_PART: '1' })
}

/** Walks paths in a shop that is not ours to start, and says which ones could not be walked there. */
async function runAnyShop() {
  const prepared = await prepareRun(args, readKeptPaths(), console.log)
  if ('wrong' in prepared) return fail(prepared.wrong)
  if (prepared.hasWalks) run(prepared.playwright, prepared.env)
  else fail('No path can be walked there.')
  const reasons = Map.groupBy(prepared.left, ({ reason }) => reason)
  for (const [reason, left] of reasons)
    console.log([`not walked: ${reason}`, ...left.map(({ title }) => title)].join('\n  '))
}

function run(options: string[], env: Record<string, string> = {}) {
  const { status } = spawnSync('npx', ['playwright', 'test', ...options], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  process.exitCode = status ?? 1
}

function fail(reason: string) {
  console.error(reason)
  process.exitCode = 1
}
