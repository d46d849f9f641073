import type { Page } from '@playwright/test'
import { newEmail, goOn, said } from '#e2e/buyer.ts'
import { movesOf, watchMoves } from '#e2e/moves.ts'
import { open as openSeats } from '#e2e/seat-buyer.ts'
import { scriptOf } from '#e2e/script-of.ts'
import { expect, expectLoadedAhead, step, test, type Arrangement } from '#e2e/test.ts'

const unableToSend = 'Unable to send the code. Please try again later'

/** The bar over the page that tells of the connection. */
const banner = (page: Page) => page.locator('[data-connection]')

/** The place of notifications, which comes after the script that watches the connection. */
const notifications = (page: Page) => page.getByRole('region', { name: /^Notifications/ })

test('shows at once that a code cannot be sent offline, and sends it when back online', async ({
  page,
  context,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await arrange({ shape: 'paid', state: 'login' })
  await expectLoadedAhead(page, 'login')
  await page.getByLabel('Email address').fill(newEmail())
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(unableToSend).first()).toBeVisible({ timeout: 2_000 })

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('One-time code')).toBeFocused()
})

test('shows that a code cannot be sent even if the notification area was never loaded', async ({
  page,
  context,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED/)
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await page.route(scriptOf('src/ui/toaster.tsx'), (route) => route.abort())
  await arrange({ shape: 'paid', state: 'login' })
  await expectLoadedAhead(page, 'login')
  await page.getByLabel('Email address').fill(newEmail())
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert').filter({ hasText: unableToSend })).toBeVisible({ timeout: 2_000 })
  await page
    .getByRole('alert')
    .filter({ hasText: unableToSend })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(page.getByText(unableToSend)).toBeHidden()
})

test('shows the next step without a press when the network is back', async ({
  page,
  context,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  // The network is lost before the step's script has been loaded ahead.
  const script = scriptOf('src/order/after-sale-messages-step.tsx')
  await page.route(script, (route) => route.abort('internetdisconnected'), { times: 1 })
  const isLost = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith(script.replace('**', '')),
  )
  await arrange({ shape: 'waiver', state: 'waiver' })
  await expect(step(page, 'waiver')).toBeVisible()
  await isLost
  await context.setOffline(true)
  await goOn(page)
  await expect(said(page, /We can.t reach the shop/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load the page again' })).toBeHidden()

  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Before you go' })).toBeVisible()
})

test('asks the buyer to load a page again that is older than the shop, and keeps the basket [F27]', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/404/)
  const script = scriptOf('src/account/actors.ts')
  await page.route(script, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.request.post('/sandbox/arrange', { data: { shape: 'paid', state: 'login' } })
  await page.goto('/checkout/')
  await expect(banner(page)).toContainText('Your basket is safe')

  await page.unroute(script)
  await banner(page).getByRole('button', { name: 'Load the page again' }).click()
  await page.getByLabel('Email address').fill(newEmail())
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('One-time code')).toBeFocused()
  await expect(banner(page)).toBeHidden()
})

const examples: Arrangement[] = [
  { shape: 'paid', state: 'login' },
  { shape: 'plan', state: 'payment' },
  { shape: 'bank', state: 'awaiting_truelayer', bank: 'pay_slowly' },
]

// The other steps: src/checkout/offline.test.tsx.
for (const { shape, state = 'basket', bank } of examples)
  test(`tells at ${state} of a ${shape} basket that the device is offline, and carries on when it is back [F2]`, async ({
    page,
    context,
    arrange,
    expectComplaint,
  }) => {
    await arrange({ shape, state, ...(bank && { bank }) } as Arrangement)
    await expectLoadedAhead(page, state)
    const inputs = page.getByRole('main').getByRole('textbox')
    const typed = (await inputs.count()) > 0 ? inputs.first() : null
    // Fields for cards take digits alone.
    await typed?.fill('42')
    // Polls go on, and fail.
    const isPolling = bank !== undefined
    if (isPolling) expectComplaint(/ERR_INTERNET_DISCONNECTED/)

    await context.setOffline(true)
    await expect(banner(page)).toHaveText(/^You are offline/)
    if (isPolling) await page.waitForEvent('requestfailed')

    const reread = page.waitForRequest('**/checkout/checkout/get/')
    await context.setOffline(false)
    await reread
    await expect(banner(page)).toHaveText("You're back online.")
    await expect(banner(page)).toBeHidden()
    if (typed) await expect(typed).toHaveValue('42')
  })

