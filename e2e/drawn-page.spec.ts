import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { newEmail } from '#e2e/buyer.ts'
import { isCheckoutPage, withPlainPage } from '#e2e/plain-page.ts'
import { expectSeatingPlan, find, friday, rows } from '#e2e/seat-buyer.ts'
import { expect, passShopTime, step, test, type Arrangement } from '#e2e/test.ts'

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

/**
 * Keeps what is on the screen when the page has just taken it over, and what the page tells of a screen drawn anew. Replies to the
 * page's calls come first: what the page does in tasks of their own, as React does, waits for them.
 */
async function watchTakeOver(page: Page) {
  await page.addInitScript(() => {
    const told = { html: '', anew: [] as string[] }
    Object.assign(window, { told })
    const sent = new Set<number>()
    const waiting: (() => void)[] = []
    window.onPageEvent = (event) => {
      if (event.type === 'problem' && event.name === 'drawn anew') told.anew.push(event.detail)
      if (event.type === 'sent') sent.add(event.call)
      if (event.type !== 'call') return
      sent.delete(event.call)
      if (sent.size === 0) for (const post of waiting.splice(0)) post()
    }
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      const post = () => postMessage.call(this, message)
      if (sent.size > 0) waiting.push(post)
      else post()
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

/** Keeps the page's scripts from coming; returns a function that lets them come. */
async function withoutScripts(page: Page) {
  let come = () => {}
  const hasCome = new Promise<void>((resolve) => (come = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await hasCome
    await route.continue()
  })
  return come
}

/** Opens a basket at a step, whose page has no script yet; returns a function that lets it come, and waits for the page. */
async function openDrawn(page: Page, arrangement: Arrangement) {
  await page.request.post('/sandbox/arrange', { data: arrangement })
  return openDrawnAt(page, '/checkout/')
}

async function openDrawnAt(page: Page, path: string) {
  const come = await withoutScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('#app[data-scripts]')).toBeVisible()
  return async () => {
    come()
    await isTaken(page)
  }
}

const isTaken = (page: Page) => expect(page.locator('#app:not([data-scripts])')).toBeVisible()

/** The address of the script that is built of a source. */
function builtOf(source: string) {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string }
  >
  return `**/${manifest[source]?.file}`
}

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
    const html = await expectTakenAsDrawn(page, '/checkout/', () => arrange(arrangement))
    expect(html).toContain(`data-state="${arrangement.state}"`)
  })

for (const date of ['the-tempest-friday', 'the-tempest-saturday', 'winter-arena-saturday'])
  test(`sends the seats screen with the page, and takes it over as it is: ${date}`, async ({ page }) => {
    const address = `/events/book_seats/${date}/`
    const html = await expectTakenAsDrawn(page, address, () => page.goto(address))
    expect(html).toContain('data-substate="loading_script"')
    await expectSeatingPlan(page)
  })

/** Opens a page at this path, and compares what the shop has sent with what the page has taken over; returns the page as sent. */
async function expectTakenAsDrawn(page: Page, path: string, open: () => Promise<unknown>) {
  await watchTakeOver(page)
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === path)
  await open()
  const html = await (await answer).text()
  await isTaken(page)
  const drawn = await page.evaluate(
    (text) => new DOMParser().parseFromString(text, 'text/html').getElementById('app')?.innerHTML ?? '',
    html,
  )
  const { html: taken, anew } = await toldBy(page)
  expect(anew).toEqual([])
  expect(comparable(taken)).toBe(comparable(drawn))
  return html
}

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

test('shows event, date, venue, prices and the ways to choose seats before any script has come', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(friday)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('The Tempest')
  await expect(main.getByText('The Harbour Theatre')).toBeVisible()
  await expect(main.getByText(/^Fri \d+ \w+ \d{4}, 7:30pm$/)).toBeVisible()
  await expect(main.getByRole('listitem').filter({ hasText: 'Concession, Band A' })).toContainText(
    '£41.50 + £2.50 fee',
  )
  await expect(find(page)).toBeVisible()
  await expect(main.getByText('Choose from a list')).toBeVisible()
  await expect(page).toHaveTitle('The Tempest - Foyer')
  await context.close()
})

