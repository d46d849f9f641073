import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'

const address = 'https://shop.test/checkout/'
const script = ['card-fields.js', 'sheet.js', 'wallet.js', 'stripe.js']
  .map((name) => readFileSync(`sandbox/scripts/${name}`, 'utf8'))
  .join('\n')

const html = `<!doctype html><title>Card fields</title>
<form><label for="number">Card number</label><div id="number"></div><div id="expiry"></div><div id="cvc"></div></form>`

/** Globals of the test page. */
interface CardPage {
  events: Record<string, unknown>[]
  heard: string[]
  submits: number
  pay: (name?: string) => Promise<unknown>
}

async function openFields(page: Page, answer: { status: number; body: object } = { status: 200, body: {} }) {
  const sent: { path: string; key: string | undefined; body: string | null }[] = []
  await page.route('https://shop.test/**', (route) => {
    const request = route.request()
    if (request.url() === address) return route.fulfill({ contentType: 'text/html', body: html })
    sent.push({
      path: new URL(request.url()).pathname,
      key: request.headers().authorization,
      body: request.postData(),
    })
    return route.fulfill({ status: answer.status, json: answer.body })
  })
  await page.goto(address)
  await page.addScriptTag({ content: script })
  await page.evaluate(() => {
    const { Stripe } = window as unknown as { Stripe: (key: string) => never } // the simulator has no types
    const stripe = Stripe('pk_sandbox_test') as {
      elements: () => { create: (type: string) => Record<'on' | 'mount', (...args: unknown[]) => void> }
      createPaymentMethod: (card: object) => Promise<unknown>
    }
    const kept: CardPage = {
      events: [],
      heard: [],
      submits: 0,
      pay: (name) => stripe.createPaymentMethod({ type: 'card', card: number, billing_details: { name } }),
    }
    const elements = stripe.elements()
    const number = elements.create('cardNumber')
    const fields = [number, elements.create('cardExpiry'), elements.create('cardCvc')]
    fields.forEach((field, index) => {
      field.on('change', (event: Record<string, unknown>) => kept.events.push(event))
      field.mount(['#number', '#expiry', '#cvc'][index])
    })
    for (const type of ['input', 'keydown', 'change', 'paste'])
      document.addEventListener(type, ({ target }) => kept.heard.push(`${type} ${String(target)}`))
    document.forms[0]?.addEventListener('submit', (event) => {
      event.preventDefault()
      kept.submits += 1
    })
    Object.assign(window, { kept })
  })
  const kept = <Part extends keyof CardPage>(part: Part) =>
    page.evaluate((name) => (window as unknown as { kept: CardPage }).kept[name], part) as Promise<
      CardPage[Part]
    >
  const pay = (name?: string) =>
    page.evaluate((given) => (window as unknown as { kept: CardPage }).kept.pay(given), name)
  return { sent, kept, pay }
}

const number = (page: Page) => page.getByRole('textbox', { name: 'Card number' })
const expiry = (page: Page) => page.getByRole('textbox', { name: 'Expiry date' })
const code = (page: Page) => page.getByRole('textbox', { name: 'Security code' })

test('groups the digits, leaves it to Tab to go to the next field, and reports only completion to the page', async ({
  page,
}) => {
  const { kept } = await openFields(page)
  await page.getByText('Card number', { exact: true }).click()
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1230')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await expect(number(page)).toHaveValue('4242 4242 4242 4242')
  await expect(expiry(page)).toHaveValue('12 / 30')
  await expect(code(page)).toHaveValue('123')
  const events = await kept('events')
  const last = (type: string) => events.filter(({ elementType }) => elementType === type).at(-1)
  expect(last('cardNumber')).toEqual({
    elementType: 'cardNumber',
    empty: false,
    complete: true,
    brand: 'visa',
  })
  expect(last('cardExpiry')).toMatchObject({ complete: true })
  expect(last('cardCvc')).toMatchObject({ complete: true })
  expect(JSON.stringify(events)).not.toContain('4242')
})

test('hides the typed digits from the page: no event, no form field [PAYM-58]', async ({ page }) => {
  const { kept } = await openFields(page)
  await number(page).pressSequentially('4242')
  expect(await kept('heard')).toEqual([])
  expect(await page.evaluate(() => [...new FormData(document.forms[0])])).toEqual([])
})

