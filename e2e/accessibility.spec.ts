import { withPlainPage } from '#e2e/plain-page.ts'
import {
  addTickets,
  choosePlan,
  continueButton,
  payButton,
  payByPlan,
  reserveBasket,
  said,
} from '#e2e/buyer.ts'
import { expectAccessible } from '#e2e/screens/accessible.ts'
import { expect, step, test } from '#e2e/test.ts'
import { lostInForcedColours } from './screens/forced-colours.ts'

test('determining, while the checkout is loading and after a failure', async ({ page, expectComplaint }) => {
  expectComplaint(/503.*checkout\/get/)
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await withPlainPage(page)
  await page.route('**/checkout/get/', async (route) => {
    await isAnswered
    await route.fulfill({ status: 503, json: { message: 'Busy' } })
  })
  await page.goto('/checkout/')
  await expect(step(page, 'determining')).toBeVisible()
  await expectAccessible(page)
  answer()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
})

test('reserve, while the tickets are being reserved', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'basket' })
  await page.route('**/reserve_tickets/', () => {})
  await page.getByRole('button', { name: 'Reserve Basket' }).click()
  await expect(said(page, 'PLEASE WAIT')).toBeVisible()
  await expectAccessible(page)
})

test('captcha', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'captcha', captcha: true })
  await expect(page.getByLabel('I am human (sandbox)')).toBeVisible()
  await expectAccessible(page)
})

test('the waiting room: before the sale, and in the line', async ({ page }) => {
  const room = (change: Record<string, number>) =>
    page.request.post('/sandbox/waiting-room', { data: { event_id: 'abbey-by-moonlight', ...change } })
  const look = async (text: string) => {
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('region', { name: 'Your place' })).toContainText(text, { timeout: 1000 })
    }).toPass()
    await expectAccessible(page)
  }
  await room({ capacity: 0, opensInSeconds: 900 })
  await page.goto('/events/abbey-by-moonlight/')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join the waiting room' }).click()
  await look('You are in the waiting room.')
  await room({ come: 1500, opensInSeconds: 0 })
  await look('the organiser has paused the sale')
  await room({ capacity: 20, leave: 50_000 })
})

test('login: the code, and a wrong one', async ({ page, arrange, expectComplaint }) => {
  const { email } = await arrange({ shape: 'paid', state: 'login' })
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('One-time code').fill('000000')
  await expectAccessible(page)
  expectComplaint(/check_one_time_code/)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByLabel('One-time code')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
})

test('delivery address: found addresses, then a form with problems', async ({ page, arrange }) => {
  await arrange({ shape: 'voucher', state: 'delivery_address' })
  await page.getByLabel('Find your address').fill('YO22 4DB')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByRole('button', { name: /^14 Sandgate/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enter the address manually' }).click()
  await continueButton(page).click({ force: true })
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})

test('payment: express with problems, and the card fields', async ({ page, arrange }) => {
  await arrange({ shape: 'express', state: 'payment' })
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible()
  await payButton(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})

test('payment: a plan with its schedule, saved cards, and what the buyer agrees to', async ({
  page,
  arrange,
}) => {
  test.setTimeout(120_000)
  await arrange({ shape: 'plan', state: 'payment', user: 'member' })
  await payByPlan(page)
  await expect(step(page, 'order_completed')).toBeVisible({ timeout: 20_000 })
  await addTickets(page, 'Sailing Week', { 'Berth for the week': 1 })
  await reserveBasket(page)
  await continueButton(page).click()
  await expect(step(page, 'login')).toBeHidden()
  if (await step(page, 'marketing_preferences').isVisible()) await continueButton(page).click()
  await choosePlan(page)
  await page.getByRole('radio', { name: '3 months' }).check()
  await page.getByRole('radio', { name: 'New payment card' }).check()
  await expect(page.getByLabel('Make default payment method')).toBeVisible()
  await expectAccessible(page)
})

test('payment: a declined card', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'payment', cardDeclined: true })
  await expect(said(page, 'Your card was declined.')).toBeVisible()
  await expectAccessible(page)
})

test('awaiting_truelayer, while the bank is processing', async ({ page, arrange }) => {
  await arrange({ shape: 'bank', state: 'awaiting_truelayer', bank: 'pay_slowly' })
  await expect(said(page, 'Waiting for a response from your bank')).toBeVisible()
  await expectAccessible(page)
})

