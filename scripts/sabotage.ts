import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { writePaths } from '#e2e/charts/write-paths.ts'
import { machines, type TestPath } from '#machines/paths/index.ts'
import { bundledFiles, buildWith, removeFaults } from './sabotage/build.ts'
import { chooseFaults } from './sabotage/choose.ts'
import { judge, type Verdict } from './sabotage/judge.ts'
import { kindNames, mutantsIn, type Fault, type Kind } from './sabotage/mutants.ts'
import { writeReport, type SabotageRun } from './sabotage/report.ts'
import { walkPaths } from './sabotage/walk.ts'

/**
 * `npm run sabotage`: puts faults into the page, by chance, and tells which of the generated paths catches each in the browser
 * (docs/sabotage.md).
 *
 *     npm run sabotage -- --seed 7                  twenty faults, all paths of the charts and the next-step tables
 *     npm run sabotage -- --seed 7 --faults 6 account basket    six faults, the paths of two charts
 *     npm run sabotage -- --list                    all faults that could be chosen
 *     npm run sabotage -- --report                  writes the page about the last run again
 *
 * `--lanes` is how many browsers walk side by side (2), `--seconds` how long a fault that nobody notices is walked (100).
 */
const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '20' },
    lanes: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '100' },
    list: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const runFile = 'reports/sabotage/run.json'

if (values.report) await writeReport(JSON.parse(readFileSync(runFile, 'utf8')))
else if (values.list) await list()
else await run()

async function list() {
  for (const { id, kind, file, line, what } of await generate())
    console.log(`${id} ${kind}: ${file}:${line} ${what}`)
}

/** All faults that the page could have. */
async function generate() {
  const files = await bundledFiles()
  const mutants = files.flatMap((file) => mutantsIn(file, readFileSync(file, 'utf8')))
  console.log(`${mutants.length} faults can be generated for ${files.length} files of the page:`)
  return mutants
}

async function run() {
  const began = Date.now()
  const head = commit()
  const seed = Number(values.seed)
  const lanes = Number(values.lanes)
  const unknown = positionals.filter((name) => !isChart(name))
  if (unknown.length > 0) throw new Error(`There is no chart ${unknown.join(', ')}.`)

  const mutants = await generate()
  const ofKind = (kind: Kind) => mutants.filter((mutant) => mutant.kind === kind).length
  for (const kind of kindNames) console.log(`  ${kind}: ${ofKind(kind)}`)
  const faults = chooseFaults(mutants, Number(values.faults), seed)
  for (const { number, kind, file, line, what } of faults)
    console.log(`fault ${number}, ${kind}: ${file}:${line} ${what}`)

  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  process.once('exit', removeFaults)
  await buildWith(faults)
  const paths = await pathsOf(positionals.filter(isChart))
  const isPart = positionals.length > 0
  const nextSteps = isPart ? [] : ('all' as const)
  const clean = await walkPaths({ lane: 0, fault: 0, paths, nextSteps, workers: lanes })
  const failed = clean.filter(({ status }) => status === 'failed')
  console.log(
    `${clean.length - failed.length} of ${clean.length} paths pass without a fault (${minutesSince(began)} minutes)`,
  )
  for (const { title, said } of failed) console.error(`judges nothing: ${title}: ${said}`)
  if (failed.length === clean.length) throw new Error('No path passes, so none can judge.')

  const verdicts = new Map<Fault, Verdict>()
  const queue = [...faults]
  const walkLane = async (lane: number) => {
    for (let fault = queue.shift(); fault; fault = queue.shift()) {
      const verdict = await judge(fault, { clean, paths, lane, seconds: Number(values.seconds) })
      verdicts.set(fault, verdict)
      const { outcome, by, walked, of } = verdict
      console.log(
        `fault ${fault.number}: ${outcome} ${by} (${walked} of ${of} paths, ${minutesSince(began)} minutes)`,
      )
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => walkLane(lane + 1)))

  const sabotage: SabotageRun = {
    seed,
    commit: head,
    part: positionals,
    files: new Set(mutants.map(({ file }) => file)).size,
    generated: Object.fromEntries(kindNames.map((kind) => [kind, ofKind(kind)])) as Record<Kind, number>,
    paths: {
      passed: clean.length - failed.length,
      failed: failed.map(({ title }) => title),
    },
    minutes: minutesSince(began),
    verdicts: faults.flatMap((fault) => {
      const verdict = verdicts.get(fault)
      return verdict ? [{ fault, verdict }] : []
    }),
  }
  writeFileSync(runFile, JSON.stringify(sabotage))
  console.log(`${await writeReport(sabotage)} tells what came of each.`)
}

/** The paths of charts that can be walked in a browser; of all charts if none is named. */
async function pathsOf(charts: readonly TestPath['chart'][]): Promise<TestPath[]> {
  const wanted = charts.length > 0 ? charts : [...machines.keys()]
  const { file, left } = await writePaths(new Map(wanted.map((chart) => [chart, 'all'])))
  const all: TestPath[] = JSON.parse(readFileSync(file, 'utf8'))
  return all.filter(({ id }) => !left.some(({ path }) => path.id === id))
}

function isChart(name: string): name is TestPath['chart'] {
  return [...machines.keys()].some((one) => one === name)
}

function minutesSince(began: number): number {
  return Math.round((Date.now() - began) / 6_000) / 10
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', 'src', 'machines') && ' with changes'}`
}
