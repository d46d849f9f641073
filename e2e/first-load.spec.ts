import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { expectSeatingPlan, friday } from './seat-buyer.ts'
import { expect, expectTakenOver, test } from './test.ts'

/** What the first screen may need until the page has taken it over, whatever the machine. Bytes are as sent, with headers. */
const budget = { bytes: 130_000, requests: 6, bytesOfTask: 220_000, bytesOfSeats: 149_700 }

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

/** Opens a page, and weighs what it fetches until it has taken the screen over. */
async function weigh(page: Page, open: () => Promise<unknown>) {
  await watchTaken(page)
  const requests: Request[] = []
  // The provider's own script is not the page's.
  page.on(
    'requestfinished',
    (request) => void (!request.url().includes('/sandbox/') && requests.push(request)),
  )
  await open()
  await expectTakenOver(page)
  const end = await takenAt(page)
  const until = requests.filter((request) => request.timing().startTime < end)
  const sizes = await Promise.all(until.map((request) => request.sizes()))
  const bytes = sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0)
  return { types: until.map((request) => request.resourceType()).toSorted(), bytes }
}

test('needs no more bytes and requests for the first screen than its budget, no call and no style sheet', async ({
  page,
  arrange,
}) => {
  const { types, bytes } = await weigh(page, () => arrange({ shape: 'paid', state: 'basket' }))
  expect(types).toEqual(['document', 'image', 'script', 'script', 'script', 'script'])
  expect(types.length).toBeLessThanOrEqual(budget.requests)
  expect(bytes).toBeLessThanOrEqual(budget.bytes)
})

test('needs no more bytes for the seats screen than its budget, no call and no style sheet', async ({
  page,
}) => {
  const { types, bytes } = await weigh(page, () => page.goto(friday))
  expect(types.filter((type) => !['document', 'script'].includes(type))).toEqual([])
  expect(bytes).toBeLessThanOrEqual(budget.bytesOfSeats)
})

test('sends no script that is empty, as what is nothing but styles would be', () => {
  const scripts = readdirSync('dist/assets').filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.filter((name) => statSync(`dist/assets/${name}`).size === 0)).toEqual([])
})

/** Opens a page on a phone, and waits until nothing moves any more; returns how far things have moved. */
async function shiftsOf(page: Page, open: () => Promise<unknown>, settled: () => Promise<unknown>) {
  await page.setViewportSize({ width: 412, height: 823 })
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shifts: number }).shifts += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await open()
  await settled()
  return page.evaluate(() => (window as unknown as { shifts: number }).shifts)
}

test('moves nothing that is on the screen while the page takes it over and loads what follows', async ({
  page,
  arrange,
}) => {
  const open = () => arrange({ shape: 'everything', state: 'basket' })
  expect(await shiftsOf(page, open, () => page.waitForLoadState('networkidle'))).toBe(0)
})

test('moves nothing on the seats screen until the seating plan has been drawn', async ({ page }) => {
  expect(
    await shiftsOf(
      page,
      () => page.goto(friday),
      () => expectSeatingPlan(page),
    ),
  ).toBe(0)
})

test('moves no row of an event while its quantities get their buttons', async ({ page }) => {
  const shifts = await shiftsOf(
    page,
    () => page.goto('/events/late-film-club/'),
    () => expect(page.getByRole('button', { name: /^More, / }).first()).toBeVisible(),
  )
  // The number goes between its buttons.
  expect(shifts).toBeLessThan(0.001)
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

/** The script of what follows the first screen, such as the watch over the connection. */
const following = () => {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string }
  >
  return `/${manifest['src/app/after-first-step.ts']?.file}`
}

test('watches the connection, also if the script with the watch was lost at first [F2]', async ({
  page,
  context,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await page.clock.install()
  await page.request.post('/sandbox/arrange', { data: { shape: 'paid', state: 'basket' } })
  const loss = page.waitForEvent('requestfailed', (request) => request.url().endsWith(following()))
  await page.route(`**${following()}`, (route) => route.abort('internetdisconnected'), { times: 1 })
  await page.goto('/checkout/')
  await expectTakenOver(page)
  await loss
  await page.clock.runFor(1_000)
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached()
  await context.setOffline(true)
  await expect(page.locator('[data-connection="offline"]')).toBeVisible()
})

test('loads nothing else while the last part of the first load is on its way, however long that takes', async ({
  page,
}) => {
  await page.clock.install()
  const paths: string[] = []
  const finished: string[] = []
  const pathOf = (request: Request) => new URL(request.url()).pathname
  page.on('request', (request) => paths.push(pathOf(request)))
  page.on('requestfinished', (request) => finished.push(pathOf(request)))
  let arrive = () => {}
  const way = new Promise<void>((done) => (arrive = done))
  await page.route(`**${parts.at(-1)}`, async (route) => {
    await way
    paths.push('the last part comes')
    await route.continue()
  })
  await page.request.post('/sandbox/arrange', { data: { shape: 'paid', state: 'basket' } })
  await page.goto('/checkout/', { waitUntil: 'commit' })
  await expect.poll(() => finished).toEqual(expect.arrayContaining(parts.slice(0, -1)))
  for (let second = 0; second < 6; second += 1) await page.clock.runFor(1_000)
  arrive()
  await expectTakenOver(page)
  await expect.poll(() => paths).toContain(following())
  expect(paths.indexOf(following())).toBeGreaterThan(paths.indexOf('the last part comes'))
})
