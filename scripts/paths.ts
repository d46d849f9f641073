import { parseArgs } from 'node:util'
import { trialIn } from '#machines/drawing/try-out/link.ts'
import { starts, walk } from '#machines/drawing/try-out/trial.ts'
import {
  aims,
  coverChart,
  findPaths,
  machines,
  UnknownName,
  type Aim,
  type Coverage,
  type TestPath,
} from '#machines/paths/index.ts'
import { requirementTexts } from '#machines/paths/requirement-texts.ts'
import { suggest } from '#machines/paths/names.ts'
import { placesTo } from '#machines/paths/search.ts'
import { testPathOf } from '#machines/paths/test-path.ts'
import { changedTransitions, withReference } from './changed-transitions.ts'
import { keepPaths } from './kept-paths.ts'
import { formats, type Format } from './path-formats.ts'

const usage = `npm run paths                                       how far all charts are covered; fails if something is not
npm run paths -- --format csv                       few paths that cover all charts
npm run paths -- --to claim_failed --from basket --through captcha --shape free
npm run paths -- --requirement CONT-23              paths that meet a requirement
npm run paths -- --changed origin/main              paths through what has changed since (HEAD without a name)
npm run paths -- --trial LINK                       a walk on the page of the charts, by its link

--to, --from, --through   a step (payment), a state (claim_failed, payment.settled.choosing), an event (donation.skip) or
                          a case of one ("done reserveTickets: captcha"); --through may be given again
--shape                   the basket, one of those that the sandbox arranges
--all N                   up to N different paths; 1 without it
--cover                   states, transitions (the default), guards or pairs
--format                  text, json, csv, junit or gherkin`

/** Reads the options. Throws `UnknownName` for one that there is not. */
function readOptions() {
  const args = withReference(process.argv.slice(2))
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new UnknownName(error instanceof Error ? error.message : String(error))
  }
}

const options = {
  to: { type: 'string' },
  from: { type: 'string' },
  through: { type: 'string', multiple: true },
  shape: { type: 'string' },
  requirement: { type: 'string' },
  changed: { type: 'string' },
  trial: { type: 'string' },
  all: { type: 'string', default: '1' },
  cover: { type: 'string', default: 'transitions' },
  format: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

const one = <Name extends string>(option: string, name: string, known: readonly Name[]): Name => {
  const found = known.find((each) => each === name)
  if (!found) throw new UnknownName(`--${option} is "${name}"; it must be ${known.join(', ')}.`)
  return found
}

const formatNames = Object.keys(formats) as Format[] // Object.keys returns plain strings

async function run() {
  const values = readOptions()
  if (values.help) return console.log(usage)
  const aim = one('cover', values.cover, aims)
  const format = values.format === undefined ? null : one('format', values.format, formatNames)
  const { to, from, through, shape, requirement, trial } = values
  if (trial !== undefined) return print([pathOfTrial(trial)], format ?? 'text')
  const isWished = [to, from, through, shape, requirement].some((wish) => wish !== undefined)
  if (isWished) {
    const maxPaths = countOf(values.all)
    const { paths, reason } = findPaths({ to, from, through, shape, requirement, maxPaths })
    if (paths.length > 0) {
      if (requirement !== undefined) tellWholeStep(requirement, paths)
      return print(paths, format ?? 'text')
    }
    throw new UnknownName(reason)
  }
  if (values.changed !== undefined) return printChanged(values.changed, format ?? 'text')
  const all = await coverAll(aim)
  if (format) print(pathsIn(all), format)
  else for (const coverage of all) console.log(summary(coverage, aim))
  judge(all)
}

function countOf(all: string): number {
  const count = Number(all)
  if (!Number.isInteger(count) || count < 1) throw new UnknownName(`--all is "${all}"; it must be 1 or more.`)
  return count
}

/** The path of a walk on the page of the charts. */
function pathOfTrial(link: string): TestPath {
  const trial = trialIn(link)
  if (!trial)
    throw new UnknownName('--trial takes the link to a walk on the page of the charts; it has "#try=" in it.')
  if (!starts.has(trial.start))
    throw new UnknownName(
      `The walk begins with "${trial.start}", which there is not. ${suggest(trial.start, [...starts.keys()])}`,
    )
  const { place, wrong } = walk(trial)
  if (wrong !== null)
    throw new UnknownName(`The charts have changed: "${wrong}" is not possible in this walk.`)
  return testPathOf(placesTo(place))
}

/** Says that a path does not show the requirement by itself, as no transition or message is about it alone. */
function tellWholeStep(requirement: string, paths: readonly TestPath[]) {
  if (paths.some(({ requirements }) => requirements.includes(requirement))) return
  const text = requirementTexts.get(requirement)
  console.error(`${requirement} is about a whole step, so look for it where this path ends: "${text}".`)
}

async function coverAll(aim: Aim): Promise<Coverage[]> {
  const all: Coverage[] = []
  for (const chart of machines.keys()) all.push(await coverChart(chart, aim))
  return all
}

function pathsIn(all: readonly Coverage[]): TestPath[] {
  return all.flatMap(({ paths }) => paths)
}

function print(paths: TestPath[], format: Format) {
  keepPaths(paths)
  process.stdout.write(formats[format](paths))
}

function summary({ chart, counts, paths }: Coverage, aim: Aim): string {
  const told = aims.map((each) => {
    const { covered, of } = counts[each]
    return `${of === null ? covered : `${covered} of ${of}`} ${each}`
  })
  const steps = paths.reduce((sum, path) => sum + path.steps.length, 0)
  return `${chart}: ${told.join(', ')}; ${paths.length} paths with ${steps} steps cover the ${aim}`
}

/** Tells what is not covered, on the error stream, so that a format stays readable; excuses have reasons. */
function judge(all: readonly Coverage[]) {
  for (const { missing, excused, stale } of all) {
    for (const { key, reason } of excused) console.error(`excused: ${key}: ${reason}`)
    for (const key of missing) console.error(`not covered: ${key}`)
    for (const key of stale) console.error(`covered, so remove its excuse: ${key}`)
    if (missing.length + stale.length > 0) process.exitCode = 1
  }
}

/** Prints paths through the transitions that are not as they were at a commit. */
async function printChanged(reference: string, format: Format) {
  const all: Coverage[] = []
  for (const [chart, keys] of changedTransitions(reference))
    all.push(await coverChart(chart, 'transitions', (key) => keys.has(key)))
  if (all.length === 0) console.error(`No chart has changed since ${reference}.`)
  print(pathsIn(all), format)
  judge(all)
}

try {
  await run()
} catch (error) {
  if (!(error instanceof UnknownName)) throw error
  console.error(error.message)
  process.exitCode = 1
}