test('makes no call to the shop before the best seats can be asked for', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => void (request.url().includes('/ajax/') && calls.push(request.url())))
  await page.goto(friday)
  await isTaken(page)
  await expect(find(page)).toBeEnabled()
  expect(calls).toEqual([])
})

test('makes the documented calls itself where no seats screen comes with the page [CALL-03, CALL-41, CALL-42]', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/ajax\/.*\/(get_\w+)\//.exec(request.url()) ?? []
    if (name) calls.push(name)
  })
  await withPlainPage(page)
  await page.goto(friday)
  await expectSeatingPlan(page)
  expect(calls.toSorted()).toEqual(['get_current_seating_plan', 'get_event_date', 'get_user'])
})

test('finds as many seats as a buyer has asked for before the page has its script', async ({ page }) => {
  const takeOver = await openDrawnAt(page, friday)
  await page.getByRole('spinbutton').fill('3')
  await page.getByRole('checkbox', { name: 'Only seats next to each other' }).uncheck()
  await find(page).click()
  await takeOver()
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByRole('spinbutton')).toHaveValue('3')
  await expect(page.getByRole('checkbox', { name: 'Only seats next to each other' })).not.toBeChecked()
})

test('fills the list of free seats that a buyer has opened before the page has its script', async ({
  page,
}) => {
  const takeOver = await openDrawnAt(page, friday)
  await page.getByText('Choose from a list').click()
  await takeOver()
  await page.getByLabel('Section').selectOption({ value: 'Stalls' })
  await expect(page.getByRole('button', { name: /^Stalls, row / }).first()).toBeVisible()
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

test('keeps the focus where a buyer has set it before the page takes the screen over', async ({ page }) => {
  const takeOver = await openDrawn(page, { shape: 'paid', state: 'basket' })
  await page.getByRole('link', { name: 'Foyer' }).focus()
  await takeOver()
  await expect(page.getByRole('link', { name: 'Foyer' })).toBeFocused()
})

test('sends nothing, and puts nothing into the address, while the page has no script yet', async ({
  page,
}) => {
  const opened: string[] = []
  page.on('request', (request) => void (request.isNavigationRequest() && opened.push(request.url())))
  const takeOver = await openDrawn(page, { shape: 'paid', state: 'login' })
  const email = page.getByLabel('Email address')
  await email.fill('ada@example.com')
  await expect(email).toHaveValue('ada@example.com')
  await takeOver()
  await expect(email).toHaveValue('ada@example.com')
  expect(opened).toEqual([expect.stringMatching(/\/checkout\/$/)])
})

test('does what a buyer has pressed before the page has its script', async ({ page }) => {
  const takeOver = await openDrawn(page, { shape: 'paid', state: 'basket' })
  await page.getByRole('button', { name: 'Reserve Basket' }).click()
  await takeOver()
  await expect(step(page, 'login')).toBeVisible()
})

test('does only what a buyer has pressed last before the page has its script', async ({ page }) => {
  const takeOver = await openDrawn(page, { shape: 'paid', state: 'basket' })
  await page.getByRole('button', { name: 'Reserve Basket' }).click()
  const quantity = page.getByRole('main').getByRole('spinbutton').first()
  const count = Number(await quantity.inputValue())
  await page.getByRole('button', { name: 'One more' }).first().click()
  await takeOver()
  await expect(quantity).toHaveValue(String(count + 1))
  await expect(step(page, 'basket')).toBeVisible()
})

test('sends an email that was typed and submitted by Enter before the page has its script', async ({
  page,
}) => {
  const takeOver = await openDrawn(page, { shape: 'paid', state: 'login' })
  const email = newEmail()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Email address').press('Enter')
  await takeOver()
  await expect(page.getByLabel('One-time code')).toBeVisible()
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
})

test('saves a choice that was made before the page has its script', async ({ page }) => {
  const takeOver = await openDrawn(page, { shape: 'everything', state: 'basket' })
  const yes = page.getByRole('radio', { name: 'Yes' })
  const wasOn = await yes.isChecked()
  const other = wasOn ? page.getByRole('radio', { name: 'No' }) : yes
  await other.check()
  const saved = page.waitForRequest('**/update_refund_protection/')
  await takeOver()
  await saved
  await expect(other).toBeChecked()
})

test('saves what was ticked before the page has its script', async ({ page }) => {
  const takeOver = await openDrawn(page, { shape: 'marketing', state: 'marketing_preferences' })
  const updates = page.getByRole('checkbox', { name: 'Send me updates about my events' })
  const wanted = !(await updates.isChecked())
  await updates.setChecked(wanted)
  await takeOver()
  await expect(updates).toBeChecked({ checked: wanted })
  const saved = page.waitForRequest(
    (request) => /marketing/.test(request.url()) && request.method() === 'POST',
  )
  await page.getByRole('main').getByRole('button', { name: 'Continue', exact: true }).click()
  expect((await saved).postData()).toContain(`event_subscribed=${wanted}`)
})

test('changes a quantity that was typed before the page has its script', async ({ page }) => {
  const takeOver = await openDrawn(page, { shape: 'paid', state: 'basket' })
  const quantity = page.getByRole('main').getByRole('spinbutton').first()
  await quantity.fill('3')
  const saved = page.waitForRequest('**/update_ticket_quantity/')
  await takeOver()
  await saved
  await expect(quantity).toHaveValue('3')
})

test('fills a part that was opened before the page has its script', async ({ page }) => {
  const takeOver = await openDrawn(page, { shape: 'paid', state: 'basket' })
  await page.getByText('Discount or voucher code').click()
  await takeOver()
  await expect(page.getByRole('main').getByRole('textbox', { name: /code/i })).toBeVisible()
})

test('keeps what was typed before the page has its script, for a buyer who comes back to the step', async ({
  page,
}) => {
  const takeOver = await openDrawn(page, { shape: 'paid', state: 'login' })
  await page.getByLabel('Email address').fill('ada.kept@example.com')
  await takeOver()
  await page.getByRole('button', { name: 'Edit basket' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(step(page, 'basket')).toBeVisible()
  await page.getByRole('button', { name: 'Reserve Basket' }).click()
  await expect(page.getByLabel('Email address')).toHaveValue('ada.kept@example.com')
})

for (const drawn of [true, false])
  test(`says that the page takes long if its script does not come, ${drawn ? 'with' : 'without'} a drawn screen`, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/Failed to load resource|ERR_FAILED/, true)
    if (!drawn) await page.route(isCheckoutPage, (route) => route.fulfill({ path: 'dist/index.html' }))
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.request.post('/sandbox/arrange', { data: { shape: 'paid', state: 'basket' } })
    await page.goto('/checkout/')
    const late = page.getByText('This page is taking long to load')
    await expect(late).toBeHidden()
    await finishAnimations(page)
    await expect(late).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Load the page again' }).click()
    await expect(page.getByRole('button', { name: 'Reserve Basket' })).toBeEnabled()
    await isTaken(page)
    await finishAnimations(page)
    await expect(late).toBeHidden()
  })

const finishAnimations = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })

