import {
  addTickets,
  enterAsGuest,
  expectOrder,
  goOn,
  payAtBank,
  payByCard,
  reserveBasket,
  said,
} from '#e2e/buyer.ts'
import { expect, step, test } from '#e2e/test.ts'

test('sells tickets for a bank transfer [CONT-37, PAYM-12, BANK-03, BANK-10, BANK-11]', async ({
  page,
  codeFor,
}) => {
  await addTickets(page, 'Late Film Club', { 'Sofa for two': 1 })
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  await payAtBank(page, 'Pay')
  await expect(said(page, 'We have received your payment of £30.00.')).toBeVisible()
  await expect(said(page, /^Payment reference: ./)).toBeVisible()
  await goOn(page)
  await expectOrder(page)
})

test('accepts a card after the buyer has cancelled at the bank [BANK-05, BANK-06]', async ({
  page,
  arrange,
}) => {
  const polls: string[] = []
  page.on(
    'request',
    (request) => void (/get_truelayer_status/.test(request.url()) && polls.push(request.url())),
  )
  await arrange({ shape: 'bank', state: 'payment' })
  await payAtBank(page, 'Cancel')
  await expect(said(page, 'You cancelled the payment in the bank portal.')).toBeVisible()
  await test.step('never polls the status [BANK-07]', () => expect(polls).toEqual([]))
  await page.getByRole('button', { name: 'Try a different payment method' }).click()
  await payByCard(page)
  await expectOrder(page)
})

test('shows why the bank payment failed, and then accepts a card [BANK-15, BANK-16]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'bank', state: 'payment' })
  await payAtBank(page, 'Let the bank decline')
  await expect(said(page, 'Your bank declined the payment.')).toBeVisible()
  await page.getByRole('button', { name: 'Try a different payment method' }).click()
  await expect(step(page, 'payment')).toBeVisible()
  await expect(said(page, 'Your bank declined the payment.')).toBeVisible()
  await payByCard(page)
  await expectOrder(page)
})
