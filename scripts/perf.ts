import { chromium, type Browser } from '@playwright/test'

import { MonitoringSink } from '#e2e/monitoring-sink.ts'
import { Shop } from '#server/testing/running-shop.ts'
import playwright from '../playwright.config.ts'

/**
 * `npm run perf`: the largest contentful paint (LCP) and total blocking time (TBT) of the basket on a slow computer, with
 * and without monitoring, replay included, in turns. Needs a build.
 */
const slowDown = 4
const rounds = 9
/** Monitoring has loaded and recorded by then. */
const watchedFor = 6_000

interface Visit {
  lcp: number
  tbt: number
}

/** Runs in the page before its scripts: collects paints and long tasks. */
function observe() {
  const visit = { lcp: 0, tbt: 0 }
  Object.assign(window, { visit })
  new PerformanceObserver((list) => {
    visit.lcp = list.getEntries().at(-1)?.startTime ?? 0
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) visit.tbt += duration - 50
  }).observe({ type: 'longtask', buffered: true })
}

async function visit(browser: Browser, { url }: Shop): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await context.addCookies([{ name: 'analytics_consent', value: '1', url }])
  const page = await context.newPage()
  await page.request.post(`${url}/sandbox/arrange`, { data: { shape: 'paid' } })
  await page.addInitScript(observe)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  await page.goto(`${url}/checkout/`)
  await page.locator('[data-state="basket"]').waitFor()
  await page.waitForTimeout(watchedFor)
  const seen = await page.evaluate<Visit>('window.visit')
  await context.close()
  return seen
}

const sink = new MonitoringSink()
await sink.start()
const shops = {
  off: new Shop(4691),
  on: new Shop(4692, {
    PAGE_CONFIG: JSON.stringify({ monitoringAddress: sink.address }),
  }),
}
const visits: Record<keyof typeof shops, Visit[]> = { off: [], on: [] }
const browser = await chromium.launch(playwright.use?.launchOptions)
try {
  for (const shop of Object.values(shops)) await shop.start()
  for (const shop of Object.values(shops)) await visit(browser, shop)
  for (let round = 0; round < rounds; round += 1)
    for (const which of ['off', 'on'] as const) visits[which].push(await visit(browser, shops[which]))
} finally {
  await browser.close()
  for (const shop of Object.values(shops)) await shop.stop()
  await sink.stop()
}

if (!sink.items.length) throw new Error('Monitoring has sent nothing: these figures say nothing')
for (const [which, seen] of Object.entries(visits))
  console.log(`monitoring ${which.padEnd(3)}  LCP ${range(seen, 'lcp')}  TBT ${range(seen, 'tbt')}`)
console.log(`medians of ${rounds} visits (fastest to slowest), CPU slowed down ${slowDown} times`)

function range(seen: Visit[], key: keyof Visit): string {
  const sorted = seen.map((one) => Math.round(one[key])).sort((a, b) => a - b)
  return `${sorted[Math.floor(sorted.length / 2)]} ms (${sorted[0]} to ${sorted.at(-1)})`
}
