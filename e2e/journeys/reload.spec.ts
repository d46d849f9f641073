import { askForCode, expectOrder } from '#e2e/buyer.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, expectStep, expectTakenOver, step, test, type Arrangement } from '#e2e/test.ts'

const places: { shape: Arrangement['shape']; state: CheckoutState }[] = [
  { shape: 'paid', state: 'basket' },
  { shape: 'charity', state: 'donation' },
  { shape: 'charity', state: 'gift_aid' },
  { shape: 'paid', state: 'login' },
  { shape: 'marketing', state: 'marketing_preferences' },
  { shape: 'deliverable', state: 'delivery_address' },
  { shape: 'questions_before', state: 'ticket_questions_before' },
  ...(['paid', 'bank', 'express', 'plan', 'square', 'seats'] as const).map((shape) => ({
    shape,
    state: 'payment' as const,
  })),
  { shape: 'questions_after', state: 'ticket_questions_after' },
  { shape: 'waiver', state: 'waiver' },
  { shape: 'messages', state: 'after_sale_messages' },
  { shape: 'paid', state: 'order_completed' },
]

/** Steps without a countdown. */
const unheld = new Set<CheckoutState>([
  'basket',
  'ticket_questions_after',
  'waiver',
  'after_sale_messages',
  'order_completed',
])

/** What a buyer can read before the page has a script: heading, total, and the time left to the minute. */
async function readScreen(page: Page) {
  const textsOf = (locator: Locator) => locator.allTextContents()
  const time = await textsOf(page.getByRole('timer'))
  return {
    heading: await textsOf(page.getByRole('heading', { level: 1 })),
    amounts: await textsOf(
      page
        .locator('div:has(> dl)', { has: page.getByText('Total', { exact: true }) })
        .last()
        .locator('> dl dd'),
    ),
    time: time.map((text) => text.replace(/ \d+s/, '')),
  }
}

for (const { shape, state } of places)
  test(`shows ${state} before a reloaded page has its script, and stays there: ${shape} [F10]`, async ({
    page,
    arrange,
  }) => {
    await arrange({ shape, state, ...(!unheld.has(state) && { secondsRemaining: 330 }) } as Arrangement)
    await expectStep(page, state)
    const before = await readScreen(page)
    let come = () => {}
    const hasCome = new Promise<void>((resolve) => (come = resolve))
    await page.route('**/assets/*.js', (route) => hasCome.then(() => route.continue()))
    await page.reload({ waitUntil: 'commit' })
    await expect(page.locator('#app[data-scripts]').locator(step(page, state))).toBeVisible()
    expect(await readScreen(page)).toEqual(before)
    come()
    await expectTakenOver(page)
    await expectStep(page, state)
    expect(await readScreen(page)).toEqual(before)
  })

test('stays at captcha when the page is reloaded [F10]', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'captcha', captcha: true })
  await expect(step(page, 'captcha')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('I am human (sandbox)')).toBeVisible()
})

test('continues after the reservation if the page was reloaded while reserving', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'reserve' })
  await expect(step(page, 'login')).toBeVisible()
})

test('continues delivering when the page is reloaded [F10]', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'deliver_tickets' })
  await expect(step(page, 'deliver_tickets')).toBeVisible()
  await page.reload()
  await expectOrder(page)
})

test('keeps waiting for the bank when the page is reloaded [F10]', async ({ page, arrange }) => {
  await arrange({ shape: 'bank', state: 'awaiting_truelayer', bank: 'pay_slowly' })
  await expect(step(page, 'awaiting_truelayer')).toBeVisible()
  await page.reload()
  await expect(step(page, 'awaiting_truelayer')).toBeVisible()
})

test('asks for the sent code when the page is reloaded [ACCT-02, ACCT-18]', async ({
  page,
  arrange,
  codeFor,
}) => {
  await arrange({ shape: 'paid', state: 'login' })
  const email = await askForCode(page)
  await page.reload()
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await page.getByLabel('One-time code').fill(await codeFor(email))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByLabel('Full name')).toBeVisible()
})
