import { randomUUID } from 'node:crypto'

import type { BrowserContext, Page } from '@playwright/test'
import { sandboxSeatsKeys } from '#server/providers/sandbox-keys.ts'
import { expect, test } from './test.ts'

const pricing = [
  { category: 'premium', ticketTypes: [{ ticketType: 'premium-adult', price: 68, label: 'Adult' }] },
  {
    category: 'band-a',
    ticketTypes: [
      { ticketType: 'band-a-adult', price: 52, label: 'Adult' },
      { ticketType: 'band-a-concession', price: 44.5, label: 'Concession' },
    ],
  },
  { category: 'band-c', price: 24 },
]

interface ChartPage {
  chart: {
    holdToken: string
    selectedObjects: string[]
    positionOf: (label: string) => Promise<{ x: number; y: number }>
    zoomToObjects: (labels: string[]) => Promise<void>
    findObject: (label: string) => Promise<{ status: string; selectable: boolean }>
    listSelectedObjects: () => Promise<{ id: string; labels: object; selectedTicketType: string }[]>
    doSelectObjects: (labels: string[]) => Promise<void>
    startNewSession: () => Promise<void>
    holdBestAvailable: (wanted: object) => Promise<{ objects: { label: string }[]; nextToEachOther: boolean }>
    getReportBySelectability: () => Promise<{ selectable: { byCategoryKey: Record<string, number> } }>
  }
  heard: string[]
}

/** Runs in the page: what is called on the plan. */
const ask = <T>(page: Page, question: (chart: ChartPage['chart'], label: string) => T, label = '') =>
  page.evaluate(
    ([code, name]) => {
      const { chart } = window as unknown as ChartPage
      return (new Function(`return ${code}`)() as (...given: unknown[]) => T)(chart, name)
    },
    [question.toString(), label] as const,
  )

const heardOf = (page: Page) => page.evaluate(() => (window as unknown as ChartPage).heard)
const heard = (page: Page, ...wanted: string[]) =>
  expect.poll(() => heardOf(page)).toEqual(expect.arrayContaining(wanted))

/** Creates an event at the simulator in which no other test holds seats, and returns its key. */
async function newEvent({ request }: BrowserContext, origin: string): Promise<string> {
  const eventKey = `theatre-${randomUUID()}`
  const reply = await request.post(`${origin}/sandbox/seatsio/events`, {
    headers: { Authorization: `Basic ${Buffer.from(`${sandboxSeatsKeys.secretKey}:`).toString('base64')}` },
    data: { chartKey: 'theatre', eventKey },
  })
  expect(reply.ok(), await reply.text()).toBe(true)
  return eventKey
}

/** Opens a page that has nothing but the seating plan of an event. */
async function openChart(context: BrowserContext, origin: string, event: string): Promise<Page> {
  const page = await context.newPage()
  await page.route('**/chart-test/*', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({
          contentType: 'text/javascript; charset=utf-8',
          body: `(${start.toString()})(${JSON.stringify({ event, pricing, workspaceKey: sandboxSeatsKeys.publicKey })})`,
        })
      : route.fulfill({
          contentType: 'text/html; charset=utf-8',
          body: '<!doctype html><title>Chart</title><div id="chart" style="height: 700px"></div><script src="/chart-test/start.js"></script>',
        }),
  )
  await page.goto(`${origin}/chart-test/page`)
  await heard(page, 'onChartRendered')
  return page
}

