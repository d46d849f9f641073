import type { Trial } from '#contract/trial/trial.ts'
import { callOf } from '#contract/trial/steps.ts'
import { walkPath } from '#contract/trial/walk.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import { walkPaidBy } from './walk-for.ts'

const methods: (PaymentMethod | null)[] = ['card', 'square', 'bank', null]

/** A buyer whose replies are lost sends every change twice, and is charged once. */
export async function repeatedCalls(trial: Trial): Promise<string | void> {
  const { shopper, reason } = await walkPath(trial, walkPaidBy(trial, methods), { repeats: true })
  if (reason || shopper.method === null) return reason
  const { buyer } = shopper
  if (!trial.means.chargesOf)
    return 'how often it was charged cannot be seen from outside: give --charges-command'
  const charges = await trial.means.chargesOf(buyer.checkout.sale_reference)
  buyer.state = 'payment'
  if (charges !== 1)
    throw buyer.broken(callOf(shopper.method), `charges ${charges} times when it is sent twice`)
}
