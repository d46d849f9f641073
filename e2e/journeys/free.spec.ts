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
  const email = newEmail()
  await page.getByLabel('Full name').fill('Grace Hopper')
  await page.getByLabel('Email address').fill(email)
  const claim = page.waitForRequest('**/claim_free_tickets/')
  await page.getByRole('button', { name: 'Claim free tickets' }).click()
  await test.step('sends that email with the claim [PAYM-56]', async () =>
    expect(new URLSearchParams((await claim).postData() ?? '').get('email')).toBe(email))
  await expectOrder(page)
})

test('shows that the free tickets could not be claimed, stays and tries again [ERRS-29, OPEN-19]', async ({
  page,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/503.*claim_free_tickets/)
  await page.route('**/claim_free_tickets/', (route) => route.fulfill({ status: 503, json: {} }), {
    times: 1,
  })
  await arrange({ shape: 'free', state: 'payment' })
  await expect(page.getByText('Unable to claim free tickets. Please try again later')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectOrder(page)
})