for (const source of ['src/account/login-step.tsx', 'src/account/actors.ts'])
  test(`keeps the drawn screen with what is typed until its script has come: ${source}`, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/Failed to load resource|ERR_FAILED/)
    await watchTakeOver(page)
    let failures = 0
    const failed = new Promise<void>((resolve) => {
      void page.route(builtOf(source), (route) => {
        failures += 1
        if (failures < 4) return route.abort()
        resolve()
        return route.continue()
      })
    })
    await page.request.post('/sandbox/arrange', { data: { shape: 'paid', state: 'login' } })
    await page.goto('/checkout/')
    const email = page.getByLabel('Email address')
    await email.fill('ada@example.com')
    await failed
    await isTaken(page)
    await expect(email).toHaveValue('ada@example.com')
    expect((await toldBy(page)).anew).toEqual([])
  })

test('shows nothing of the page of a guest, if somebody has signed out since it was made', async ({
  page,
  shop,
}) => {
  const takeOver = await openDrawn(page, { shape: 'paid', state: 'login' })
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.context().addCookies([{ name: 'signed_out', value: 'since', url: shop.url }])
  const read = page.waitForRequest('**/checkout/checkout/get/')
  await takeOver()
  await read
  await expect(page.getByLabel('Email address')).toHaveValue('')
})

