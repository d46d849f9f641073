import {
  expectOrder,
  goOn,
  payAtBank,
  payByBank,
  payByCard,
  proveEmail,
  reserveBasket,
  said,
} from '#e2e/buyer.ts'
import { expect, expectTakenOver, passShopTime, step, test } from '#e2e/test.ts'

const expired =
  'Your checkout time expired. If the tickets are still available, you can try to reserve them again.'
const failedTooLate =
  'Your payment was unsuccessful and the checkout time expired. If the tickets are still available, you can try to reserve them again'

test('returns to the basket when the hold expires, and sells the tickets after another reservation [CONT-54, CONT-55, CONT-56, BASK-62]', async ({
  page,
  arrange,
  codeFor,
}) => {
  await page.clock.install()
  const { email } = await arrange({ shape: 'paid', state: 'login' })
  await expect(page.getByRole('timer')).toContainText('9m')
  await passShopTime(page, 601)
  await page.clock.fastForward(601_000)
  await expect(step(page, 'basket')).toBeVisible()
  await expect(said(page, expired)).toBeVisible()
  await expect(page.getByRole('timer')).toBeHidden()
  await reserveBasket(page)
  await proveEmail(page, codeFor, email)
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await goOn(page)
  await payByCard(page)
  await expectOrder(page)
})

test('says that the time expired to a buyer who comes back later, until the basket is changed [BASK-62, CONT-68]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'login' })
  await passShopTime(page, 3_600)
  await page.reload()
  await expect(step(page, 'basket')).toBeVisible()
  await expect(said(page, expired)).toHaveCount(1)
  await page.reload()
  await expect(said(page, expired)).toHaveCount(1)
  await expectTakenOver(page)
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(said(page, expired)).toHaveCount(0)
})

test('counts down every second while tickets are held, and stops once they are paid [CONT-51, CONT-52, CONT-59, SUMM-14]', async ({
  page,
  arrange,
}) => {
  await page.clock.install()
  await arrange({ shape: 'paid', state: 'payment' })
  const timer = page.getByRole('timer')
  await expect(timer).toBeVisible()
  await page.clock.pauseAt(Date.now() + 2_000)
  const seconds = async () => {
    const [, minutes, rest] = /(\d+)m (\d+)s/.exec(await timer.innerText()) ?? []
    return Number(minutes) * 60 + Number(rest)
  }
  const before = await seconds()
  await page.clock.runFor(3_000)
  expect(await seconds()).toBe(before - 3)
  await page.clock.resume()
  await payByCard(page)
  await expect(step(page, 'deliver_tickets')).toBeVisible()
  await expect(timer).toBeHidden()
  await expectOrder(page)
})

test('does not let expiry interrupt a bank payment', async ({ page, arrange }) => {
  await arrange({ shape: 'bank', state: 'payment' })
  await payByBank(page)
  await expect(page.getByRole('heading', { name: 'Your bank' })).toBeVisible()
  await passShopTime(page, 700)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(said(page, 'We have received your payment of £30.00.')).toBeVisible()
  await goOn(page)
  await expectOrder(page)
})

test('returns to the basket with the reason when the bank payment fails after expiry [BANK-13, BANK-14, CONT-58, ERRS-27]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'bank', state: 'payment' })
  await payByBank(page)
  await expect(page.getByRole('heading', { name: 'Your bank' })).toBeVisible()
  await passShopTime(page, 700)
  await page.getByRole('button', { name: 'Let the bank decline' }).click()
  await expect(step(page, 'basket')).toBeVisible()
  await expect(said(page, failedTooLate)).toBeVisible()
  await expect(said(page, expired)).toBeHidden()
})

test('keeps waiting for a slow bank [BANK-17, BANK-18]', async ({ page, arrange }) => {
  await arrange({ shape: 'bank', state: 'awaiting_truelayer', bank: 'pay_slowly' })
  await expect(said(page, 'Waiting for a response from your bank')).toBeVisible()
  await passShopTime(page, 21)
  await expect(said(page, 'We have received your payment of £30.00.')).toBeVisible()
  await page.reload()
  await expectOrder(page)
})

test('completes a payment made in the last second', async ({ page, arrange }) => {
  await arrange({ shape: 'bank', state: 'payment', secondsRemaining: 15 })
  await payAtBank(page, 'Pay')
  await passShopTime(page, 60)
  await goOn(page)
  await expectOrder(page)
})
