import { beforeAll, expect, it } from 'vitest'
import { usualPurchase } from './usual-purchase.ts'

let usual: ReadonlySet<string>
beforeAll(async () => {
  usual = await usualPurchase()
})

const targetsIn = (chart: string) =>
  [...usual].filter((key) => key.startsWith(`${chart}.`)).map((key) => key.split(' #')[0])

it('the usual purchase goes from the basket by reservation, account and payment to the completed order', () => {
  expect(targetsIn('checkout')).toEqual([
    'checkout.determining.loading done loadCheckout',
    'checkout.determining.resuming always',
    'checkout.basket done basket',
    'checkout.reserving tickets.reserved',
    'checkout.reserving done reservation',
    'checkout.holding countdown.shortened',
    'checkout.holding.login.identifying done account',
    'checkout.holding.login done',
    'checkout.holding.payment.starting always',
    'checkout.holding.payment.choosing payment.opened',
    'checkout.holding.payment done payment',
    'checkout.paid.deliver_tickets.loading done loadPaidOrder',
    'checkout.paid.deliver_tickets.delivering done ticketDelivery',
    'checkout.paid.deliver_tickets done',
  ])
})

it('the usual payment is by a card that is not declined', () => {
  expect(targetsIn('payment').slice(-2)).toEqual([
    'payment.settled.choosing payment.pay',
    'payment.open.paying done paymentAttempt',
  ])
})

it('the usual attempt to pay is sent and paid, and the usual delivery reaches the ticket wallet and the email', () => {
  expect(targetsIn('paymentAttempt')).toContain('paymentAttempt.sending done sendPayment')
  expect(targetsIn('ticketDelivery')).toContain('ticketDelivery.delivering_to_email done deliverToWallet')
  expect([...usual].filter((key) => /failed|rejected/.test(key))).toEqual([])
})
