import { expect, type Locator, type Page } from '@playwright/test'
import { step } from './test.ts'

export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  lacksFunds: '4000000000009995',
  authenticates: '4000002500003155',
  paysSlowly: '4000000000000077',
  losesReply: '4000000000000119',
}

let buyers = 0

/** An email address that no other test uses; in a shop that is not ours to start, one of the tester's. */
export function newEmail() {
  buyers += 1
  const template = process.env.E2E_EMAIL
  if (template) return template.replaceAll('{n}', `${Date.now().toString(36)}${buyers}`)
  return `grace.${process.pid}.${buyers}@example.com`
}

/** Adds tickets of an event to the basket, starting at the first page; quantities by ticket type name. */
export async function addTickets(page: Page, event: string, tickets: Record<string, number>, date = '') {
  await page.goto('/all-events/')
  await page.getByRole('link', { name: event }).click()
  const place = date ? page.getByRole('group', { name: date }) : page.getByRole('main')
  for (const [name, count] of Object.entries(tickets))
    await place.getByLabel(name, { exact: true }).selectOption(String(count))
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await expect(step(page, 'basket')).toBeVisible()
}

export async function reserveBasket(page: Page) {
  await page.getByRole('button', { name: 'Reserve Basket' }).click()
}

export const continueButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Continue', exact: true })

export async function goOn(page: Page) {
  await continueButton(page).click()
}

/** Finds a text in the step, not in its copy in the live region. */
export const said = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text)

type CodeFor = (email: string) => Promise<string>

/** Has a code sent to an email, and waits for the field to type it in. */
export async function askForCode(page: Page, email = newEmail()) {
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('One-time code')).toBeFocused()
  return email
}

/** Confirms an email with the code that was sent to it. */
export async function proveEmail(page: Page, codeFor: CodeFor, email: string) {
  await expect(step(page, 'login')).toBeVisible()
  await askForCode(page, email)
  await page.getByLabel('One-time code').fill(await codeFor(email))
  await page.getByRole('button', { name: 'Verify' }).click()
}

/** Completes the account step as a new guest. */
export async function enterAsGuest(page: Page, codeFor: CodeFor, email = newEmail(), name = 'Grace Hopper') {
  await proveEmail(page, codeFor, email)
  await page.getByLabel('Full name').fill(name)
  await goOn(page)
  return email
}

export async function typeCard(page: Page, number = cards.pays) {
  for (const [name, text] of [
    ['Card number', number],
    ['Expiry date', '1239'],
    ['Security code', '123'],
  ] as const)
    await (await cardField(page, name)).fill(text)
}

/** The names that Stripe gives to its fields. */
const stripeNames = { 'Card number': 'cardnumber', 'Expiry date': 'exp-date', 'Security code': 'cvc' }

/** Finds a field of the simulated provider, or one of Stripe's, each of which is in a frame of its own. */
async function cardField(page: Page, name: keyof typeof stripeNames): Promise<Locator> {
  let found = page.getByRole('textbox', { name })
  await expect
    .poll(async () => {
      if (await found.isVisible()) return true
      const framed = page.frames().map((frame) => frame.locator(`input[name="${stripeNames[name]}"]`))
      for (const field of framed) if (await field.isVisible()) found = field
      return found.isVisible()
    })
    .toBe(true)
  return found
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay (?!another way)/ })

/** Chooses the card if there is a choice, types it and pays. */
export async function payByCard(page: Page, number = cards.pays) {
  await expect(step(page, 'payment')).toBeVisible()
  await expect(payButton(page)).toBeVisible()
  const choice = page.getByRole('button', { name: 'Credit or Debit Card' })
  if (await choice.isVisible()) await choice.click()
  await typeCard(page, number)
  await payButton(page).click()
}

/** The mobile number to which reminders of an instalment plan are sent. */
export const mobile = '07700 900321'

export const choosePlan = (page: Page) => page.getByRole('button', { name: 'Set up a payment plan' }).click()

/** Chooses a plan of three months with a new card, and pays its first instalment. */
export async function payByPlan(page: Page, number = cards.pays) {
  await expect(step(page, 'payment')).toBeVisible()
  await choosePlan(page)
  await page.getByRole('radio', { name: '3 months' }).check()
  await page.getByLabel('Please enter a mobile number *').fill(mobile)
  await typeCard(page, number)
  await payButton(page).click()
}

