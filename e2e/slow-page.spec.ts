import type { Page, Route } from '@playwright/test'
import { movesOf, watchMoves } from './moves.ts'
import { isCheckoutPage } from './plain-page.ts'
import { arrangeSession, expect, expectTakenOver, test, type Arrangement } from './test.ts'

/** Screens of which a large part comes after something that a buyer could press. */
const screens: Arrangement[] = [
  { shape: 'everything', state: 'basket' },
  { shape: 'charity', state: 'gift_aid' },
  { shape: 'paid', state: 'login' },
  { shape: 'deliverable', state: 'delivery_address' },
  { shape: 'paid', state: 'payment' },
  { shape: 'paid', state: 'order_completed' },
  { shape: 'everything', state: 'order_completed' },
  { shape: 'voucher', state: 'order_completed' },
]

const piece = (number: number) => `<script src="/assets/piece-${number}.js"></script>`

/**
 * Has the drawn page come in pieces, which end after each control above its footer: the browser stops there until `come` is done.
 * Without `waits`, the browser is not asked to draw nothing until all of it has come, as if it did not know how.
 */
async function inPieces(page: Page, waits: boolean, come: (source: string) => Promise<unknown>) {
  await page.route(isCheckoutPage, async (route: Route) => {
    const response = await route.fetch()
    const [before = '', app = '', after = ''] = (await response.text()).split(
      /(<div id="app" [^]*)(?=<footer)/,
    )
    let count = 0
    const pieces = app.replace(/<\/(?:a|button|label|summary)>(?=<)/g, (end) => end + piece((count += 1)))
    expect(count, 'pieces of a drawn screen').toBeGreaterThan(2)
    const head = waits ? before : before.replace(/<link rel="expect"[^>]*>/, '')
    await route.fulfill({ response, body: head + pieces + after })
  })
  await page.route('**/assets/piece-*.js', async (route) => {
    await come(new URL(route.request().url()).pathname)
    // The page that takes over must find what the shop has drawn.
    await route.fulfill({ contentType: 'text/javascript', body: 'document.currentScript.remove()' })
  })
}

/** Waits until the browser has stopped at a piece, whose script it asks for ahead. */
const stoppedAt = (page: Page, source: string) =>
  page.evaluate(
    (end) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(look)
        function look() {
          if (!document.querySelector(`script[src="${end}"]`)) return
          observer.disconnect()
          resolve()
        }
        observer.observe(document, { childList: true, subtree: true })
        look()
      }),
    source,
  )

/** Waits until the browser has drawn what has come. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

for (const width of [390, 1280])
  test(`moves nothing that a buyer could press in a browser that draws a screen piece by piece, at ${width}`, async ({
    page,
  }) => {
    await watchMoves(page)
    await page.setViewportSize({ width, height: 3600 })
    await inPieces(page, false, async (source) => {
      await stoppedAt(page, source)
      await drawn(page)
    })
    for (const arrangement of screens) {
      await arrangeSession(page, arrangement)
      await page.goto('/checkout/')
      await expectTakenOver(page)
      expect.soft(await movesOf(page), JSON.stringify(arrangement)).toEqual([])
    }
  })

test('draws a screen when all of it has come', async ({ page }) => {
  await arrangeSession(page, { shape: 'paid', state: 'basket' })
  let end = 0
  await inPieces(page, true, async (source) => {
    await stoppedAt(page, source)
    end = await page.evaluate(() => performance.now())
  })
  await page.goto('/checkout/')
  await expectTakenOver(page)
  const firstPaint = () => page.evaluate(() => performance.getEntriesByType('paint')[0]?.startTime)
  await expect.poll(firstPaint).toBeDefined()
  expect(await firstPaint()).toBeGreaterThan(end)
})
