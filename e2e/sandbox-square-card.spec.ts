import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'

const address = 'https://shop.test/checkout/'
const script = ['card-fields.js', 'sheet.js', 'square.js']
  .map((name) => readFileSync(`sandbox/scripts/${name}`, 'utf8'))
  .join('\n')

const html = `<!doctype html><html lang="en"><title>Card form</title><main><h1>Pay</h1><form><div id="card"></div></form></main></html>`

type Result = {
  status?: string
  token?: string
  errors?: { field?: string; message: string }[]
  name?: string
}

/** What the page keeps of its own, for the tests to look at. */
interface CardPage {
  heard: string[]
  emitted: string[]
  tokenize: (details?: object) => Promise<Result>
  verify: (source: string, details: object) => Promise<Result>
  destroy: () => Promise<boolean>
}

const details = {
  amount: '26.90',
  currencyCode: 'GBP',
  intent: 'CHARGE',
  billingContact: { givenName: 'Ada' },
}
const accepted = {
  token: 'cnon:1',
  card: { card_brand: 'VISA', last_4: '4242', exp_month: 1, exp_year: 2031 },
  needs_confirmation: false,
}

async function openCard(page: Page, card: object = accepted) {
  const sent: { path: string; body: unknown }[] = []
  await page.route('https://shop.test/**', (route) => {
    const request = route.request()
    if (request.url() === address) return route.fulfill({ contentType: 'text/html', body: html })
    const path = new URL(request.url()).pathname
    sent.push({ path, body: request.postDataJSON() })
    return route.fulfill({ json: path === '/sandbox/square/cards' ? card : { token: 'verf:1' } })
  })
  await page.goto(address)
  await page.addScriptTag({ content: script })
  await page.evaluate(async () => {
    const { Square } = window as unknown as {
      // the simulator has no types
      Square: {
        payments: (app: string, location: string) => Record<'card' | 'verifyBuyer', CallableFunction>
      }
    }
    const payments = Square.payments('sandbox-sq0idb-foyer', 'L1')
    const card = await payments.card()
    await card.attach('#card')
    const named = (error: Error) => ({ name: error.name, message: error.message })
    const kept: CardPage = {
      heard: [],
      emitted: [],
      tokenize: (given) => card.tokenize(given),
      verify: (source, given) => payments.verifyBuyer(source, given).catch(named),
      destroy: () => card.destroy(),
    }
    card.addEventListener('submit', () => kept.emitted.push('submit'))
    for (const type of ['input', 'keydown', 'change', 'paste'])
      document.addEventListener(type, ({ target }) => kept.heard.push(`${type} ${String(target)}`))
    Object.assign(window, { kept })
  })
  const kept = <Part extends 'heard' | 'emitted'>(part: Part) =>
    page.evaluate((name) => (window as unknown as { kept: CardPage }).kept[name], part)
  const tokenize = (given?: object) =>
    page.evaluate((value) => (window as unknown as { kept: CardPage }).kept.tokenize(value), given)
  const verify = (source: string, given: object) =>
    page.evaluate(([first, second]) => (window as unknown as { kept: CardPage }).kept.verify(first, second), [
      source,
      given,
    ] as const)
  const destroy = () => page.evaluate(() => (window as unknown as { kept: CardPage }).kept.destroy())
  return { sent, kept, tokenize, verify, destroy }
}

const number = (page: Page) => page.getByRole('textbox', { name: 'Card number' })
const expiry = (page: Page) => page.getByRole('textbox', { name: 'Expiry date' })
const code = (page: Page) => page.getByRole('textbox', { name: 'Security code' })

async function typeCard(page: Page) {
  await number(page).fill('4242424242424242')
  await expiry(page).fill('0131')
  await code(page).fill('123')
}

test('is labelled as simulated and accessible, and moves on when a field is full', async ({ page }) => {
  await openCard(page)
  for (const field of await page.getByRole('textbox').all())
    await expect(field).toHaveAttribute('title', 'Simulated by the sandbox')
  await number(page).click()
  await page.keyboard.type('42424242424242421230123')
  await expect(number(page)).toHaveValue('4242 4242 4242 4242')
  await expect(expiry(page)).toHaveValue('12 / 30')
  await expect(code(page)).toHaveValue('123')
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations).toEqual([])
})

test('keeps what is typed from the page: no event, no form field', async ({ page }) => {
  const { kept } = await openCard(page)
  await number(page).pressSequentially('4242')
  expect(await kept('heard')).toEqual([])
  expect(await page.evaluate(() => [...new FormData(document.forms[0])])).toEqual([])
})