export const walletButton = (page: Page) => page.getByRole('button', { name: 'Sandbox wallet' })

export const walletSheet = (page: Page) => page.getByRole('dialog', { name: 'Sandbox wallet' })

/** Presses the button in the wallet's sheet that pays. */
export const confirmWallet = (page: Page) =>
  walletSheet(page)
    .getByRole('button', { name: /^Pay .* with the sandbox wallet$/ })
    .click()

/** Opens the wallet's sheet and pays with one of its cards. */
export async function payByWallet(page: Page, number = cards.pays) {
  await walletButton(page).click()
  await walletSheet(page).getByLabel('Card in the wallet').selectOption(number)
  await confirmWallet(page)
}

/** Chooses the bank transfer and opens the bank's page. */
export async function payByBank(page: Page) {
  await page.getByRole('button', { name: 'Instant Bank Transfer' }).click()
  await page.getByRole('button', { name: /^Pay .* with your bank$/ }).click()
}

type BankButton = 'Pay' | 'Pay, and let the bank take 20 seconds' | 'Let the bank decline' | 'Cancel'

/** Opens the bank's page and presses a button there. */
export async function payAtBank(page: Page, button: BankButton) {
  await expect(step(page, 'payment')).toBeVisible()
  const phone = page.getByLabel('Contact number')
  if (await phone.isVisible()) await phone.fill('07700 900123')
  await payByBank(page)
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(step(page, 'awaiting_truelayer')).toBeVisible()
}

/** Types an address by hand, and the other fields of the step. */
export async function typeAddress(page: Page) {
  await page.getByRole('button', { name: 'Enter the address manually' }).click()
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel('Address line 1').fill('7 Compiler Lane')
  await page.getByLabel('Town or city').fill('Whitby')
  await page.getByLabel('Postcode or zip code').fill('YO21 1DN')
  const phone = page.getByLabel('Contact number')
  if (await phone.isVisible()) await phone.fill('07700 900123')
  const giver = page.getByLabel('From', { exact: true })
  if (!(await giver.isVisible())) return
  await giver.fill('Grace')
  await page.getByLabel('To', { exact: true }).fill('Ada')
}

/** Passes the bank's check of a card. */
export const approvePayment = (page: Page) => page.getByRole('button', { name: 'Yes, it is me' }).click()

/** Stops at the bank's check of a card, which is no payment then. */
export async function stopPayment(page: Page) {
  await page.getByRole('button', { name: 'No, stop this payment' }).click()
  await expect(step(page, 'payment')).toBeVisible()
  await expect(
    said(page, /unable to authenticate your payment method|payment was not confirmed/i).first(),
  ).toBeVisible()
}

export const expectOrder = (page: Page) =>
  expectCompleted(page, 'Order complete! Your tickets are on their way.')

/** Expects the completed order of an instalment plan. */
export const expectPlan = (page: Page) => expectCompleted(page, 'Order Complete - Payment Schedule Setup')

async function expectCompleted(page: Page, heading: string) {
  await expect(step(page, 'order_completed')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByText(/^Your reference is [A-Z0-9]+$/)).toBeVisible()
}

/** Answers all questions and completes the step. */
export async function answerQuestions(
  page: Page,
  state: 'ticket_questions_before' | 'ticket_questions_after',
) {
  const form = page.getByRole('main').locator('form')
  const pills = page.getByRole('navigation', { name: 'Tickets with questions' }).getByRole('button')
  await expect(pills.first()).toBeVisible()
  const count = await pills.count()
  for (let index = 0; index < count; index += 1) {
    await expect(pills.nth(index)).toHaveAttribute('aria-current', 'step')
    for (const field of await form.getByRole('textbox').all()) await field.fill('Grace')
    for (const list of await form.getByRole('combobox').all()) await list.selectOption({ index: 1 })
    await goOn(page)
  }
  await expect(step(page, state)).toBeHidden()
}

/** Fills in the buyer's details in express checkout. */
export async function typeAccount(page: Page, email = newEmail()) {
  await page.getByLabel('Full name').fill('Grace Hopper')
  await page.getByLabel('Email address').fill(email)
}

export async function claimInExpress(page: Page) {
  await typeAccount(page)
  await page.getByRole('button', { name: 'Claim free tickets' }).click()
}
