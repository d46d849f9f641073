import type { Page, Route } from '@playwright/test'
import { movesOf, watchMoves } from './moves.ts'
import { asPlainPage, isCheckoutPage } from './plain-page.ts'
import { scriptOf } from './script-of.ts'
import { arrangeSession, expect, expectTakenOver, test, type Arrangement } from './test.ts'

/**
 * Of the payment, e2e/journeys/wallet.spec.ts shows the one thing that moves another late: the room of a wallet that the device lacks.
 */
const places: Record<string, Arrangement[]> = {
  'before the account': [
    { shape: 'everything', state: 'basket' },
    { shape: 'charity', state: 'donation' },
    { shape: 'charity', state: 'gift_aid' },
    { shape: 'paid', state: 'login' },
    { shape: 'paid', state: 'login', user: 'member' },
  ],
  'between account and payment': [
    { shape: 'marketing', state: 'marketing_preferences' },
    { shape: 'deliverable', state: 'delivery_address' },
    { shape: 'questions_before', state: 'ticket_questions_before' },
  ],
  'the payment': [
    { shape: 'paid', state: 'payment' },
    { shape: 'plan', state: 'payment' },
    { shape: 'bank', state: 'payment' },
    { shape: 'square', state: 'payment' },
    { shape: 'express', state: 'payment' },
  ],
  'after the payment': [
    { shape: 'bank', state: 'awaiting_truelayer', bank: 'pay' },
    { shape: 'questions_after', state: 'ticket_questions_after' },
    { shape: 'waiver', state: 'waiver' },
    { shape: 'messages', state: 'after_sale_messages' },
    { shape: 'everything', state: 'order_completed' },
    { shape: 'paid', state: 'order_completed' },
    { shape: 'voucher', state: 'order_completed' },
  ],
}

/** Orders with and without tickets, and one whose tickets come later. */
const someOrders: Arrangement[] = [
  { shape: 'paid', state: 'order_completed' },
  { shape: 'voucher', state: 'order_completed' },
  { shape: 'plan', state: 'order_completed' },
]

/** Orders whose details are different. */
const allOrders: Arrangement[] = [
  ...someOrders,
  { shape: 'everything', state: 'order_completed' },
  { shape: 'free', state: 'order_completed' },
  { shape: 'bank', state: 'order_completed', bank: 'pay' },
  { shape: 'express', state: 'order_completed' },
  { shape: 'messages', state: 'order_completed' },
  { shape: 'questions_before', state: 'order_completed', user: 'member' },
]

/** Parts of a step that have scripts of their own, and can come after the rest of it. */
const lateParts = [
  'src/checkout/way-back.tsx',
  'src/checkout/countdown.tsx',
  'src/checkout/more-time/more-time.tsx',
  'src/checkout/order-summary/step-summary.tsx',
  'src/order/transfers/transfer-tickets.tsx',
]

const pages = {
  'drawn by the shop': ['**/assets/*.js'],
  'that comes as a plain shell': lateParts.map(scriptOf),
}

for (const [where, arrangements] of Object.entries(places))
  for (const [kind, late] of Object.entries(pages))
    test(`moves nothing that a buyer could press while the rest of a page ${kind} arrives: ${where}`, async ({
      page,
    }) => {
      const isDrawn = kind === 'drawn by the shop'
      await watchMoves(page)
      if (!isDrawn) await page.route(isCheckoutPage, asPlainPage)
      for (const arrangement of arrangements) {
        await arrangeSession(page, arrangement)
        for (const width of isDrawn ? [390] : [390, 1280]) {
          await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
          const moves = await openLate(page, late, isDrawn)
          expect.soft(moves, `${JSON.stringify(arrangement)} at ${width}`).toEqual([])
        }
      }
    })

