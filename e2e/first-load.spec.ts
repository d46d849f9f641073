import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { expect, expectTakenOver, test } from './test.ts'

/** What the first screen may need until the page has taken it over, whatever the machine. Bytes are as sent, with headers. */
const budget = { bytes: 131_000, requests: 6, bytesOfTask: 220_000 }

/** The parts of the first load, as the page names them. */
const parts = [
  ...readFileSync('dist/index.html', 'utf8').matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g),
].map(([, path = '']) => path)

/** Notes when the page has taken the screen over. */
const watchTaken = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const app = document.getElementById('app')
      if (!app || app.dataset.scripts !== undefined) return
      performance.mark('taken')
      observer.disconnect()
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })

const takenAt = (page: Page) =>
  page.evaluate(() => performance.timeOrigin + (performance.getEntriesByName('taken')[0]?.startTime ?? 0))

test('needs no more bytes and requests for the first screen than its budget, no call and no style sheet', async ({
  page,
  arrange,
}) => {
  await watchTaken(page)
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  await arrange({ shape: 'paid', state: 'basket' })
  const end = await takenAt(page)
  const until = requests.filter((request) => request.timing().startTime < end)
  const sizes = await Promise.all(until.map((request) => request.sizes()))
  const bytes = sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0)
  expect(until.map((request) => request.resourceType()).toSorted()).toEqual([
    'document',
    'image',
    'script',
    'script',
    'script',
    'script',
  ])
  expect(until.length).toBeLessThanOrEqual(budget.requests)
  expect(bytes).toBeLessThanOrEqual(budget.bytes)
})

test('moves nothing that is on the screen while the page takes it over and loads what follows', async ({
  page,
  arrange,
}) => {
  await page.setViewportSize({ width: 412, height: 823 })
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shifts: number }).shifts += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await arrange({ shape: 'everything', state: 'basket' })
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0)
})

test('runs each part of the first load in a task of its own, and none is large', async ({
  page,
  browser,
  arrange,
}) => {
  expect(parts).toHaveLength(4)
  for (const part of parts)
    expect(readFileSync(`dist${part}`).length, part).toBeLessThanOrEqual(budget.bytesOfTask)
  await page.goto('/legal-information/purchase-terms-and-conditions/')
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  await arrange({ shape: 'paid', state: 'basket' })
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const tasks = traceEvents.filter(({ name, ph }) => ph === 'X' && name.endsWith('RunTask'))
  const isIn = (task: TraceEvent) => (event: TraceEvent) =>
    event.pid === task.pid && event.tid === task.tid && event.ts >= task.ts && event.ts < task.ts + task.dur
  const runs = traceEvents.filter(({ name }) => name === 'v8.evaluateModule')
  const tasksOfRuns = new Set(runs.map((run) => tasks.find((task) => isIn(task)(run))))
  expect(runs.length).toBeGreaterThanOrEqual(parts.length)
  expect(tasksOfRuns.size).toBe(runs.length)
})

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Beginning and duration, in microseconds. */
  ts: number
  dur: number
}

for (const [index, part] of parts.entries())
  if (index > 0)
    test(`keeps the screen readable if part ${index} of the first load is lost twice, and takes it over then`, async ({
      page,
      expectComplaint,
    }) => {
      expectComplaint(/ERR_INTERNET_DISCONNECTED/)
      let isLost = true
      let losses = 0
      const hasBeenLost = new Promise<void>((resolve) => {
        void page.route(`**${part}`, (route) => {
          if (!isLost) return route.continue()
          losses += 1
          if (losses === 2) resolve()
          return route.abort('internetdisconnected')
        })
      })
      await page.request.post('/sandbox/arrange', { data: { shape: 'paid', state: 'basket' } })
      await page.goto('/checkout/')
      await hasBeenLost
      await expect(page.getByRole('main').getByText('Late Film Club').first()).toBeVisible()
      isLost = false
      await expectTakenOver(page)
      await page.getByRole('button', { name: 'Reserve Basket' }).click()
      await expect(page.getByLabel('Email address')).toBeEditable()
    })
