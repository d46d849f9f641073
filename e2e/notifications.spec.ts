import { expect, step, test } from '#e2e/test.ts'

test('keeps notifications at the top right until the buyer closes them [CONT-14, CONT-67, MONI-17]', async ({
  page,
  arrange,
  expectComplaint,
}) => {
  await arrange({ shape: 'paid', state: 'payment' })
  await expect(step(page, 'payment')).toBeVisible()
  await page.clock.install()
  expectComplaint(/503.*destroy_sale/)
  await page.route('**/destroy_sale/', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
  const toasts = page.getByText('Unable to edit Basket. Please try again later')
  for (const count of [1, 2, 3, 4]) {
    // With the keyboard, as notifications may cover the button.
    await page.getByRole('button', { name: 'Edit basket' }).press('Enter')
    await page.getByRole('button', { name: 'Yes' }).press('Enter')
    await expect(toasts).toHaveCount(count)
  }
  await page.clock.fastForward('01:00:00')
  await expect(toasts).toHaveCount(4)
  await test.step('is fixed at the top right, above everything else [MONI-19..21]', async () => {
    const toaster = page.locator('[data-sonner-toaster]')
    await expect(toaster).toHaveCSS('position', 'fixed')
    await expect(toaster).toHaveCSS('z-index', '5000')
    const box = await toasts.first().boundingBox()
    expect(box && box.x > 1280 / 2 && box.y < 900 / 2).toBe(true)
  })
  await page.clock.resume()
  await page.getByRole('button', { name: 'Close toast' }).first().click()
  await expect(toasts).toHaveCount(3)
})

test('shows a success as a notification too [ERRS-48, DONE-15, DONE-16]', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'order_completed' })
  await page.getByRole('button', { name: 'Subscribe to important updates' }).click()
  await expect(page.getByText('You have been subscribed to important event updates')).toBeVisible()
})
