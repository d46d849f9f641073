import type { Page } from '@playwright/test'
import { withPlainPage } from '#e2e/plain-page.ts'
import { expect, test as base, type Arrangement } from '#e2e/test.ts'
import { Shop } from '#server/testing/running-shop.ts'

/** With a shop that draws the first screen. */
const test = base.extend<object, { shop: Shop }>({
  shop: [
    async ({}, use, { workerIndex }) => {
      const shop = new Shop(Number(process.env.E2E_PORT ?? 4400) + 60 + workerIndex, { DRAWN_PAGES: 'on' })
      await shop.start()
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker' },
  ],
})

/** A basket at each step, of every shape that makes the step look different. */
const screens: Arrangement[] = [
  ...(['paid', 'seats', 'everything', 'voucher', 'required'] as const).map((shape) => ({
    shape,
    state: 'basket' as const,
  })),
  { shape: 'charity', state: 'donation' },
  { shape: 'charity', state: 'gift_aid' },
  { shape: 'paid', state: 'login' },
  { shape: 'marketing', state: 'marketing_preferences' },
  { shape: 'deliverable', state: 'delivery_address' },
  { shape: 'questions_before', state: 'ticket_questions_before' },
  ...(['paid', 'bank', 'express', 'plan', 'square'] as const).map((shape) => ({
    shape,
    state: 'payment' as const,
  })),
  { shape: 'bank', state: 'awaiting_truelayer' },
  { shape: 'paid', state: 'deliver_tickets' },
  { shape: 'questions_after', state: 'ticket_questions_after' },
  { shape: 'waiver', state: 'waiver' },
  { shape: 'messages', state: 'after_sale_messages' },
  { shape: 'everything', state: 'order_completed' },
]

/** Keeps what is on the screen when the page has just taken it over, and what the page tells of a screen drawn anew. */
async function watchTakeOver(page: Page) {
  await page.addInitScript(() => {
    const told = { html: '', anew: [] as string[] }
    Object.assign(window, { told })
    window.onPageEvent = (event) => {
      if (event.type === 'problem' && event.name === 'drawn anew') told.anew.push(event.detail)
    }
    new MutationObserver((_, observer) => {
      const app = document.getElementById('app')
      if (!app || app.dataset.scripts !== undefined) return
      told.html = app.innerHTML
      observer.disconnect()
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-scripts'] })
  })
}

const toldBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { told: { html: string; anew: string[] } }).told)

/** What the announcer has said since, and the time on the clock, are no differences. */
const comparable = (html: string) =>
  html
    .replace(/(<div class="visually-hidden" role="status"[^>]*>)[^]*?<\/div>/, '$1</div>')
    .replace(/\d\d:\d\d/g, '')

for (const arrangement of screens)
  test(`sends the screen with the page, and takes it over as it is: ${arrangement.shape}, ${arrangement.state}`, async ({
    page,
    arrange,
  }) => {
    await watchTakeOver(page)
    const answer = page.waitForResponse((response) => new URL(response.url()).pathname === '/checkout/')
    await arrange(arrangement)
    const html = await (await answer).text()
    await expect(page.locator('#app:not([data-scripts])')).toBeVisible()
    const drawn = await page.evaluate(
      (text) => new DOMParser().parseFromString(text, 'text/html').getElementById('app')?.innerHTML ?? '',
      html,
    )
    const { html: taken, anew } = await toldBy(page)
    expect(anew).toEqual([])
    expect(html).toContain(`data-state="${arrangement.state}"`)
    expect(comparable(taken)).toBe(comparable(drawn))
  })

test('shows basket and total before any script has come', async ({ browser, shop }) => {
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.request.post('/sandbox/arrange', { data: { shape: 'paid', state: 'basket' } })
  await page.goto('/checkout/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Basket')
  await expect(page.getByRole('main').getByText('Late Film Club').first()).toBeVisible()
  await expect(page).toHaveTitle('Basket')
  await context.close()
})

test('makes no call before the basket can be reserved', async ({ page, arrange }) => {
  const calls: string[] = []
  page.on('request', (request) => void (request.url().includes('/ajax/') && calls.push(request.url())))
  await arrange({ shape: 'paid', state: 'basket' })
  await expect(page.locator('#app:not([data-scripts])')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reserve Basket' })).toBeEnabled()
  expect(calls).toEqual([])
})

test('makes the documented calls itself where no screen comes with the page [CALL-03, CALL-31]', async ({
  page,
  arrange,
}) => {
  const calls: string[] = []
  page.on(
    'request',
    (request) => void (request.url().includes('/ajax/') && calls.push(new URL(request.url()).pathname)),
  )
  await withPlainPage(page)
  await arrange({ shape: 'paid', state: 'basket' })
  await expect(page.getByRole('button', { name: 'Reserve Basket' })).toBeEnabled()
  expect(calls.toSorted()).toEqual(['/ajax/checkout/checkout/get/', '/ajax/user/user/get_user/'])
})

test('keeps the focus where a buyer has set it before the page takes the screen over', async ({
  page,
  arrange,
}) => {
  await page.route('**/assets/*.js', async (route) => {
    await page.getByRole('link', { name: 'Foyer' }).focus()
    await route.continue()
  })
  await arrange({ shape: 'paid', state: 'basket' })
  await expect(page.locator('#app:not([data-scripts])')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Foyer' })).toBeFocused()
})

test('sends nothing, and puts nothing into the address, while the page has no script yet', async ({
  page,
  arrange,
}) => {
  let come = () => {}
  const hasCome = new Promise<void>((resolve) => (come = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await hasCome
    await route.continue()
  })
  const opened: string[] = []
  page.on('request', (request) => void (request.isNavigationRequest() && opened.push(request.url())))
  // The page cannot have loaded before its scripts.
  const arranged = arrange({ shape: 'paid', state: 'login' })
  const email = page.getByLabel('Email address')
  await email.fill('ada@example.com')
  await email.press('Enter')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(email).toHaveValue('ada@example.com')
  come()
  await arranged
  await expect(page.locator('#app:not([data-scripts])')).toBeVisible()
  await expect(email).toHaveValue('ada@example.com')
  expect(opened).toEqual([expect.stringMatching(/\/checkout\/$/)])
})
