import type { AnyMachineSnapshot } from 'xstate'
import { checkoutMachine, type CheckoutContext } from '#machines/checkout.ts'
import { facts as plain } from '#machines/testing/facts.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import { casesOfCheckout, done, guardFacts, type Case } from './cases.ts'
import type { Model } from './model.ts'

/** Baskets by name, as differences from the plain basket. */
export type Baskets = Readonly<Record<string, Partial<Facts>>>

/**
 * The checkout as a tester walks it: it begins with a basket that the sandbox can arrange, and anything may happen with
 * any basket. The model of `charts.ts` leaves out repetitions, for the sake of few paths.
 */
export const journeyModel = (baskets: Baskets): Model => ({
  chart: 'checkout',
  machine: checkoutMachine,
  cases: (type, snapshot) =>
    type === 'xstate.done.actor.loadCheckout'
      ? loads(baskets, snapshot.context as CheckoutContext)
      : casesOfCheckout(type, snapshot),
  facts: ({ context }: AnyMachineSnapshot) => {
    const { facts, hold, isHoldExpired, isReleased } = context as CheckoutContext
    const read = [...guardFacts, 'state', 'sale', 'isPaymentComplete', 'isEditing'] as const
    return [read.map((fact) => facts[fact]), !!hold, isHoldExpired, isReleased]
  },
})

const hold = { deadline: Number.MAX_SAFE_INTEGER, seconds: 20, asOf: 0 }

/** Loads of the checkout: each basket at first, then the same basket at what may have become of it meanwhile. */
function loads(baskets: Baskets, { facts, hold: held }: CheckoutContext): Case[] {
  if (facts.sale === '')
    return Object.entries(baskets).map(([name, special]) =>
      done('loadCheckout', `basket ${name}`, { facts: { ...plain, ...special }, hold: null }),
    )
  const again = (label: string, changed: Partial<Facts>, isHeld = true) =>
    done('loadCheckout', label, { facts: { ...facts, ...changed }, hold: isHeld ? hold : null })
  const paid = again('paid', { state: 'deliver_tickets', isPaymentComplete: true }, false)
  if (!held) return [again('in the basket', { state: 'basket' }, false), paid]
  return [
    again('at payment', { state: 'payment' }),
    ...(facts.methods.includes('bank')
      ? [
          again('at awaiting_truelayer', { state: 'awaiting_truelayer' }),
          again('cancelled at the bank', { state: 'awaiting_truelayer', isBankCancelled: true }),
        ]
      : []),
    paid,
  ]
}
