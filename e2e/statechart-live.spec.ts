import { newEmail } from '#e2e/buyer.ts'
import { expect, test } from '#e2e/test.ts'

test('follows a checkout in another tab on the charts, with its last events and the time left', async ({
  page,
  arrange,
  context,
}) => {
  await arrange({ shape: 'charity' })
  await page.goto('/checkout/?inspect')
  await expect(page.getByRole('button', { name: 'Reserve Basket' })).toBeEnabled()
  // Opened later than the checkout
  const charts = await context.newPage()
  await charts.goto('/statechart/')
  const isNow = (id: string) => expect(charts.locator(`[id="${id}"]`)).toHaveClass(/\bnow\b/)
  await isNow('checkout.basket')
  await expect(charts.locator('#live')).toContainText('No tickets are held')
  await page.getByRole('button', { name: 'Reserve Basket' }).click()
  await isNow('checkout.holding.donation.choosing')
  await expect(charts.locator('#live')).toContainText(/Tickets are held for \d+:\d\d\./)
  await page.getByRole('button', { name: 'Skip donation' }).click()
  await isNow('account.enter_email')
  await expect(charts.locator('#live li').filter({ hasText: 'Press "Skip donation"' })).toBeVisible()
  // The drawings show what is looked at here, until something happens there
  await charts.goto('/statechart/#try=free')
  await isNow('checkout.basket')
  await expect(charts.locator('[id="account.enter_email"]')).not.toHaveClass(/\bnow\b/)
  await page.getByLabel('Email address').fill(newEmail())
  await page.getByRole('button', { name: 'Send code' }).click()
  await isNow('account.one_time_code_sent.resend_paused')
})