test('is labelled as simulated', async ({ page }) => {
  await openFields(page)
  await expect(number(page)).toHaveAttribute('title', 'Simulated by the sandbox')
})

test('shows the error of a field once it is full or left', async ({ page }) => {
  const { kept } = await openFields(page)
  const wrong = async (type: string) => {
    const events = (await kept('events')).filter(({ elementType }) => elementType === type)
    return (events.at(-1)?.error as { message: string } | undefined)?.message
  }
  await number(page).fill('4242 4242 4242')
  expect(await wrong('cardNumber')).toBeUndefined()
  await number(page).blur()
  expect(await wrong('cardNumber')).toBe('Your card number is incomplete.')
  await number(page).fill('4242 4242 4242 4241')
  expect(await wrong('cardNumber')).toBe('Your card number is invalid.')
  await expiry(page).fill('1320')
  expect(await wrong('cardExpiry')).toBe("Your card's expiration date is invalid.")
  await expiry(page).fill('0120')
  expect(await wrong('cardExpiry')).toBe("Your card's expiration year is in the past.")
  await code(page).fill('12')
  await code(page).blur()
  expect(await wrong('cardCvc')).toBe("Your card's security code is incomplete.")
})

test('accepts the number and code lengths of American Express', async ({ page }) => {
  await openFields(page)
  await number(page).fill('3782822463100051')
  await code(page).fill('12345')
  await expect(number(page)).toHaveValue('3782 822463 10005')
  await expect(code(page)).toHaveValue('1234')
})

test('accepts a month of one digit and a year of four', async ({ page }) => {
  await openFields(page)
  await expiry(page).pressSequentially('530')
  await expect(expiry(page)).toHaveValue('05 / 30')
  await expiry(page).fill('11/2031')
  await expect(expiry(page)).toHaveValue('11 / 31')
})

test('lets the buyer delete and insert digits anywhere', async ({ page }) => {
  await openFields(page)
  await expiry(page).pressSequentially('12')
  await expect(expiry(page)).toHaveValue('12 / ')
  await page.keyboard.press('Backspace')
  await expect(expiry(page)).toHaveValue('1')
  await number(page).pressSequentially('42424242')
  await number(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2))
  await page.keyboard.type('9')
  await expect(number(page)).toHaveValue('4294 2424 2')
  expect(await number(page).evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3)
})

test('submits the form on Enter', async ({ page }) => {
  const { kept } = await openFields(page)
  await number(page).press('Enter')
  expect(await kept('submits')).toBe(1)
})

async function typeCard(page: Page) {
  await number(page).fill('4242424242424242')
  await expiry(page).fill('0131')
  await code(page).fill('123')
}

test('sends a complete card only to the simulated provider, with its key and the billing name [PAYM-58, PAYM-59]', async ({
  page,
}) => {
  const { sent, pay } = await openFields(page, { status: 200, body: { id: 'pm_1' } })
  await typeCard(page)
  expect(await pay('Ada Byron')).toEqual({ paymentMethod: { id: 'pm_1' } })
  expect(sent.map(({ path, key }) => ({ path, key }))).toEqual([
    { path: '/sandbox/stripe/v1/payment_methods', key: 'Bearer pk_sandbox_test' },
  ])
  expect(Object.fromEntries(new URLSearchParams(sent[0]?.body ?? ''))).toEqual({
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '1',
    'card[exp_year]': '2031',
    'card[cvc]': '123',
    'billing_details[name]': 'Ada Byron',
  })
})

test('sends no request for an incomplete card', async ({ page }) => {
  const { sent, pay } = await openFields(page)
  expect(await pay()).toMatchObject({ error: { message: 'Your card number is incomplete.' } })
  expect(sent).toEqual([])
})

test("returns the provider's error, or its own if there is no reply", async ({ page }) => {
  const declined = { error: { message: 'Your card was declined.', code: 'card_declined' } }
  const { pay } = await openFields(page, { status: 402, body: declined })
  await typeCard(page)
  expect(await pay()).toEqual(declined)
  await page.route('**/payment_methods', (route) => route.abort())
  expect(await pay()).toMatchObject({
    error: { message: 'The card could not be checked. Please try again.' },
  })
})