test('tells the page that Enter was pressed', async ({ page }) => {
  const { kept } = await openCard(page)
  await number(page).press('Enter')
  expect(await kept('emitted')).toEqual(['submit'])
})

test('exchanges a complete card for a token, at the simulated provider only', async ({ page }) => {
  const { sent, tokenize } = await openCard(page)
  await typeCard(page)
  expect(await tokenize()).toEqual({
    status: 'OK',
    token: 'cnon:1',
    details: {
      method: 'Card',
      card: { brand: 'VISA', last4: '4242', expMonth: 1, expYear: 2031 },
      billing: {},
    },
  })
  const body = {
    application_id: 'sandbox-sq0idb-foyer',
    number: '4242424242424242',
    month: '01',
    year: '2031',
    cvv: '123',
  }
  expect(sent).toEqual([{ path: '/sandbox/square/cards', body }])
})

test('names and marks the wrong fields of a card, and sends nothing', async ({ page }) => {
  const { sent, tokenize } = await openCard(page)
  await number(page).fill('4242 4242 4242 4241')
  await expiry(page).fill('0131')
  const { status, errors } = await tokenize()
  expect([status, errors?.map(({ field, message }) => [field, message])]).toEqual([
    'Invalid',
    [
      ['cardNumber', 'Your card number is invalid.'],
      ['cvv', "Your card's security code is incomplete."],
    ],
  ])
  await expect(page.getByRole('alert')).toHaveText('Your card number is invalid.')
  await expect(number(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(expiry(page)).toHaveAttribute('aria-invalid', 'false')
  expect(sent).toEqual([])
})

test("returns the provider's error, or its own if there is no reply", async ({ page }) => {
  const problem = { detail: 'Your card number is incorrect.', field: 'cardNumber' }
  const { tokenize } = await openCard(page, { errors: [problem] })
  await typeCard(page)
  expect(await tokenize()).toEqual({
    status: 'Invalid',
    errors: [{ type: 'INVALID', field: 'cardNumber', message: problem.detail }],
  })
  await page.route('**/cards', (route) => route.abort())
  expect(await tokenize()).toMatchObject({
    status: 'Error',
    errors: [{ message: 'The card could not be checked.' }],
  })
})

test('verifies a buyer without a question if the card needs none', async ({ page }) => {
  const { sent, tokenize, verify } = await openCard(page)
  await typeCard(page)
  await tokenize()
  expect(await verify('cnon:1', details)).toEqual({ token: 'verf:1', userChallenged: false })
  expect(sent[1]?.body).toEqual({
    application_id: 'sandbox-sq0idb-foyer',
    source_id: 'cnon:1',
    is_in_token: false,
  })
})

test.describe('a card whose payment must be confirmed', () => {
  const challenged = { ...accepted, needs_confirmation: true }

  test('asks the buyer when the page verifies them, and gives the proof', async ({ page }) => {
    const { tokenize, verify } = await openCard(page, challenged)
    await typeCard(page)
    await tokenize()
    const verified = verify('cnon:1', details)
    const dialog = page.getByRole('dialog', { name: 'Confirm this payment' })
    await expect(dialog).toContainText('26.90 GBP')
    await expect(dialog).toContainText('Sandbox: no real money moves')
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations).toEqual([])
    await dialog.getByRole('button', { name: 'Yes, it is me' }).click()
    expect(await verified).toEqual({ token: 'verf:1', userChallenged: true })
    await expect(dialog).toBeHidden()
  })

  test('is not verified if the buyer refuses or presses Escape', async ({ page }) => {
    const { sent, tokenize, verify } = await openCard(page, challenged)
    await typeCard(page)
    await tokenize()
    const refused = verify('cnon:1', details)
    await page.getByRole('button', { name: 'No, stop this payment' }).click()
    expect(await refused).toMatchObject({ name: 'VerifyBuyerError' })
    const escaped = verify('cnon:1', details)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await escaped).toMatchObject({ name: 'VerifyBuyerError' })
    expect(sent).toHaveLength(1)
  })

  test('asks the buyer at once if the page gives the payment with the card', async ({ page }) => {
    const { sent, tokenize } = await openCard(page, challenged)
    await typeCard(page)
    const token = tokenize(details)
    await page.getByRole('button', { name: 'Yes, it is me' }).click()
    expect(await token).toMatchObject({ status: 'OK', token: 'cnon:1' })
    expect(sent[1]?.body).toMatchObject({ source_id: 'cnon:1', is_in_token: true })
  })
})

test('is gone once it is destroyed', async ({ page }) => {
  const { destroy } = await openCard(page)
  expect(await destroy()).toBe(true)
  await expect(number(page)).toBeHidden()
})
