import type { Page } from '@playwright/test'
import { withPlainPage } from '#e2e/plain-page.ts'
import { expect, step, test } from '#e2e/test.ts'

/** Waits for the area of notifications; one that comes before it is plain. */
const expectArea = (page: Page) => expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached()

test('keeps notifications at the top right until the buyer closes them [CONT-14, CONT-67, MONI-17, MONI-21]', async ({
  page,
  arrange,
  expectComplaint,
}) => {
  await arrange({ shape: 'paid', state: 'order_completed' })
  await expectArea(page)
  await page.clock.install()
  expectComplaint(/422.*resend_tickets/)
  let count = 0
  await page.route('**/resend_tickets/', (route) =>
    route.fulfill({ status: 422, json: { message: `Unable to send them for reason ${count}` } }),
  )
  const toasts = page.getByText('Unable to send them for reason')
  // With the keyboard, as notifications may cover the button.
  const fail = () => page.getByRole('button', { name: 'Send it again' }).press('Enter')
  while (count < 4) {
    count += 1
    await fail()
    await expect(toasts).toHaveCount(count)
  }
  await page.clock.fastForward('01:00:00')
  // Those that close take a moment to disappear.
  await page.clock.runFor(1_000)
  await expect(toasts).toHaveCount(4)
  await test.step('hides none, however many there are [MONI-17]', () =>
    expect(page.locator('[data-sonner-toast][data-visible="true"]')).toHaveCount(4))
  await test.step('is fixed at the top right, above everything else [MONI-19..21]', async () => {
    const toaster = page.locator('[data-sonner-toaster]')
    await expect(toaster).toHaveCSS('position', 'fixed')
    await expect(toaster).toHaveCSS('z-index', '5000')
    const toast = page.locator('[data-sonner-toast]').first()
    await test.step('is 300 wide [MONI-16]', () => expect(toast).toHaveCSS('width', '300px'))
    const box = await toasts.first().boundingBox()
    expect(box && box.x > 1280 / 2 && box.y < 900 / 2).toBe(true)
    await test.step('is closed at its end, as everything else', async () => {
      const [whole, cross] = [await toast.boundingBox(), await toast.getByRole('button').boundingBox()]
      expect(whole && cross && cross.x > whole.x + whole.width / 2).toBe(true)
    })
  })
  await page.clock.resume()
  await test.step('replaces the one that it equals', async () => {
    count = 2
    await fail()
    await expect(page.locator('[data-sonner-toast]').first()).toContainText('reason 2')
    await expect(toasts).toHaveCount(4)
  })
  await page.getByRole('button', { name: 'Close toast' }).first().click()
  await expect(toasts).toHaveCount(3)
})

for (const width of [320, 390])
  test(`leaves the way back free on a screen of ${width} pixels`, async ({ page, arrange }) => {
    await page.setViewportSize({ width, height: 700 })
    await arrange({ shape: 'paid', state: 'order_completed' })
    await expectArea(page)
    await page.getByRole('button', { name: 'Subscribe to important updates' }).click()
    await expect(page.locator('[data-sonner-toast]')).toBeVisible()
    await page.getByRole('button', { name: 'Transfer tickets' }).press('Enter')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Order complete!')
  })

test('shows a success as a notification too [ERRS-48, DONE-15, DONE-16]', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'order_completed' })
  await page.getByRole('button', { name: 'Subscribe to important updates' }).click()
  await expect(page.getByText('You have been subscribed to important event updates')).toBeVisible()
})

test('closes a notification of the seat-selection screen after three seconds [MONI-14]', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/503.*get_event_date/)
  // Time passes only here, however busy the machine is.
  await page.clock.install({ time: '2026-11-20T10:00:00' })
  await page.clock.pauseAt('2026-11-20T10:00:01')
  await withPlainPage(page)
  await page.route('**/get_event_date/**', (route) =>
    route.fulfill({ status: 503, json: { message: 'The box office is closed' } }),
  )
  await page.goto('/events/book_seats/the-tempest-friday/')
  const toast = page.locator('[data-sonner-toast]')
  await expect
    .poll(async () => {
      await page.clock.runFor(500)
      return toast.count()
    })
    .toBe(1)
  await page.clock.runFor(2_000)
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(1_500)
  await expect(toast).toHaveCount(0)
})

test.describe('with animations', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('moves a notification in within 300 ms [MONI-15]', async ({ page, arrange }) => {
    await arrange({ shape: 'paid', state: 'order_completed' })
    await expectArea(page)
    await page.getByRole('button', { name: 'Subscribe to important updates' }).click()
    const toast = page.locator('[data-sonner-toast]')
    await expect(toast).toBeVisible()
    const durations = await toast.evaluate((element) => getComputedStyle(element).transitionDuration)
    expect(new Set(durations.split(', '))).toEqual(new Set(['0.3s']))
  })
})

test('has the area of notifications before there is one [MONI-05]', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'basket' })
  await expect(step(page, 'basket')).toBeVisible()
  await expectArea(page)
})
