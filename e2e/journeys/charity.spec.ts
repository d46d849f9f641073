import { addTickets, enterAsGuest, expectOrder, goOn, payByCard, reserveBasket, said } from '#e2e/buyer.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { expect, step, test } from '#e2e/test.ts'

test('sells a charity supper with a donation and Gift Aid [CONT-20, CONT-23, CONT-25, CONT-26]', async ({
  page,
  codeFor,
}) => {
  await addTickets(page, 'Winter Supper', { 'A place at the table': 2 })
  await reserveBasket(page)

  await expect(step(page, 'donation')).toBeVisible()
  await test.step('shows the charity under its own title [DONA-01..04]', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Help us keep the door open' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Open Door Shelter' })).toBeVisible()
    await expect(page.getByRole('main').locator('img')).toBeVisible()
    await expect(said(page, 'keeps the door open for one person for one night')).toBeVisible()
  })
  await test.step('offers amounts, another amount and Skip donation [DONA-05..07]', () =>
    expectScreen(page, 'donation'))
  await test.step('accepts an offered amount or another one with pence [DONA-10..12]', async () => {
    const other = page.getByLabel('Or another amount')
    await expect(other).toHaveAttribute('step', '0.01')
    await other.fill('3')
    await page.getByLabel('£10.00').check()
    await expect(other).toHaveValue('')
    await other.fill('40')
    await expect(page.getByLabel('£10.00')).not.toBeChecked()
  })
  await goOn(page)

  await expect(step(page, 'gift_aid')).toBeVisible()
  await test.step('shows the value of the donation with Gift Aid [DONA-13, GIFT-14]', () =>
    expect(said(page, 'is worth £50.00')).toBeVisible())
  await test.step('asks for no address without Gift Aid, and offers a subscription [GIFT-08, GIFT-09]', async () => {
    await expect(page.getByLabel('Address line 1')).toHaveCount(0)
    await expect(page.getByLabel(/^Keep me updated about/)).not.toBeChecked()
  })
  await test.step('asks for three confirmations, residence and an address [GIFT-02, GIFT-07]', async () => {
    await page.getByLabel('Yes, add Gift Aid').check()
    await page.getByLabel('I am a UK taxpayer').check()
    await page.getByLabel('This donation is my own money').check()
    await page.getByLabel('This donation is not for gambling or a raffle').check()
    await expect(page.getByLabel('In the UK')).toBeChecked()
    await page.getByLabel('Address line 1').fill('5 Call Lane')
    await page.getByLabel('Postcode').fill('LS1 7BT')
  })
  await goOn(page)

  await enterAsGuest(page, codeFor)
  await expect(step(page, 'marketing_preferences')).toBeVisible()
  await page.getByLabel('Tell me how my support helps people at Open Door Shelter').check()
  await goOn(page)

  await expect(step(page, 'payment')).toBeVisible()
  await test.step('shows the donation in the order summary [SUMM-07]', () =>
    expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Donation'))
  await page.getByLabel('Contact number').fill('07700 900123')
  await payByCard(page)
  await expectOrder(page)
})

test('lets the buyer skip the donation, and then asks for no Gift Aid [CONT-24, DONA-07, DONA-09, DONA-14]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'charity', state: 'donation' })
  await goOn(page)
  await expect(page.getByRole('alert')).toContainText('Choose an amount or click Skip donation')
  await page.getByRole('button', { name: 'Skip donation' }).click()
  await expect(step(page, 'login')).toBeVisible()
})

test('saves that the donor declines Gift Aid, and continues [CONT-25, GIFT-15]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'charity', state: 'gift_aid' })
  await page.getByLabel('No, continue without Gift Aid').check()
  const saved = page.waitForRequest('**/update_donation/')
  await goOn(page)
  expect(new URLSearchParams((await saved).postData() ?? '').get('is_gift_aid')).toBe('false')
  await expect(step(page, 'login')).toBeVisible()
})