/** Opens the checkout, whose late scripts come once its step has a control on the screen; returns what moves until nothing is loaded. */
async function openLate(page: Page, late: string[], isDrawn: boolean) {
  let come = () => {}
  const isWanted = new Promise<void>((resolve) => (come = resolve))
  for (const script of late)
    await page.route(script, async (route) => {
      await isWanted
      await route.continue()
    })
  await page.goto('/checkout/', { waitUntil: 'commit' })
  // Some steps that the shop draws have no control of their own before the page has asked for more.
  const step = page.locator('[data-state]:not([data-state=determining]) main')
  const controls = step.locator('a, button, input, select, textarea').filter({ visible: true })
  await expect(isDrawn ? step.getByRole('heading', { level: 1 }) : controls.first()).toBeVisible()
  come()
  await expectTakenOver(page)
  await expect(controls.first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const moves = await movesOf(page)
  for (const script of late) await page.unroute(script)
  return moves
}

/** What becomes of the shop's details of these completed orders. */
const details: Record<string, { orders: Arrangement[]; answer: (route: Route) => Promise<void> }> = {
  'its details arrive': { orders: allOrders, answer: (route) => route.continue() },
  'only the documented details arrive': {
    orders: someOrders,
    async answer(route) {
      const { sale_email, sale_reference } = await (await route.fetch()).json()
      await route.fulfill({ json: { sale_email, sale_reference } })
    },
  },
  'its details fail': {
    orders: someOrders,
    answer: (route) => route.fulfill({ status: 404, json: {} }),
  },
}

for (const width of [390, 1280])
  for (const [when, { orders, answer }] of Object.entries(details))
    test(`moves nothing of a completed order when ${when}, at ${width}`, async ({
      page,
      expectComplaint,
    }) => {
      if (when === 'its details fail') expectComplaint(/status of 404/)
      await watchMoves(page)
      // So high that all of it is watched.
      await page.setViewportSize({ width, height: 3600 })
      for (const arrangement of orders) {
        await arrangeSession(page, arrangement)
        let come = () => {}
        const isWanted = new Promise<void>((resolve) => (come = resolve))
        await page.route(/get_(simple_info|reward_referrer_link)/, async (route) => {
          await isWanted
          await (route.request().url().includes('simple_info') ? answer(route) : route.continue())
        })
        await page.goto('/checkout/')
        await expectTakenOver(page)
        for (const name of ['How did we do?', 'Go to the ticket wallet'])
          await expect(page.getByText(name)).toBeVisible()
        come()
        await expect(page.getByRole('button', { name: 'Copy reference' })).toBeVisible()
        await page.waitForLoadState('networkidle')
        expect.soft(await movesOf(page), JSON.stringify(arrangement)).toEqual([])
        await page.unrouteAll()
      }
    })

test('keeps the height of the row of a reference that needs two lines', async ({ page, arrange }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await arrange({ shape: 'paid', state: 'order_completed' })
  const copy = page.getByRole('button', { name: 'Copy reference' })
  const row = copy.locator('xpath=..')
  const before = (await row.boundingBox())?.height
  const code = row.locator('b')
  await code.evaluate((words) => (words.textContent = 'W'.repeat(19)))
  const [words, text] = [await code.boundingBox(), await row.locator('p').boundingBox()]
  expect(words!.y).toBeGreaterThan(text!.y + 10)
  expect((await row.boundingBox())?.height).toBe(before)
})

test('does not move the buttons of the donation when an amount is chosen', async ({ page, arrange }) => {
  const top = async () => (await page.getByRole('button', { name: 'Continue' }).boundingBox())?.y
  for (const width of [390, 320, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await arrange({ shape: 'charity', state: 'donation' })
    const before = await top()
    await page.getByRole('radio', { name: '£10.00' }).check()
    await expect(page.getByText(/^£10.00 goes to/)).toBeVisible()
    expect(await top(), `at ${width}`).toBe(before)
  }
})

test('keeps the height of the code box when a code is applied or is invalid', async ({ page, arrange }) => {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await arrange({ shape: 'marketing', state: 'basket' })
    await page.getByText('Discount or voucher code').click()
    const code = page.getByRole('textbox', { name: 'Code' })
    const height = async () => (await page.locator('details', { has: code }).boundingBox())?.height
    await expect(code).toBeVisible()
    const before = await height()
    for (const [typed, said] of [
      ['NOPE', 'Invalid code'],
      ['EARLY10', 'Code applied'],
    ] as const) {
      await code.fill(typed)
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByRole('main').getByText(said)).toBeVisible()
      expect(await height(), `${said} at ${width}`).toBe(before)
    }
  }
})

test('gives "Undo" the focus of the removed line, also if it comes after the title has taken that', async ({
  page,
  arrange,
}) => {
  let come = () => {}
  const isWanted = new Promise<void>((resolve) => (come = resolve))
  await page.route(scriptOf('src/basket/in-place-of-lines.tsx'), async (route) => {
    await isWanted
    await route.continue()
  })
  await arrange({ shape: 'voucher', state: 'basket' })
  await page.getByRole('button', { name: /^Remove / }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Basket' })).toBeFocused()
  come()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
})

test('does not move what the buyer presses when that corrects what was wrong', async ({ page, arrange }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await arrange({ shape: 'charity', state: 'gift_aid' })
    const no = page.getByRole('radio', { name: 'No, continue without Gift Aid' })
    const top = async () => Math.round((await no.boundingBox())!.y)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert').locator('svg')).toBeVisible()
    const before = await top()
    await no.check()
    await expect(page.getByRole('alert')).toBeHidden()
    expect(await top(), `at ${width}`).toBe(before)
  }
})

test('does not move the stepper of the basket when the price of each ticket comes', async ({
  page,
  arrange,
}) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await arrange({ shape: 'paid', state: 'basket' })
    const each = page.getByRole('main').locator('small', { hasText: 'each' })
    await expect(each).toBeVisible()
    const top = async () => Math.round((await page.getByRole('spinbutton').boundingBox())!.y)
    const before = await top()
    await page.getByRole('spinbutton').fill('1')
    await expect(each).toBeHidden()
    expect(await top(), `at ${width}`).toBe(before)
  }
})
