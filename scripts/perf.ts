import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from '@playwright/test'

import { MonitoringSink } from '#e2e/monitoring-sink.ts'
import { Shop } from '#server/testing/running-shop.ts'
import playwright from '../playwright.config.ts'
import { startFloor } from './bench/start-floor.ts'
import { measureArrival, measurePresses, measureUsable, readArrival } from './perf/basket.ts'
import { inQuiet } from './perf/busy.ts'
import { Figures, type Sample } from './perf/figures.ts'
import { film, writeStrips } from './perf/film-strip.ts'
import { measureMemory } from './perf/memory.ts'
import { measureSteps } from './perf/next-steps.ts'
import { measureProcessor } from './perf/processor.ts'
import { desk, phone, slowNetwork } from './perf/profiles.ts'
import { memoryRows, phoneRows, slowRows, stepRows } from './perf/rows.ts'
import { resultsOf, tableOf, type Result } from './perf/table.ts'
import { arrange, settle, visit, type Visitor } from './perf/visit.ts'

/**
 * `npm run perf`: how fast the first screen and each later step come on a phone, beside a static page with the same basket lines,
 * in the median of three visits; in about five minutes, after a build.
 *
 *     npm run perf                         the shop draws the first screen (DRAWN_PAGES)
 *     npm run perf -- --plain              the page draws it
 *     npm run perf -- --saving             the browser saves data, so nothing of the next step is loaded ahead
 *     npm run perf -- --slow               the first screen at 400 kbps and 400 ms, with a film strip
 *     npm run perf -- --memory             whether the memory stays flat over 200 steps
 *     npm run perf -- --monitoring         with error reports, traces and replay
 *     npm run perf -- --repeats 5          more visits
 *     npm run perf -- --against FILE       beside an earlier report
 *
 * Reports are in `reports/`, each under the name of its options. A visit is made again if other programs used more than 0.3 of a processor
 * meanwhile; a row with `*` has visits beside other work, and does not count.
 */
const { values: options } = parseArgs({
  options: {
    plain: { type: 'boolean', default: false },
    saving: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    monitoring: { type: 'boolean', default: false },
    repeats: { type: 'string', default: '3' },
    against: { type: 'string' },
  },
})
const port = Number(process.env.PORT ?? 4690)
const repeats = Number(options.repeats)
const flags = (['plain', 'saving', 'slow', 'memory', 'monitoring'] as const).filter((name) => options[name])
const report = ['reports/perf', ...flags].join('-')
const profile = options.slow ? slowNetwork : phone
const earlier = options.against === undefined ? undefined : readResults(options.against)

if (!existsSync('dist/index.html') || !existsSync('dist-shop/draw.js'))
  throw new Error('There is no built page: run `npm run build` first')
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<
  string,
  { file: string }
>
mkdirSync('reports', { recursive: true })
const begun = performance.now()
const figures = new Figures()
const notes: string[] = []
/** What each change of a step has fetched besides its calls. */
const fetched = new Map<string, string[]>()
let runs = 0
let repeated = 0
let busy = 0

const sink = new MonitoringSink()
if (options.monitoring) await sink.start()
const shop = new Shop(port, {
  DRAWN_PAGES: options.plain ? 'off' : 'on',
  ...(options.monitoring && { PAGE_CONFIG: JSON.stringify({ monitoringAddress: sink.address }) }),
})
const browser = await chromium.launch(playwright.use?.launchOptions)
try {
  await shop.start()
  if (options.memory) figures.add(await inBrowser((visitor) => measureMemory(visitor, shop.url), desk))
  else await measureBesideFloor(browser)
} finally {
  await browser.close()
  await shop.stop()
  if (options.monitoring) await sink.stop()
}
if (options.monitoring && sink.items.length === 0)
  throw new Error('Monitoring has sent nothing: these figures say nothing of it')

const rows = options.memory
  ? memoryRows
  : options.slow
    ? slowRows
    : [...phoneRows, ...stepRows(Object.keys(figures.byKey))]
