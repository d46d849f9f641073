import { Buyer } from '#contract/trial/buyer.ts'
import { NotTried } from '#contract/trial/findings.ts'
import { leave } from '#contract/trial/steps.ts'
import type { Trial } from '#contract/trial/trial.ts'
import { enter } from '#contract/trial/walk.ts'
import type { Step } from '#src/checkout/rules/sale-steps.ts'
import { anyWalk } from './walk-for.ts'

/** When the time of a hold is over, the tickets are not held any more, and can be reserved again. */
export async function expiredHold(trial: Trial): Promise<void> {
  const { means, shop } = trial
  const buyer = shop.isSandbox ? await openExpiring(trial) : await reserveAny(trial)
  const at = buyer.state as Step
  // A sandbox has arranged less than a second
  await means.pass(shop.isSandbox ? 1 : (buyer.checkout.seconds_remaining ?? 0) + 1)
  buyer.isReleased()
  const { seconds_remaining: left, state } = await buyer.read()
  if (left && state !== 'basket')
    throw buyer.broken('getCheckout', `tells ${left} more seconds when the hold is over: it never expires`)
  const reported = await buyer.call('updateBasketState', { state: at })
  if (reported.ok && reported.reply.seconds_remaining)
    throw buyer.broken('updateBasketState', 'tells more seconds when the hold is over')
  buyer.state = 'reserve'
  const { outcome } = await buyer.must('reserveTickets')
  if (outcome === 'unknown')
    throw buyer.broken('reserveTickets', 'says nothing to a buyer whose hold has expired')
  await buyer.call('destroySale')
}

/** A sandbox arranges a buyer whose hold is about to end. */
async function openExpiring({ means, findings }: Trial) {
  const buyer = new Buyer(await means.open('paid', '', { expiring: true }), findings)
  await buyer.read()
  buyer.state = 'payment'
  return buyer
}

/** Elsewhere a buyer reserves, and waits. */
async function reserveAny(trial: Trial) {
  const shopper = await enter(trial, anyWalk(trial))
  const { buyer } = shopper
  await buyer.arriveAt('reserve')
  await leave.reserve(shopper)
  await buyer.read()
  if (!buyer.checkout.seconds_remaining) throw new NotTried('the checkout tells no end of the hold')
  return buyer
}
