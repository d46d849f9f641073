import { newEmail, said } from '#e2e/buyer.ts'
import { expect, test } from '#e2e/test.ts'

/** The transfer form on the shop's page of an order, which works without a script as well. */

test('shop: the transfer form gives whoever is named a ticket, and no recipient more than are left [XFER-06, XFER-25]', async ({
  page,
  arrange,
  expectComplaint,
}) => {
  await arrange({ shape: 'marketing_and_questions', state: 'order_completed', user: 'member' })
  await page.goto('/account/wallet/')
  await page.locator('main a[href^="/account/orders/"]').first().click()
  await page.getByText('Transfer tickets').click()
  const first = page.locator('.offer-line').first()
  const more = first.getByRole('button', { name: 'More, tickets for recipient 1' })
  await expect(first).toContainText('0 of 1 chosen')
  await expect(more).not.toHaveAttribute('aria-disabled')
  await first.getByLabel('Full name').fill('Bo Right')
  await expect(first).toContainText('1 of 1 chosen')
  await expect(more).toHaveAttribute('aria-disabled', 'true')
  await first.getByLabel('Email').fill(newEmail())

  const second = page.locator('.offer-line').nth(1)
  await second.locator('summary').click()
  await expect(first.getByLabel('Full name')).toBeHidden()
  await second.getByLabel('Email').fill('cy')
  expectComplaint(/422 \(Unprocessable/)
  await page.getByRole('button', { name: 'Send tickets' }).click()
  await expect(said(page, 'Please enter an email')).toBeVisible()
  await expect(second.getByLabel('Full name')).toBeFocused()
  await second.getByLabel('Full name').fill('Cy Left')
  await second.getByLabel('Email').fill(newEmail())
  await page.getByRole('button', { name: 'Send tickets' }).click()
  await expect(page.getByRole('status')).toHaveText(/The tickets are offered to Bo Right and Cy Left\./)
})
