import { expectOrder, payByCard, reserveBasket, said } from '#e2e/buyer.ts'
import { expect, step, test } from '#e2e/test.ts'

const destroySale = '**/ajax/checkout/checkout/destroy_sale/'

test('asks before releasing the tickets, and leaves the sale unchanged on No and on Escape [SUMM-10, SUMM-11, SUMM-12]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'login' })
  const edit = page.getByRole('button', { name: 'Edit basket' })
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('destroy_sale')) calls += 1
  })
  await edit.click()
  await expect(dialog.getByRole('button', { name: 'Yes' })).toBeFocused()
  await dialog.getByRole('button', { name: 'No' }).click()
  await expect(dialog).toBeHidden()
  await expect(edit).toBeFocused()
  await edit.press('Enter')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(edit).toBeFocused()
  await expect(step(page, 'login')).toBeVisible()
  expect(calls).toBe(0)
})

test('returns to the basket, and sells the tickets after another reservation [CONT-48, CONT-49]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'payment' })
  await page.getByRole('button', { name: 'Edit basket' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(step(page, 'basket')).toBeVisible()
  await expect(page.getByRole('timer')).toBeHidden()
  const quantity = page.getByRole('spinbutton', { name: /^Quantity of Any seat/ })
  await quantity.fill('1')
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('£13.45')
  await reserveBasket(page)
  await expect(step(page, 'login')).toBeVisible()
  await page.getByRole('button', { name: 'Edit basket' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(step(page, 'basket')).toBeVisible()
})

test('stays on the step, with a notification, when the sale cannot be released [ERRS-42]', async ({
  page,
  arrange,
  expectComplaint,
}) => {
  await arrange({ shape: 'paid', state: 'payment' })
  await page.route(destroySale, (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
  expectComplaint(/503.*destroy_sale/)
  await page.getByRole('button', { name: 'Edit basket' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Unable to edit Basket. Please try again later')).toBeVisible()
  await expect(step(page, 'payment')).toBeVisible()
  await expect(said(page, 'Choose how to pay first.')).toBeVisible()
  await payByCard(page)
  await expectOrder(page)
})

test('takes as few tickets as are left, in the row that a refused reservation has marked, and reserves them [BASK-64, RESV-13]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'everything', state: 'basket', ticketsLeft: 1 })
  await reserveBasket(page)
  const refusal = said(page, /^Sorry, there are not enough tickets left for .* - Adult/)
  await expect(refusal).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'Only 1 of these can still be reserved.' })
  await expect(row).toContainText('Adult')
  await row.getByRole('button', { name: /^Change to 1/ }).click()
  await expect(row).toBeHidden()
  await expect(refusal).toBeHidden()
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('4 items with fees')
  await reserveBasket(page)
  await expect(step(page, 'donation')).toBeVisible()
})
