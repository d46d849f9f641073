import { withPlainPage } from '#e2e/plain-page.ts'
import { cards, continueButton, payButton, payByCard, reserveBasket, said } from '#e2e/buyer.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { readCheckout } from '#e2e/screens/wire.ts'
import { expect, step, test, type Arrangement } from '#e2e/test.ts'

/** Screens with requirements of their own; the generated paths check the screens of a purchase. */
const screens: [string, Arrangement & { state: NonNullable<Arrangement['state']> }][] = [
  ['the basket with its summary and lines [BASK-08, BASK-09]', { shape: 'paid', state: 'basket' }],
  ['the email entry of the account step [ACCT-01, ACCT-02]', { shape: 'paid', state: 'login' }],
  [
    'a box for each organiser, the newsletter and event updates [MARK-01..05]',
    { shape: 'marketing', state: 'marketing_preferences' },
  ],
  [
    'the Gift Aid choice with the value of the donation [GIFT-01, GIFT-14]',
    { shape: 'charity', state: 'gift_aid' },
  ],
  [
    'the payment with summary, countdown and methods [PAYM-05, PAYM-09, PAYM-12, PAYM-13, OPEN-10]',
    { shape: 'paid', state: 'payment' },
  ],
  ['the stages of the delivery [DELI-01..04]', { shape: 'paid', state: 'deliver_tickets' }],
]

for (const [what, arrangement] of screens)
  test(`shows ${what}`, async ({ page, arrange }) => {
    await arrange(arrangement)
    await expectScreen(page, arrangement.state)
  })

test('shows that the progress is being determined until the checkout has loaded [CONT-01, CONT-09]', async ({
  page,
  arrange,
}) => {
  let answer = () => {}
  const isSeen = new Promise<void>((resolve) => (answer = resolve))
  await withPlainPage(page)
  await page.route('**/checkout/get/', async (route) => {
    await isSeen
    await route.continue()
  })
  await arrange({ shape: 'paid', state: 'login' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Determining checkout progress'])
  answer()
  await expectScreen(page, 'login')
})

test('loads the user once on each entry [CONT-17, CONT-18, DARK-04]', async ({ page, arrange }) => {
  await withPlainPage(page)
  const asked: string[] = []
  page.on('request', (request) => void (/get_user\//.test(request.url()) && asked.push(request.url())))
  await arrange({ shape: 'paid', state: 'payment' })
  await expectScreen(page, 'payment')
  expect(asked).toHaveLength(1)
  await page.reload()
  await expectScreen(page, 'payment')
  expect(asked).toHaveLength(2)
})

test("loads the card provider's script [PAYM-60]", async ({ page, arrange }) => {
  const script = page.waitForRequest(/stripe.*\.js/)
  await arrange({ shape: 'paid', state: 'payment' })
  expect((await script).resourceType()).toBe('script')
})

test('reserves the basket with a reference and the remaining time, and continues [RESV-05..08]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'basket' })
  expect(await readCheckout(page)).toMatchObject({ sale_reference: '', seconds_remaining: 0 })
  await reserveBasket(page)
  await expectScreen(page, 'login')
  const { sale_reference, seconds_remaining } = await readCheckout(page)
  expect(sale_reference).toMatch(/^[A-Z0-9]+$/)
  expect(seconds_remaining).toBeGreaterThan(540)
})

test('continues from the delivery to the completed order without waiver and messages [CONT-41, WAIV-08, MESG-04]', async ({
  page,
  arrange,
}) => {
  const told: (string | null)[] = []
  page.on('request', (request) => {
    if (/update_basket_state/.test(request.url()))
      told.push(new URLSearchParams(request.postData() ?? '').get('state'))
  })
  await arrange({ shape: 'paid', state: 'payment' })
  await payByCard(page)
  await expect(step(page, 'order_completed')).toBeVisible({ timeout: 20_000 })
  expect(told).toEqual(['deliver_tickets', 'order_completed'])
})

test("shows the checkout's reference on the completed order if the order cannot be loaded [DONE-27]", async ({
  page,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/503.*get_simple_info/)
  await page.route('**/get_simple_info/', (route) => route.fulfill({ status: 503, json: {} }))
  await arrange({ shape: 'paid', state: 'order_completed' })
  const { sale_reference } = await readCheckout(page)
  await expect(said(page, `Your reference is ${sale_reference}`)).toBeVisible()
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
})

test('waits for the bank under the title Payment, then shows the amount paid [BANK-01..03, BANK-10]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'bank', state: 'awaiting_truelayer', bank: 'pay' })
  await expect(said(page, 'Please wait')).toBeVisible()
  await expectScreen(page, 'awaiting_truelayer')
})

test('shows why a card was declined [PAYM-11]', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'payment' })
  await payByCard(page, cards.declined)
  await expect(said(page, 'Your card was declined.')).toBeVisible()
})

test('asks for the contact number only if the organiser requires one [PAYM-06, PAYM-07]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'charity', state: 'payment' })
  const contactNumber = page.getByLabel('Contact number')
  await test.step('rejects an invalid number [PAYM-08]', async () => {
    await contactNumber.fill('12345')
    await page.getByRole('button', { name: 'Credit or Debit Card' }).click()
    await payButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Type a valid phone number')
  })
  await arrange({ shape: 'paid', state: 'payment' })
  await expect(step(page, 'payment')).toBeVisible()
  await expect(page.getByLabel('Contact number')).toHaveCount(0)
})

test('shows the completed order with a tick, upcoming events and a subscription [DONE-03, DONE-04, DONE-13]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'order_completed' })
  await expectScreen(page, 'order_completed')
  await expect(page.getByRole('main').locator('svg circle')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Browse more events' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Subscribe to important updates' })).toBeVisible()
})

test('opens the whole refund policy of a ticket in a dialog [BASK-17, BASK-28]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'basket' })
  await page
    .getByRole('button', { name: /^Refund policy/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText(/refund/i)
})

test('shows that the captcha has expired [CAPT-08, CAPT-13]', async ({ page, arrange }) => {
  await page.clock.install()
  await arrange({ shape: 'paid', state: 'captcha', captcha: true })
  await page.getByLabel('I am human (sandbox)').check()
  await expect(continueButton(page)).toBeEnabled()
  await page.clock.fastForward('02:01')
  await expect(
    said(page, 'The captcha challenge has expired. Please complete the challenge again.'),
  ).toBeVisible()
  await expect(continueButton(page)).toBeDisabled()
})

test("loads the captcha from the provider's script [CAPT-04]", async ({ page, arrange }) => {
  const script = page.waitForRequest(/hcaptcha.*\.js/)
  await arrange({ shape: 'paid', state: 'captcha', captcha: true })
  expect((await script).resourceType()).toBe('script')
  await expectScreen(page, 'captcha')
})

test('clears a wrong code, shows the error and focuses the field [ACCT-20..22]', async ({
  page,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/check_one_time_code/)
  const { email } = await arrange({ shape: 'paid', state: 'login' })
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = page.getByLabel('One-time code')
  await code.fill('000000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(code).toHaveValue('')
  await expect(code).toBeFocused()
})

test('preloads the card provider while the buyer is at the account step [RESV-09]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'basket' })
  const prepared = page.waitForRequest('**/get_card_credentials/')
  await reserveBasket(page)
  await prepared
  await expectScreen(page, 'login')
})
