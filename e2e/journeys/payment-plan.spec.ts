import type { Locator, Page } from '@playwright/test'
import {
  addTickets,
  approvePayment,
  cards,
  choosePlan,
  expectOrder,
  expectPlan,
  goOn,
  mobile,
  payButton,
  payByCard,
  payByPlan,
  reserveBasket,
  said,
  stopPayment,
  typeCard,
} from '#e2e/buyer.ts'
import { referenceOf, test } from '#e2e/postgres-shop.ts'
import { expect, step } from '#e2e/test.ts'

/**
 * Instalment plans from the payment step to the last payment, beside what payments.spec.ts shows of them; the books are read in
 * the database.
 */

const sentTo = '+447700900321'
const lasting = 3 // months

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator) {
  await expect(control).toBeVisible()
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab')
    if (await control.evaluate((element) => element.matches(':focus'))) return
  }
  await expect(control).toBeFocused()
}

/** Signs in at the page that asks for it. */
async function signIn(page: Page, email: string, codeFor: (email: string) => Promise<string>) {
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = page.getByLabel('One-time code')
  await expect(code).toBeVisible()
  await code.fill(await codeFor(email))
  await page.getByRole('button', { name: 'Verify' }).click()
}

test('sets up a plan by keyboard alone, explains it, and keeps the codes of its tickets until the last payment [INST-05, INST-15, DONE-07, DONE-10, DONE-11]', async ({
  page,
  arrange,
  expectBooks,
}) => {
  await arrange({ shape: 'plan', state: 'payment' })
  await tabTo(page, page.getByRole('button', { name: 'Set up a payment plan' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('radio', { name: '3 months' }))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: '6 months' })).toBeChecked()
  await page.keyboard.press('ArrowUp')
  const payments = page.getByRole('table', { name: 'Your payments' }).locator('tbody')
  await expect(payments.getByRole('row')).toHaveCount(lasting)
  await tabTo(page, page.getByLabel('Please enter a mobile number *'))
  await page.keyboard.type(mobile)
  for (const [name, typed] of [
    ['Card number', cards.pays],
    ['Expiry date', '1239'],
    ['Security code', '123'],
  ] as const) {
    await tabTo(page, page.getByRole('textbox', { name }))
    await page.keyboard.type(typed)
  }
  const today = await page
    .getByRole('table', { name: 'Your payments' })
    .getByRole('cell')
    .first()
    .textContent()
  await tabTo(page, page.getByRole('button', { name: `Pay ${today} today`, exact: true }))
  await page.keyboard.press('Enter')
  await expectPlan(page)
  await expectBooks(1)
  await tabTo(page, page.getByRole('link', { name: 'Go to the ticket wallet' }))
  await page.keyboard.press('Enter')
  await expect(said(page, 'Berth for the week')).toBeVisible()
  await expect(said(page, /^Comes after your last payment, on \w{3} \d+ \w{3} \d{4}$/)).toBeVisible()
  await expect(page.locator('a[data-keep]')).toHaveCount(0)
})

test('plan: charges once after a declined card, and keeps the choices', async ({
  page,
  arrange,
  expectBooks,
}) => {
  await arrange({ shape: 'plan', state: 'payment' })
  await payByPlan(page, cards.declined)
  await expect(said(page, 'Your card was declined.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Use another card' }).click()
  await expect(page.getByRole('radio', { name: '3 months' })).toBeChecked()
  await expect(page.getByLabel('Please enter a mobile number *')).toHaveValue(mobile)
  await typeCard(page)
  await payButton(page).click()
  await expectPlan(page)
  await expectBooks(1)
})

test("plan: charges once after the buyer has stopped and later passed the bank's check, and gives plan and full-price tickets their due", async ({
  page,
  arrange,
  expectBooks,
}) => {
  await arrange({ shape: 'plan_and_full', state: 'payment' })
  await payByPlan(page, cards.authenticates)
  await stopPayment(page)
  await payByPlan(page, cards.authenticates)
  await approvePayment(page)
  await expectPlan(page)
  await expectBooks(1)
  await page.goto('/account/wallet/')
  await expect(page.locator('a[data-keep]')).toHaveCount(2)
  await expect(said(page, /^Comes after your last payment, on/)).toHaveCount(1)
})