test('counts as taken over no sooner than the old screen is gone, if the page draws another one', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const app = document.getElementById('app')
      if (!app || app.dataset.scripts !== undefined || 'isOldThere' in window) return
      Object.assign(window, { isOldThere: app.querySelector('[data-old]') !== null })
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-scripts'] })
  })
  const takeOver = await openDrawn(page, { shape: 'paid', state: 'login' })
  await page.getByLabel('Email address').evaluate((field) => field.setAttribute('data-old', ''))
  await page.context().addCookies([{ name: 'signed_out', value: 'since', url: shop.url }])
  await takeOver()
  expect(await page.evaluate(() => (window as unknown as { isOldThere: boolean }).isOldThere)).toBe(false)
})

for (const shape of ['paid', 'bank', 'express', 'plan', 'square'] as const)
  test(`leaves the payment as it was drawn when the page has taken it over: ${shape}`, async ({ page }) => {
    await watchTakeOver(page)
    const takeOver = await openDrawn(page, { shape, state: 'payment' })
    const drawn = await page.getByRole('main').innerText()
    await takeOver()
    await expect(step(page, 'payment')).not.toHaveAttribute('data-substate', /recalling|preparing/)
    expect(await page.getByRole('main').innerText()).toContain(drawn.split('\n')[1])
    expect((await toldBy(page)).anew).toEqual([])
  })

test('leaves no replies in the page', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'login' })
  await isTaken(page)
  await expect(page.locator('#replies')).toHaveCount(0)
})

test('shows how long the tickets are still held in the page as sent, and less when its script has come late', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 30_000
  })
  const come = await withoutScripts(page)
  await page.request.post('/sandbox/arrange', {
    data: { shape: 'paid', state: 'login', secondsRemaining: 600 },
  })
  await passShopTime(page, 120)
  await page.goto('/checkout/', { waitUntil: 'commit' })
  const timer = page.getByRole('timer')
  await expect(timer).toContainText(/8m|7m 5\ds/)
  come()
  await isTaken(page)
  await expect(timer).toContainText(/7m [0-2]?\ds/)
})

/** Opens another page, has another buyer come to the browser, and goes back. */
async function backAsAnother(page: Page) {
  await isTaken(page)
  await page.goto('/legal-information/purchase-terms-and-conditions/')
  await page.context().clearCookies()
  await page.request.post('/sandbox/arrange', { data: { shape: 'voucher', state: 'basket' } })
  await page.goBack({ waitUntil: 'commit' })
}

test('shows the basket of now when a buyer comes back by Back to a page that the browser has kept [F9]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'basket' })
  await backAsAnother(page)
  await expect(page.getByRole('main').getByText('Gift voucher').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('Late Film Club')).toHaveCount(0)
})

test('shows nothing of a buyer by Back, not even before the page has its script', async ({
  page,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource|ERR_FAILED/, true)
  const { email } = await arrange({ shape: 'paid', state: 'payment' })
  await isTaken(page)
  await page.route('**/assets/*.js', (route) => route.abort())
  await backAsAnother(page)
  await expect(step(page, 'basket')).toBeVisible()
  expect(await page.content()).not.toContain(email)
})
