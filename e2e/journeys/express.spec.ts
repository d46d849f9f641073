import { addTickets, expectOrder, newEmail, payButton, reserveBasket, said, typeCard } from '#e2e/buyer.ts'
import { expect, step, test } from '#e2e/test.ts'

test('sells in express: name, email, card and done [CONT-21, PAYM-03, PAYM-16..21, PAYM-23..26, SUMM-13]', async ({
  page,
}) => {
  await addTickets(page, 'Rooftop Sessions', { 'Any time': 2 })
  await reserveBasket(page)
  await expect(step(page, 'payment')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Complete purchase' })).toBeVisible()
  await expect(said(page, 'Your tickets are delivered to an account in your name.')).toBeVisible()
  const terms = page.getByRole('link', { name: 'purchase terms and conditions' })
  await expect(terms).toHaveAttribute('href', '/legal-information/purchase-terms-and-conditions/')
  await expect(terms).toHaveAttribute('target', '_blank')
  await expect(page.getByRole('button', { name: 'Edit basket or add discount code' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Instant Bank Transfer' })).toBeHidden()
  await expect(page.getByLabel('Full name')).toHaveAttribute('placeholder', 'Type your full name')
  await expect(page.getByLabel('Email address')).toHaveAttribute('placeholder', 'Type your email address')
  await expect(page.getByLabel('Send me the Foyer newsletter')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Keep updated' }).getByRole('checkbox')).toHaveCount(2)

  await payButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Type both your first and last name(s)')
  await expect(page.getByRole('alert')).toContainText('Type a valid email address')
  await expect(page.getByRole('alert')).toContainText('Type your postcode or zip code')

  const email = newEmail()
  await page.getByLabel('Full name').fill('Grace Hopper')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Postcode or zip code').fill('M2 1HL')
  await typeCard(page)
  await payButton(page).click()
  await expectOrder(page)
  await expect(said(page, email)).toBeVisible()
})
