import type { Page } from '@playwright/test'
import {
  addTickets,
  enterAsGuest,
  expectOrder,
  expectPlan,
  goOn,
  newEmail,
  payAtBank,
  payByCard,
  payByPlan,
  reserveBasket,
} from './buyer.ts'
import { changeReply } from './plain-page.ts'
import { places } from './places.ts'
import { scriptOf } from './script-of.ts'
import { banner, consent, expect, expectLogged, pixel, step, tag, test } from './tracked-shop.ts'
import type { TrackingServer } from './tracking-server.ts'

/** What a purchase by card passes, after the basket. */
const steps = ['basket', 'reserve', 'login', 'payment', 'deliver_tickets', 'order_completed']

async function buyFilm(page: Page, codeFor: (email: string) => Promise<string>) {
  await addTickets(page, 'Late Film Club', { 'Sofa for two': 1 })
  await reserveBasket(page)
  const email = await enterAsGuest(page, codeFor)
  await payByCard(page)
  await expectOrder(page)
  const info = await page.request.get('/ajax/checkout/checkout/get_simple_info/')
  const { sale_reference } = (await info.json()) as { sale_reference: string }
  return { email, reference: sale_reference }
}

const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name)

/** Waits until a sale has reached tag and pixel. */
async function expectSale(tracking: TrackingServer, sale: { value: number; currency: string }) {
  await expect.poll(() => tracking.events(tag, 'purchase')).toEqual([expect.objectContaining(sale)])
  await expect.poll(() => tracking.pixelEvents(pixel, 'Purchase')).toEqual([expect.objectContaining(sale)])
}

test('requests nothing for analytics or ad pixels without consent, in any state [MONI-28] [L9]', async ({
  page,
  context,
  arrange,
  tracking,
}) => {
  test.setTimeout(300_000)
  const onePerState = new Map(places.map((place) => [place.state, place]))
  for (const [index, { shape, state, bank }] of [...onePerState.values()].entries()) {
    if (state === 'determining') continue
    // A new visitor, who refuses or does not choose. The page of the last one asks for a payment now and then.
    await page.goto('about:blank')
    await context.clearCookies()
    await arrange({ shape, state, ...(bank && { bank }) })
    await expect(step(page, state)).toBeVisible()
    await expect(banner(page)).toBeVisible()
    if (index % 2) await banner(page).getByRole('button', { name: 'Refuse' }).click()
  }
  expect(tracking.hits).toEqual([])
  expect(await cookieNames(page)).not.toContain('analytics_consent')
})

