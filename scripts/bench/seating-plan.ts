import { chromium } from '@playwright/test'

import { sandboxSeatsKeys } from '#server/providers/sandbox-keys.ts'
import { Shop } from '#server/testing/running-shop.ts'
import playwright from '../../playwright.config.ts'

/** `npm run bench -- seating-plan`: how fast the simulated seating plan draws an arena of 2,000 seats and answers, on a slow computer. */
const slowDown = 4
const rounds = 20
const event = 'winter-arena-saturday'

interface Bench {
  rendered: number
  clicks: number[]
  frames: number[]
  place: (label: string) => Promise<{ x: number; y: number }>
  look: (labels: string[]) => Promise<void>
}

/** Runs in the page: draws the plan and takes the times. */
function start(given: object) {
  const page = window as unknown as { bench: Bench; seatsio: { SeatingChart: new (config: object) => never } }
  const begun = performance.now()
  const bench: Bench = {
    rendered: 0,
    clicks: [],
    frames: [],
    place: () => Promise.reject(),
    look: () => Promise.reject(),
  }
  page.bench = bench
  const painted = (then: () => void) => requestAnimationFrame(() => setTimeout(then))
  const chart = new page.seatsio.SeatingChart({
    ...given,
    container: document.getElementById('chart'),
    session: 'continue',
    showLegend: true,
    onChartRendered: () => painted(() => (bench.rendered = performance.now() - begun)),
  }) as unknown as { render: () => void; positionOf: Bench['place']; zoomToObjects: Bench['look'] }
  chart.render()
  bench.place = (label) => chart.positionOf(label)
  bench.look = (labels) => chart.zoomToObjects(labels)
  addEventListener(
    'pointerup',
    ({ timeStamp }) => painted(() => bench.clicks.push(performance.now() - timeStamp)),
    true,
  )
  addEventListener(
    'wheel',
    ({ timeStamp }) => painted(() => bench.frames.push(performance.now() - timeStamp)),
    true,
  )
}

const shop = new Shop(4690)
await shop.start()
const browser = await chromium.launch(playwright.use?.launchOptions)
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  await page.route('**/bench', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Bench</title><div id="chart" style="height: 800px"></div><script src="/sandbox/seatsio/chart.js"></script>',
    }),
  )
  await page.goto(`${shop.url}/bench`)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  await page.evaluate(start, {
    event,
    workspaceKey: sandboxSeatsKeys.publicKey,
    pricing: ['floor', 'lower', 'side', 'upper'].map((category) => ({ category, price: 30 })),
  })
  const read = <T>(get: (bench: Bench) => T) =>
    page.evaluate(`(${get.toString()})(window.bench)`) as Promise<T>
  await page.waitForFunction('window.bench.rendered > 0')
  console.log(
    `drawn: ${Math.round(await read(({ rendered }) => rendered))} ms, the calls for hall and session included`,
  )

  await page.mouse.move(640, 400)
  for (let round = 0; round < rounds; round++) await page.mouse.wheel(0, round % 2 ? 60 : -60)
  await page.waitForFunction('window.bench.frames.length >= 10')
  report('zoom by wheel', await read(({ frames }) => frames))

  await page.evaluate(`window.bench.look(['Floor 2-A-1', 'Floor 5-H-12'])`)
  for (let round = 0; round < rounds; round++) {
    const label = `Floor 2-${'BCDE'[round % 4]}-${2 + Math.floor(round / 4) * 2}`
    const { x, y } = (await page.evaluate(`window.bench.place('${label}')`)) as { x: number; y: number }
    await page.mouse.click(x, y)
    await page.waitForFunction(`window.bench.clicks.length > ${round}`)
  }
  report('click on a seat', await read(({ clicks }) => clicks))
} finally {
  await browser.close()
  await shop.stop()
}

function report(what: string, times: number[]): void {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  console.log(`${what}: ${at(0.5)} ms until it is painted, slowest ${at(1)} ms (${sorted.length} times)`)
}