test('tells that it is still working when the shop takes long to answer, and no more once it has [F4]', async ({
  page,
  arrange,
}) => {
  await page.clock.install()
  await arrange({ shape: 'paid', state: 'login' })
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/send_one_time_code/', async (route) => {
    await answered
    await route.continue()
  })
  await page.getByLabel('Email address').fill(newEmail())
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('button', { name: 'Send code' })).toHaveAttribute('aria-busy', 'true')
  await page.clock.runFor(9_000)
  await expect(banner(page)).toBeHidden()
  await page.clock.runFor(1_500)
  await expect(banner(page)).toHaveText(/^Still working/)
  answer()
  await expect(page.getByLabel('One-time code')).toBeFocused()
  await expect(banner(page)).toBeHidden()
})

test('keeps the banner above the header and the notifications when the buyer scrolls, and announces it once [F2]', async ({
  page,
  context,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await page.setViewportSize({ width: 390, height: 664 })
  await arrange({ shape: 'everything', state: 'basket' })
  await expect(notifications(page)).toBeAttached()
  await context.setOffline(true)
  await expect(banner(page)).toBeVisible()
  await expect(page.getByRole('status').getByText('You are offline.')).toHaveCount(1)
  await page.getByRole('button', { name: 'Reserve Basket' }).click()
  const notification = page.locator('[data-sonner-toast]').first()
  await expect(notification).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)

  const [bar, header, toast] = [banner(page), page.locator('header').first(), notification]
  const boxes = async () => Promise.all([bar, header, toast].map((one) => one.boundingBox()))
  await expect.poll(async () => (await boxes())[0]?.y).toBe(0)
  await expect
    .poll(async () => {
      const [above, middle, below] = await boxes()
      if (!above || !middle || !below) return false
      return middle.y >= above.height - 1 && below.y >= above.height + middle.height - 1
    })
    .toBe(true)
  await expect(page.getByRole('status').getByText('You are offline.')).toHaveCount(0, { timeout: 10_000 })

  await page.setViewportSize({ width: 1280, height: 900 })
  expect((await bar.boundingBox())?.width).toBe((await header.boundingBox())?.width)
})

test('tells on the seat selection that the device is offline, and that it is back [F2]', async ({
  page,
  context,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await openSeats(page)
  await expect(notifications(page)).toBeAttached()
  await context.setOffline(true)
  await expect(banner(page)).toHaveText(/^You are offline/)
  await page.getByText('Choose from a list').click()
  await page.waitForEvent('requestfailed')
  await context.setOffline(false)
  await expect(banner(page)).toHaveText("You're back online.")
  await expect(banner(page)).toBeHidden()
  await expect(page.getByLabel('Section')).toBeVisible()
})

for (const width of [390, 1280])
  for (const scrolled of [0, 30])
    test(`moves nothing of a step while the banner comes and goes, at ${width} pixels, scrolled by ${scrolled}`, async ({
      page,
      context,
      arrange,
      expectComplaint,
    }) => {
      expectComplaint(/ERR_INTERNET_DISCONNECTED/, true)
      await page.setViewportSize({ width, height: width === 390 ? 600 : 720 })
      await watchMoves(page)
      await page.clock.install()
      await arrange({ shape: 'everything', state: 'login' })
      await page.evaluate((top) => scrollTo(0, top), scrolled)
      await expect.poll(() => page.evaluate(() => Object.hasOwn(window, 'isWatching'))).toBe(true)
      await expect(notifications(page)).toBeAttached()
      const before = (await movesOf(page)).length
      await context.setOffline(true)
      await expect(banner(page)).toHaveAttribute('data-connection', 'offline')
      await context.setOffline(false)
      await expect(banner(page)).toHaveAttribute('data-connection', 'recovered')
      await page.clock.fastForward(11_000)
      await expect(banner(page)).toBeHidden()
      const moves = (await movesOf(page)).slice(before)
      // The header goes below the banner.
      expect(moves.filter((move) => !move.includes('in header'))).toEqual([])
    })