test("plan: charges once, in full, if the buyer leaves the bank's check and pays at once by card", async ({
  page,
  arrange,
  expectBooks,
}) => {
  await arrange({ shape: 'plan', state: 'payment' })
  await payByPlan(page, cards.authenticates)
  await expect(page.getByRole('button', { name: 'Yes, it is me' })).toBeVisible()
  await page.goto('/checkout/')
  await payByCard(page)
  await expectOrder(page)
  await expectBooks(1)
})

test('plan: a member pays a second plan with the card that was saved with the first [INST-10, INST-12, OPEN-26]', async ({
  page,
  arrange,
  expectBooks,
}) => {
  await arrange({ shape: 'plan', state: 'payment', user: 'member' })
  await payByPlan(page, '5555555555554444')
  await expectPlan(page)
  await expectBooks(1)

  await addTickets(page, 'Sailing Week', { 'Berth for the week': 1 })
  await reserveBasket(page)
  await goOn(page)
  await expect(step(page, 'marketing_preferences').or(step(page, 'payment'))).toBeVisible()
  if (await step(page, 'marketing_preferences').isVisible()) await goOn(page)
  await choosePlan(page)
  await page.getByRole('radio', { name: '6 months' }).check()
  await expect(page.getByRole('radio', { name: 'Mastercard ending in 4444' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeHidden()
  await page.getByLabel('Please enter a mobile number *').fill(mobile)
  await payButton(page).click()
  await expectPlan(page)
  await expectBooks(1)
})

test('plan: reminds of each payment by SMS and mail, charges it, and gives the tickets after the last [DONE-08, DONE-09, DONE-11]', async ({
  page,
  arrange,
  codeFor,
  expectBooks,
  messagesTo,
  passDays,
  daysTo,
}) => {
  const { email } = await arrange({ shape: 'plan', state: 'payment' })
  await payByPlan(page)
  await expectPlan(page)
  const reference = await referenceOf(page)
  const messages = async (pattern: RegExp) =>
    (await messagesTo(email, sentTo)).filter((words) => pattern.test(words))

  for (const number of [1, 2]) {
    await passDays((await daysTo(reference, number + 1)) - 1)
    await expect.poll(() => messages(/^£[\d.]+ will be charged on /)).toHaveLength(number)
    await passDays(2)
    await expect.poll(() => messages(/^We have received £/)).toHaveLength(number)
  }
  // The job that delivers may have looked before the last payment arrived.
  await passDays(1)
  await expect.poll(() => messages(/: your tickets$/)).toHaveLength(1)
  await expectBooks(lasting, reference)

  await page.goto('/account/')
  await signIn(page, email, codeFor)
  await expect(said(page, 'Paid in full')).toBeVisible()
  await page.getByRole('link', { name: 'Ticket wallet' }).click()
  await expect(page.locator('a[data-keep]')).toHaveCount(1)
})

test('plan: a card that fails brings a mail whose link leads to another card, which pays what is due [DONE-10]', async ({
  page,
  arrange,
  codeFor,
  expectBooks,
  messagesTo,
  passDays,
}) => {
  const { email } = await arrange({ shape: 'plan', state: 'payment' })
  await payByPlan(page, '4000000000000341')
  await expectPlan(page)
  const reference = await referenceOf(page)
  await passDays(32)
  await expect
    .poll(async () =>
      (await messagesTo(email)).filter((subject) => subject.startsWith('We could not charge')),
    )
    .toHaveLength(1)

  const outbox = await (await page.request.get('/sandbox/outbox/')).text()
  const [, link = ''] = /We could not charge[^]*?(http:\S+\/account\/)/.exec(outbox) ?? []
  await page.goto(link)
  await signIn(page, email, codeFor)
  await expect(said(page, 'is due and not paid yet. Pay it now, or use another card.')).toBeVisible()
  await page.getByRole('link', { name: /^Use another card for order [A-Z0-9]{8}$/ }).click()
  await typeCard(page)
  await page.getByRole('button', { name: /^Use this card and pay £[\d.]+ now$/ }).click()
  await expect(said(page, 'From now on this plan is paid with the card that you chose.')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Paid', exact: true })).toHaveCount(2)
  await expect(said(page, 'is due and not paid yet')).toBeHidden()
  await expectBooks(2, reference)
})