/** Runs in the page: draws the plan and records its calls. */
function start(given: object) {
  const page = window as unknown as ChartPage & {
    seatsio: { SeatingChart: new (config: object) => { render: () => ChartPage['chart'] } }
  }
  page.heard = []
  const names =
    'onChartRendered onSessionInitialized onHoldCallsInProgress onHoldCallsComplete onHoldSucceeded onHoldFailed onReleaseHoldSucceeded onObjectSelected onObjectDeselected onHoldTokenExpired onSelectionValid onSelectionInvalid onSelectedObjectUnavailable onObjectStatusChanged'
  const callbacks = names.split(' ').map((name) => [
    name,
    (first?: { label?: string } | string[], second?: { ticketType: string }) => {
      const what = Array.isArray(first)
        ? first.map((one) => (one as { label?: string }).label ?? one)
        : first?.label
      page.heard.push([name, String(what ?? ''), second?.ticketType].filter(Boolean).join(' '))
    },
  ])
  const script = document.createElement('script')
  script.src = '/sandbox/seatsio/chart.js'
  script.onload = () => {
    page.chart = new page.seatsio.SeatingChart({
      ...given,
      container: document.getElementById('chart'),
      priceFormatter: (price: number) => `£${Number.isInteger(price) ? price : price.toFixed(2)}`,
      session: 'continue',
      showLegend: true,
      objectWithoutPricingSelectable: false,
      selectionValidators: [{ type: 'noOrphanSeats' }, { type: 'consecutiveSeats' }],
      ...Object.fromEntries(callbacks),
    }).render()
  }
  document.head.append(script)
}

async function click(page: Page, label: string) {
  const { x, y } = await ask(page, (chart, name) => chart.positionOf(name), label)
  await page.mouse.click(x, y)
}

test('the simulated seating plan takes a press on a ticket type during which it is drawn anew', async ({
  context,
  shop,
}) => {
  const page = await openChart(context, shop.url, await newEvent(context, shop.url))
  const goOn = Promise.withResolvers<void>()
  await page.route('**/hold', (route) => goOn.promise.then(() => route.continue()), { times: 1 })
  await click(page, 'Stalls-G-10')
  await click(page, 'Stalls-L-12')
  await page.getByRole('button', { name: /Concession/ }).hover()
  await page.mouse.down()
  goOn.resolve()
  await heard(page, 'onHoldSucceeded Stalls-G-10')
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await page.mouse.up()
  await heard(page, 'onHoldSucceeded Stalls-L-12')
})

test('the simulated seating plan selects, holds and releases seats, and restores them after a reload', async ({
  context,
  shop,
}) => {
  const page = await openChart(context, shop.url, await newEvent(context, shop.url))
  await expect(page.getByRole('group', { name: 'Prices' }).getByRole('button')).toHaveText([
    'Premium£68',
    'Band A£44.50–£52',
    'Band B',
    'Band C£24',
  ])

  await click(page, 'Stalls-D-10')
  await heard(
    page,
    'onObjectSelected Stalls-D-10 premium-adult',
    'onHoldSucceeded Stalls-D-10',
    'onHoldCallsComplete',
    'onSelectionValid',
  )
  // A click on a seat whose hold is on its way releases the seat afterwards.
  const goOn = Promise.withResolvers<void>()
  await page.route('**/hold', (route) => goOn.promise.then(() => route.continue()), { times: 1 })
  await click(page, 'Stalls-D-12')
  await heard(page, 'onSelectionInvalid noOrphanSeats,consecutiveSeats')
  await click(page, 'Stalls-D-12')
  goOn.resolve()
  await heard(page, 'onObjectDeselected Stalls-D-12 premium-adult', 'onReleaseHoldSucceeded Stalls-D-12')

  await click(page, 'Stalls-K-12')
  await page
    .getByRole('dialog', { name: 'Stalls, Row K, Seat 12. Band A, £44.50–£52. Free' })
    .getByRole('button', { name: /Concession/ })
    .click()
  await heard(page, 'onObjectSelected Stalls-K-12 band-a-concession', 'onHoldSucceeded Stalls-K-12')
  // A seat without a price.
  await click(page, 'Stalls-N-12')
  await expect(page.getByRole('tooltip')).toContainText('Not available')
  const box = await ask(page, (chart) => chart.positionOf('Boxes-A-3'))
  await page.mouse.move(box.x, box.y)
  await expect(page.getByRole('tooltip')).toContainText('Restricted view')

  await page.reload()
  await heard(page, 'onChartRendered')
  const objects = await ask(page, (chart) => chart.listSelectedObjects())
  expect(objects.map(({ id, selectedTicketType }) => [id, selectedTicketType]).sort()).toEqual([
    ['Stalls-D-10', 'premium-adult'],
    ['Stalls-K-12', 'band-a-concession'],
  ])
  expect(objects[0]?.labels).toEqual({
    section: 'Stalls',
    parent: 'D',
    own: '10',
    displayedLabel: 'Stalls-D-10',
  })
})

