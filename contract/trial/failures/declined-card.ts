import type { Trial } from '#contract/trial/trial.ts'
import { callOf, leave, payBy } from '#contract/trial/steps.ts'
import { walkPath } from '#contract/trial/walk.ts'
import { isPaid } from '#src/checkout/rules/is-paid.ts'
import { walkPaidBy } from './walk-for.ts'

/** A declined card pays nothing and costs nothing: the tickets stay held, and another card pays. */
export async function declinedCard(trial: Trial): Promise<string | void> {
  const walk = walkPaidBy(trial, ['card', 'square'])
  const { shopper, reason } = await walkPath(trial, walk, { upTo: 'payment' })
  if (reason) return reason
  const { buyer, method } = shopper
  const { status, message } = await payBy(shopper, 'declined')
  if (status === 'success') throw buyer.broken(callOf(method), 'says success to a declined card')
  if (status === 'unsuccessful' && message === '')
    buyer.tolerated(callOf(method), 'declines a card without a message for the buyer')
  if (isPaid(await buyer.read()))
    throw buyer.broken('getCheckout', 'tells that the order is paid, after the card was declined')
  await buyer.call('getPaymentError')
  await leave.payment(shopper)
}
