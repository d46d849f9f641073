import type { Page } from '@playwright/test'
import { expectOrder, payByCard } from '#e2e/buyer.ts'
import { expect, step, test } from '#e2e/test.ts'

/** Returns to a tab as a buyer would. */
const lookAt = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test('shows in a second tab the order that was paid in the first [CONT-60]', async ({
  page,
  context,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'payment' })
  const other = await context.newPage()
  await other.goto('/checkout/')
  await payByCard(other)
  await expectOrder(other)
  await expect(step(page, 'payment')).toBeVisible()
  await lookAt(page)
  await expectOrder(page)
})

test('returns a second tab to the basket when the first has released the tickets [CONT-60]', async ({
  page,
  context,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'payment' })
  const other = await context.newPage()
  await other.goto('/checkout/')
  await other.getByRole('button', { name: 'Edit basket' }).click()
  await other.getByRole('button', { name: 'Yes' }).click()
  await expect(step(other, 'basket')).toBeVisible()
  await lookAt(page)
  await expect(step(page, 'basket')).toBeVisible()
})

test('shows nothing of what was typed once the buyer has signed out in another tab, on a page of the shop', async ({
  page,
  context,
  arrange,
}) => {
  // What is loaded ahead for the payment is refused after the sign-out, and must not be late.
  const ahead = page.waitForResponse('**/get_card_credentials/')
  await arrange({ shape: 'deliverable', state: 'delivery_address', user: 'member' })
  await page.getByRole('button', { name: 'Enter the address manually' }).click()
  await page.getByLabel('Town or city').fill('Whitby')
  await ahead
  const other = await context.newPage()
  await other.goto('/account/wallet/')
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(other).toHaveURL(/\/all-events\/$/)
  const loaded = page.waitForEvent('load')
  await lookAt(page)
  await loaded
  await expect(step(page, 'delivery_address')).toBeVisible()
  await page.getByRole('button', { name: 'Enter the address manually' }).click()
  await expect(page.getByLabel('Town or city')).toHaveValue('')
})