test('deliver_tickets, when the delivery fails', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'deliver_tickets', deliveryFails: true })
  await expect(said(page, 'Delivery failed. Please contact support, Error code: 2961')).toBeVisible()
  await expectAccessible(page)
})

test('the dialog before editing the basket', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'login' })
  await page.getByRole('button', { name: 'Edit basket' }).click()
  await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible()
  await expectAccessible(page)
})

test('a notification', async ({ page, arrange, expectComplaint }) => {
  await arrange({ shape: 'paid', state: 'payment' })
  expectComplaint(/503.*destroy_sale/)
  await page.route('**/destroy_sale/', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
  await page.getByRole('button', { name: 'Edit basket' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Unable to edit Basket. Please try again later')).toBeVisible()
  await expectAccessible(page)
})

for (const path of [
  '/all-events/',
  '/events/lantern-evening/',
  '/gift-vouchers/',
  '/signin/',
  '/mailing-list',
  '/privacy/',
  '/help/',
  '/accessibility/',
])
  test(`the page ${path}`, async ({ page }) => {
    await page.goto(path)
    await expectAccessible(page)
  })

test('goes from the first page to a reservation with the keyboard alone', async ({ page }) => {
  await addTickets(page, 'Late Film Club', { 'Any seat': 1 })
  const reserve = page.getByRole('button', { name: 'Reserve Basket' })
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await reserve.evaluate((button) => button === document.activeElement)) break
  }
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email address')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toBeVisible()
})

test('the seat selection, with two seats chosen and a row of the list open', async ({ page }) => {
  await page.goto('/events/book_seats/the-tempest-saturday/')
  await page.getByRole('button', { name: 'Find seats' }).click()
  await expect(page.getByRole('button', { name: 'Add To Basket!' })).toBeVisible()
  await page.getByText('Choose from a list').click()
  await expect(page.getByLabel('Row', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('edges of controls and the ring of the focus stand out by 3:1, light and dark', async ({ page }) => {
  await page.goto('/all-events/')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const contrasts = await page.evaluate(() => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
      const luminanceOf = (token: string) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = `var(${token})`
        context.fillStyle = getComputedStyle(probe).color
        probe.remove()
        context.fillRect(0, 0, 1, 1)
        const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((byte) => {
          const share = byte / 255
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      return ['--edge', '--accent'].flatMap((drawn) =>
        ['--surface', '--page', '--sunken'].map((ground) => {
          const [light = 0, dark = 0] = [luminanceOf(drawn), luminanceOf(ground)].toSorted((a, b) => b - a)
          return { drawn, ground, contrast: (light + 0.05) / (dark + 0.05) }
        }),
      )
    })
    expect(
      contrasts.filter(({ contrast }) => contrast < 3),
      colorScheme,
    ).toEqual([])
  }
})

test('finds what cannot be told in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setContent(`
    <style>
      [type=text] { border: none }
      [type=radio] { appearance: none }
      label:has(:checked) { background: gold }
      .well:has(:checked) { outline: 2px solid }
      ol li[aria-current] { background: gold }
      ul li[aria-current] { font-weight: bold }
      [aria-pressed=true] > i::after { content: '' }
    </style>
    <input type="text" aria-label="Name" />
    <p style="border: 1px solid"><input type="text" aria-label="Town" /></p>
    <label><input type="radio" name="a" checked />Yes</label><label><input type="radio" name="a" />No</label>
    <label class="well"><input type="radio" name="b" checked />Tea</label><label class="well"><input type="radio" name="b" />Milk</label>
    <ol><li>One</li><li aria-current="step">Two</li></ol>
    <ul><li>Three</li><li aria-current="step">Four</li></ul>
    <p><button class="way" aria-pressed="true"><i></i>Card</button><button class="way" aria-pressed="false"><i></i>Bank</button></p>
    <button>Pay</button><button aria-disabled="true">Reserve</button>`)
  expect(await lostInForcedColours(page)).toEqual([
    'a field without an edge: input "Name"',
    'chosen, and looks like the others: label "Yes"',
    'current, and looks like the others: li "Two"',
    'disabled, and looks enabled: button "Reserve"',
  ])
})