const results = resultsOf(rows, figures)
for (const { key, title } of rows) if (!figures.byKey[key]) notes.push(`not measured: ${title}`)
for (const [step, paths] of fetched)
  if (paths.length > 0) notes.push(`${step} fetched ${paths.map(sourceOf).join(', ')}`)
const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
writeFileSync(
  `${report}.json`,
  JSON.stringify({ date: new Date().toISOString(), options, runs, busy, results, notes }, null, 2),
)
for (const line of [...tableOf(results, earlier), ...notes]) console.log(line)
console.log(`${runs} runs in ${minutes} minutes, ${repeated} made again; ${report}.json`)
if (busy > 0)
  console.log(`* The machine was too busy during ${busy} of them: rows with this mark do not count.`)

/** The source of a built script, or the path if it has none of its own. */
function sourceOf(path: string): string {
  const entry = Object.entries(manifest).find(([, { file }]) => `/${file}` === path)
  return entry?.[0] ?? path
}

function readResults(path: string): Result[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as { results: Result[] }).results
}

async function measureBesideFloor(browser: Browser): Promise<void> {
  const floor = await startFloor('scripts/perf/floor.ts', port + 1, { LINES: await readLines(browser) })
  try {
    await run(() => measureProcessor(shop))
    for (let round = 0; round < repeats; round += 1) {
      await run(() => inBrowser((visitor) => measurePage(visitor, floor.address)), 'floor ')
      await run(() => inBrowser((visitor) => measureUsable(visitor, shop.url), profile, true))
      await run(() => inBrowser(measureBasket))
      if (options.slow) continue
      await run(() => inBrowser((visitor) => measurePage(visitor, `${shop.url}/all-events/`)), 'events list ')
      await run(
        () => inBrowser((visitor) => measurePage(visitor, `${shop.url}/events/late-film-club/`)),
        'event page ',
      )
    }
    if (options.slow) await filmBoth(floor.address)
    else await run(() => inBrowser((visitor) => measureSteps(visitor, shop.url, fetched)))
  } finally {
    await floor.stop()
  }
}

/** Measures something while the machine is quiet, and keeps the figures. */
async function run(measure: () => Promise<Sample>, prefix = ''): Promise<void> {
  const { result, isBusy, isRepeated } = await inQuiet(measure)
  figures.add(result, { prefix, isBusy })
  runs += 1
  repeated += Number(isRepeated)
  busy += Number(isBusy)
}

function inBrowser<Result>(
  measure: (visitor: Visitor) => Promise<Result>,
  on = profile,
  isPressing = false,
): Promise<Result> {
  return visit(browser, on, measure, {
    isPressing,
    isMonitored: options.monitoring,
    isSaving: options.saving,
    url: shop.url,
  })
}

async function measureBasket(visitor: Visitor): Promise<Sample> {
  const arrival = await measureArrival(visitor, shop.url)
  return options.slow ? arrival : { ...arrival, ...(await measurePresses(visitor)) }
}

/** Measures how a page appears that waits for nothing. */
async function measurePage(visitor: Visitor, address: string): Promise<Sample> {
  await visitor.page.goto(address)
  await settle(visitor)
  return { ...(await readArrival(visitor)), ...visitor.wire.until(Infinity) }
}

/** Returns the lines of the measured basket, for the floor. */
function readLines(browser: Browser): Promise<string> {
  return visit(browser, desk, async (visitor) => {
    await arrange(visitor, shop.url, { shape: 'paid' })
    const reply = await visitor.page.request.get(`${shop.url}/ajax/checkout/checkout/get/`)
    return JSON.stringify(((await reply.json()) as { tickets: unknown }).tickets)
  })
}

async function filmBoth(floor: string): Promise<void> {
  const strips = [
    await inBrowser((visitor) => film(visitor, 'static page', floor)),
    await inBrowser(async (visitor) => {
      await arrange(visitor, shop.url, { shape: 'paid' })
      return film(visitor, options.plain ? 'basket, plain' : 'basket', `${shop.url}/checkout/`)
    }),
  ]
  writeStrips(`${report}.html`, strips)
  notes.push(`Film strip: ${report}.html`)
}