test('sends each step once to tag and pixel, and the sale once, with consent [MONI-27, MONI-29, MONI-30, DELI-12, DELI-13]', async ({
  page,
  context,
  shop,
  codeFor,
  tracking,
}) => {
  await consent(page, shop.url)
  const { email, reference } = await buyFilm(page, codeFor)
  await expectSale(tracking, { value: 30, currency: 'GBP' })
  await test.step('sends the paths of the steps', async () => {
    const paths = steps.map((name) => `/checkout/${name}`)
    const pixelViews = () => tracking.pixelEvents(pixel, 'PageView').map(({ content_name }) => content_name)
    await expect.poll(() => tracking.views(tag)).toEqual(paths)
    await expect.poll(pixelViews).toEqual(paths)
    expect(tracking.of('/gtag.js').map(({ query }) => query)).toEqual([{ id: tag }])
    expect(tracking.of('/fbevents.js')).toHaveLength(1)
  })
  await test.step('sends no sale again after a reload or in another tab', async () => {
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto('/checkout/')
      await expectOrder(tab)
    }
    await expect.poll(() => tracking.views(tag).length).toBe(steps.length + 2)
    await expectSale(tracking, { value: 30, currency: 'GBP' })
  })
  await test.step('sends no email, sale reference or query [L11]', () => {
    const sent = JSON.stringify(tracking.hits)
    for (const secret of [email, encodeURIComponent(email), reference]) expect(sent).not.toContain(secret)
    const pages = tracking.hits.flatMap(({ query, referer }) => [query.dl, query.dr, query.rl, referer])
    expect(pages.filter((address) => address && /[?#]/.test(address))).toEqual([])
  })
})

test('sends also the steps that a quick buyer has left before the scripts of analytics have come [MONI-27]', async ({
  page,
  shop,
  arrange,
  tracking,
}) => {
  await consent(page, shop.url)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(scriptOf('src/app/analytics.tsx'), async (route) => {
    await promise
    await route.continue()
  })
  await arrange({ shape: 'free' })
  await reserveBasket(page)
  await expect(step(page, 'login')).toBeVisible()
  resolve()
  await expect
    .poll(() => tracking.views(tag))
    .toEqual(['/checkout/basket', '/checkout/reserve', '/checkout/login'])
})

test('sends the sale as soon as the bank has confirmed it [BANK-12, MONI-31]', async ({
  page,
  shop,
  arrange,
  tracking,
}) => {
  await consent(page, shop.url)
  await arrange({ shape: 'bank', state: 'payment' })
  await payAtBank(page, 'Pay')
  await expect(page.getByRole('main').getByText('We have received your payment of £30.00.')).toBeVisible()
  await expectSale(tracking, { value: 30, currency: 'GBP' })
  await goOn(page)
  await expectOrder(page)
  await expectSale(tracking, { value: 30, currency: 'GBP' })
})

for (const [shape, pay, order] of [
  ['square', payByCard, expectOrder],
  ['plan', payByPlan, expectPlan],
  ['free', async () => {}, expectOrder],
] as const) {
  test(`sends the sale of a "${shape}" basket once [DELI-12, DELI-13]`, async ({
    page,
    shop,
    arrange,
    tracking,
  }) => {
    await consent(page, shop.url)
    await arrange({ shape, state: 'payment' })
    const reply = await page.request.get('/ajax/checkout/checkout/get/')
    const { basket_total } = (await reply.json()) as { basket_total: string }
    await pay(page)
    await order(page)
    await expectSale(tracking, { value: Number(basket_total), currency: 'GBP' })
  })
}

test('tells the tag of each event only of its own tickets, and ignores what is no id [DELI-12, DELI-13] [S30]', async ({
  page,
  shop,
  arrange,
  tracking,
}) => {
  await consent(page, shop.url)
  const ids: Record<string, object> = {
    'night-run': { ga: 'G-RUN1234567', fb_pixel: '5005005005', ga_conversion_id: 'AW-123456789/Label_1' },
    'lantern-evening': {
      ga: 'G-LANTERN123',
      fb_pixel: '6006006006&ev=x',
      ga_conversion_id: 'AW-1"><script>',
    },
    'dawn-swim': { ga: 'https://evil.example/', fb_pixel: '../', ga_conversion_id: '' },
  }
  await changeReply(page, { ga_ua_properties: ['UA-1', '?x=y'] }, ids)
  await arrange({ shape: 'everything', state: 'deliver_tickets' })
  await expect.poll(() => tracking.events('G-RUN1234567', 'purchase')).toHaveLength(1)
  await expect.poll(() => tracking.events('G-LANTERN123', 'purchase')).toHaveLength(1)
  await expect.poll(() => tracking.events('AW-123456789/Label_1', 'conversion')).toHaveLength(1)
  await expect.poll(() => tracking.pixelEvents('5005005005', 'Purchase')).toHaveLength(1)
  const [run] = tracking.events('G-RUN1234567', 'purchase')
  const [lantern] = tracking.events('G-LANTERN123', 'purchase')
  expect(run).toMatchObject({ items: [{ item_id: expect.stringMatching(/^night-run/), quantity: 1 }] })
  expect(lantern).toMatchObject({
    items: [{ item_id: expect.stringMatching(/^lantern-evening/), quantity: 2 }],
  })
  expect(tracking.events('AW-123456789/Label_1', 'conversion')).toEqual([
    expect.objectContaining({ value: run?.value, currency: 'GBP' }),
  ])
  const told = new Set(tracking.hits.map(({ query }) => query.tid ?? query.id).filter(Boolean))
  expect([...told].sort()).toEqual(
    ['5005005005', 'AW-123456789/Label_1', 'G-LANTERN123', 'G-RUN1234567', pixel, tag].sort(),
  )
})

test('stops at once when the buyer withdraws, also in another tab, and deletes the cookies [L9]', async ({
  page,
  context,
  shop,
  arrange,
  tracking,
}) => {
  await consent(page, shop.url)
  await arrange({ shape: 'paid', state: 'basket' })
  await expect.poll(() => tracking.views(tag)).toEqual(['/checkout/basket'])
  await expect.poll(() => tracking.of('/tr').length).toBe(1)
  const other = await context.newPage()
  await other.goto('/checkout/')
  await expect.poll(() => tracking.of('/tr').length).toBe(2)
  expect(await cookieNames(page)).toEqual(expect.arrayContaining(['_ga', '_ga_SHOP12345', '_fbp']))

  await page.getByRole('button', { name: 'Cookie choices' }).click()
  await banner(page).getByRole('button', { name: 'Refuse' }).click()
  await expect(banner(page)).toBeHidden()
  expect((await cookieNames(page)).filter((name) => /^_(?:ga|fbp)|^analytics_consent$/.test(name))).toEqual(
    [],
  )

  const before = tracking.hits.length
  await reserveBasket(page)
  await expect(step(page, 'login')).toBeVisible()
  const isRead = other.waitForResponse('**/checkout/get/')
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await isRead
  await page.reload()
  await expect(step(page, 'login')).toBeVisible()
  expect(tracking.hits.slice(before)).toEqual([])
})

for (const [how, complaint, problem] of [
  ['blocked', /ERR_FAILED/, /Google's script cannot be loaded.*Meta's script cannot be loaded/],
  ['missing', /404/, /Google's script cannot be loaded.*Meta's script cannot be loaded/],
  // Whoever waits for ever has nothing to say.
  ['slow', null, null],
  ['throwing', /broken tag/, / error of another site/],
] as const) {
  test(`sells tickets if the scripts of tag and pixel are ${how} [F14]`, async ({
    page,
    shop,
    arrange,
    tracking,
    expectComplaint,
  }) => {
    if (how === 'slow') tracking.silent = new Set(['/gtag.js', '/fbevents.js'])
    if (how === 'throwing')
      tracking.scripts = Object.fromEntries(
        ['/gtag.js', '/fbevents.js'].map((path) => [path, 'throw new Error("broken tag")']),
      )
    if (complaint) expectComplaint(complaint)
    const scripts = /gtag\.js|fbevents\.js/
    if (how === 'blocked') await page.route(scripts, (route) => route.abort())
    if (how === 'missing') await page.route(scripts, (route) => route.fulfill({ status: 404 }))
    await consent(page, shop.url)
    await arrange({ shape: 'paid', state: 'payment' })
    await payByCard(page)
    await expectOrder(page)
    if (problem) await expectLogged(page, problem)
    expect([...tracking.of('/collect'), ...tracking.of('/tr')]).toEqual([])
  })
}

test('lets the page reach the configured hosts and no others [S30]', async ({
  page,
  shop,
  arrange,
  tracking,
  expectComplaint,
}) => {
  await consent(page, shop.url)
  await arrange({ shape: 'paid', state: 'basket' })
  await expect.poll(() => tracking.of('/tr').length).toBe(1)
  expectComplaint(/Content Security Policy/)
  const blocked = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const found: string[] = []
        document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
          found.push(new URL(blockedURI).host)
          if (found.length === 2) resolve(found.sort())
        })
        document.head.append(
          Object.assign(document.createElement('script'), {
            src: 'https://www.googletagmanager.com/gtag/js',
          }),
        )
        fetch('https://www.facebook.com/tr').catch(() => {})
      }),
  )
  expect(blocked).toEqual(['www.facebook.com', 'www.googletagmanager.com'])
})

test('tracks a stored order of an email no more than its step [L11]', async ({
  page,
  shop,
  arrange,
  tracking,
}) => {
  await consent(page, shop.url)
  await arrange({ shape: 'paid', state: 'basket' })
  await expect.poll(() => tracking.of('/tr').length).toBe(1)
  const email = newEmail()
  await page.goto(`/checkout/?session=ABCDEF&email=${encodeURIComponent(email)}`)
  await expect.poll(() => tracking.of('/tr').length).toBe(2)
  const sent = JSON.stringify(tracking.hits)
  for (const secret of ['ABCDEF', email, encodeURIComponent(email)]) expect(sent).not.toContain(secret)
})