test('the simulated seating plan gives a seat to one of two people, and tells the other at once', async ({
  context,
  browser,
  shop,
}) => {
  const event = await newEvent(context, shop.url)
  const one = await openChart(context, shop.url, event)
  const otherContext = await browser.newContext()
  const other = await openChart(otherContext, shop.url, event)

  await click(one, 'Stalls-E-10')
  await heard(one, 'onHoldSucceeded Stalls-E-10')
  await heard(other, 'onObjectStatusChanged Stalls-E-10')
  expect(await ask(other, (chart) => chart.findObject('Stalls-E-10'))).toMatchObject({
    status: 'reservedByToken',
    selectable: false,
  })

  const both = ['Stalls-F-10', 'Stalls-F-11']
  const tries = await Promise.allSettled(
    [one, other].map((page) =>
      page.evaluate((labels) => (window as unknown as ChartPage).chart.doSelectObjects(labels), both),
    ),
  )
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [winner, loser] = tries[0]?.status === 'fulfilled' ? [one, other] : [other, one]
  await heard(loser, 'onHoldFailed Stalls-F-10,Stalls-F-11', 'onObjectDeselected Stalls-F-10 premium-adult')
  await expect(loser.getByText('Sorry, this seat has just been taken')).toBeVisible()
  expect(await ask(winner, (chart) => chart.selectedObjects)).toEqual(expect.arrayContaining(both))
  expect(await ask(loser, (chart) => chart.selectedObjects)).not.toEqual(expect.arrayContaining([both[0]]))

  await other.route('**/hold', (route) => route.abort())
  await click(other, 'Stalls-C-10')
  await expect(other.getByText('We could not reach the server')).toBeVisible()
  await heard(other, 'onHoldFailed Stalls-C-10', 'onObjectDeselected Stalls-C-10 premium-adult')
  expect(await ask(other, (chart) => chart.selectedObjects)).not.toContain('Stalls-C-10')
  await otherContext.close()
})

test('the simulated seating plan works by keyboard, finds the best seats, and starts over when its token expires', async ({
  context,
  shop,
}) => {
  const page = await openChart(context, shop.url, await newEvent(context, shop.url))
  const best = await ask(page, async (chart) => {
    const { objects, nextToEachOther } = await chart.holdBestAvailable({ number: 2, categories: ['premium'] })
    return { labels: objects.map(({ label }) => label), nextToEachOther }
  })
  expect(best).toEqual({ labels: [expect.any(String), expect.any(String)], nextToEachOther: true })
  const free = () =>
    ask(page, async (chart) => (await chart.getReportBySelectability()).selectable.byCategoryKey)
  const before = await free()
  expect(before['band-b']).toBe(0)

  await page.getByRole('application', { name: 'Seating plan' }).focus()
  // From the first of the chosen seats past the second.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const spoken = page.locator('[aria-live="polite"]')
  await expect(spoken).toContainText(/Stalls, Row \w, Seat \d+\. Premium, £68\. Free/)
  await page.keyboard.press('Enter')
  await expect(spoken).toContainText('Your seat')
  await heard(page, 'onHoldCallsComplete')
  expect(await ask(page, (chart) => chart.selectedObjects)).toHaveLength(3)

  await page.request.post('/sandbox/clock', { data: { seconds: 901 } })
  await heard(page, 'onHoldTokenExpired', `onObjectDeselected ${best.labels[0]} premium-adult`)
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => ask(page, (chart) => chart.holdToken)).not.toBe('')
  await expect(page.getByText('Your time has run out')).toBeHidden()
  await page.evaluate((labels) => (window as unknown as ChartPage).chart.doSelectObjects(labels), best.labels)
  expect(await ask(page, (chart) => chart.selectedObjects)).toEqual(best.labels)
})
