import { addTickets, expectOrder, newEmail, payButton, reserveBasket, said, typeCard } from '#e2e/buyer.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { expect, step, test } from '#e2e/test.ts'

test('sells in express: name, email, card and done [CONT-21, PAYM-38]', async ({ page }) => {
  await addTickets(page, 'Rooftop Sessions', { 'Any time': 2 })
  await reserveBasket(page)
  await expect(step(page, 'payment')).toBeVisible()
  await test.step('asks for name and email under the title Complete purchase [PAYM-03, PAYM-10, PAYM-20, PAYM-21]', () =>
    expectScreen(page, 'payment'))
  await test.step('shows where the tickets are sent, and links to the terms in a new tab [PAYM-16..19]', async () => {
    await expect(said(page, 'Your tickets are delivered to an account in your name.')).toBeVisible()
    const terms = page.getByRole('link', { name: 'purchase terms and conditions' })
    await expect(terms).toHaveAttribute('href', '/legal-information/purchase-terms-and-conditions/')
    await expect(terms).toHaveAttribute('target', '_blank')
  })
  await test.step('mentions discount codes in the "Edit basket" button [SUMM-13]', () =>
    expect(page.getByRole('button', { name: 'Edit basket or add discount code' })).toBeVisible())
  await test.step('has placeholders for name and email [PAYM-23, PAYM-24]', async () => {
    await expect(page.getByLabel('Full name')).toHaveAttribute('placeholder', 'Type your full name')
    await expect(page.getByLabel('Email address')).toHaveAttribute('placeholder', 'Type your email address')
  })
  await test.step('offers the newsletter and news of each organiser [PAYM-25, PAYM-26]', async () => {
    await expect(page.getByLabel('Send me the Foyer newsletter')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Keep updated' }).getByRole('checkbox')).toHaveCount(2)
  })

  await test.step('shows what is missing [PAYM-27, PAYM-28, ADDR-20..22]', async () => {
    await payButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Type both your first and last name(s)')
    await expect(page.getByRole('alert')).toContainText('Type a valid email address')
    await expect(page.getByRole('alert')).toContainText('Type your postcode or zip code')
  })

  const email = newEmail()
  const calls: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && calls.push(request.url())))
  await page.getByLabel('Full name').fill('Grace Hopper')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Postcode or zip code').fill('M2 1HL')
  await typeCard(page)
  await payButton(page).click()
  await expectOrder(page)
  await expect(said(page, email)).toBeVisible()
  await test.step('saves account, preferences and address, then pays [OPEN-16, OPEN-77]', () => {
    const order = ['save_guest_to_sale', 'set_marketing_preferences', 'set_delivery_address', 'pay_with_card']
    const names = calls.map((url) => url.split('/').at(-2) ?? '')
    expect(names.filter((name) => order.includes(name))).toEqual(order.filter((name) => names.includes(name)))
    expect(names).toContain('save_guest_to_sale')
  })
})
