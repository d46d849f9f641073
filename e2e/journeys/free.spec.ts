import { addTickets, enterAsGuest, expectOrder, goOn, newEmail, reserveBasket, said } from '#e2e/buyer.ts'
import { expect, step, test } from '#e2e/test.ts'

test('gives free tickets without a payment [CONT-36, PAYM-30]', async ({ page, codeFor }) => {
  await addTickets(page, 'Harbour Open Day', { 'Free entry': 3 })
  await expect(said(page, 'FREE').first()).toBeVisible()
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  await expect(step(page, 'marketing_preferences')).toBeVisible()
  await goOn(page)
  await expectOrder(page)
})

test('asks an unknown express buyer for a name and an email before free tickets', async ({ page }) => {
  await addTickets(page, 'New Faces', { 'Free entry': 1 })
  await reserveBasket(page)
  await expect(step(page, 'payment')).toBeVisible()
  await page.getByLabel('Full name').fill('Grace Hopper')
  await page.getByLabel('Email address').fill(newEmail())
  await page.getByRole('button', { name: 'Claim free tickets' }).click()
  await expectOrder(page)
})
