import {
  addTickets,
  continueButton,
  enterAsGuest,
  expectOrder,
  goOn,
  payByCard,
  reserveBasket,
  said,
  typeAddress,
} from '#e2e/buyer.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { expect, step, test } from '#e2e/test.ts'

test('posts a programme to an address typed by hand [CONT-30, CONT-34, ADDR-07, ADDR-16]', async ({
  page,
  codeFor,
}) => {
  await addTickets(page, 'Midwinter Strings', { Gallery: 1, 'Signed programme by post': 1 })
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  await goOn(page)
  await expect(step(page, 'delivery_address')).toBeVisible()
  await test.step('asks for no gift voucher names without a gift voucher [ADDR-09]', () =>
    expectScreen(page, 'delivery_address'))
  await test.step('disables Continue until the address is valid [ADDR-10, ADDR-26]', () =>
    expect(continueButton(page)).toHaveAttribute('aria-disabled', 'true'))
  await typeAddress(page)
  await goOn(page)
  await expect(step(page, 'payment')).toBeVisible()
  await test.step('shows the delivery cost in the order summary [SUMM-05]', () =>
    expect(page.getByRole('region', { name: 'Order summary' })).toContainText('£3.50'))
  await payByCard(page)
  await expectOrder(page)
})

test('posts a gift voucher to a found address [ADDR-02, ADDR-12]', async ({ page, codeFor }) => {
  await page.goto('/gift-vouchers/')
  const voucher = page.getByRole('article').filter({ hasText: 'Harbour Arts' })
  await voucher.getByLabel('£25.00').check()
  await voucher.getByRole('button', { name: 'Add to basket' }).click()
  await expect(step(page, 'basket')).toBeVisible()
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  await goOn(page)
  await expect(step(page, 'delivery_address')).toBeVisible()
  await test.step('shows From and To, the finder and Continue [ADDR-01, ADDR-05, ADDR-08]', () =>
    expectScreen(page, 'delivery_address'))
  const find = page.getByRole('button', { name: 'Find', exact: true })
  await test.step('disables Find below three characters [ADDR-19]', async () => {
    await page.getByLabel('Find your address').fill('YO')
    await expect(find).toHaveAttribute('aria-disabled', 'true')
    await page.getByLabel('Find your address').fill('YO22 4DB')
  })
  await test.step('lists the addresses found and fills in the chosen one [ADDR-06, ADDR-30]', async () => {
    await find.click()
    await page.getByRole('button', { name: /^14 Sandgate/ }).click()
    await expect(page.getByText('Grace Hopper, 14 Sandgate, Whitby, YO22 4DB')).toBeVisible()
    await page.getByRole('button', { name: 'Change the address' }).click()
    await expect(page.getByLabel('Address line 1')).toHaveValue('14 Sandgate')
    await expect(page.getByLabel('Town or city')).toHaveValue('Whitby')
    await expect(page.getByLabel('Postcode or zip code')).toHaveValue('YO22 4DB')
  })
  await test.step('asks for the names on the gift voucher [ADDR-24, ADDR-25]', async () => {
    await page.getByLabel('From', { exact: true }).fill('')
    // Continue is announced as disabled, and a press shows the missing fields.
    await continueButton(page).click({ force: true })
    await expect(page.getByRole('alert')).toContainText('Who is the gift voucher from?')
    await expect(page.getByRole('alert')).toContainText('Who is the gift voucher for?')
    await page.getByLabel('From', { exact: true }).fill('Grace')
    await page.getByLabel('To', { exact: true }).fill('Ada')
  })
  await goOn(page)
  await payByCard(page)
  await expectOrder(page)
})

test('lets a member choose a saved address, and delete it [ADDR-03, ADDR-15, ADDR-27, ADDR-29]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'deliverable', state: 'delivery_address', user: 'member' })
  await expect(page.getByRole('group', { name: 'Where should we send it?' })).toBeHidden()
  await typeAddress(page)
  await goOn(page)
  await payByCard(page)
  await expectOrder(page)

  await addTickets(page, 'Midwinter Strings', { Gallery: 1, 'Signed programme by post': 1 })
  await reserveBasket(page)
  await expect(step(page, 'login')).toBeVisible()
  await test.step('shows the signed-in account [ACCT-06]', () =>
    expect(said(page, "You're signed in as")).toBeVisible())
  await goOn(page)
  await goOn(page)
  const saved = page.getByLabel(/7 Compiler Lane/)
  await expect(saved).toBeChecked()
  await goOn(page)
  await expect(step(page, 'payment')).toBeVisible()

  await page.getByRole('button', { name: 'Edit basket' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await reserveBasket(page)
  await goOn(page)
  await goOn(page)
  await expect(saved).toBeChecked()
  await page.getByRole('button', { name: /Delete the chosen address/ }).click()
  await expect(page.getByLabel('Find your address')).toBeVisible()
  await expect(saved).toBeHidden()
})

test('keeps a country that is selected last, when everything else is filled in [ADDR-17]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'deliverable', state: 'delivery_address' })
  await typeAddress(page)
  await expect(page.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Country').selectOption({ label: 'United States' })
  await expect(page.getByLabel('State')).toBeVisible()
  await expect(page.getByLabel('Country')).toHaveValue('2')
})
