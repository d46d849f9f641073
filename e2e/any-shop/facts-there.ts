import { guardFacts } from '#machines/paths/cases.ts'
import { factWords } from '#machines/paths/fact-words.ts'
import { facts as plain } from '#machines/testing/facts.ts'
import { baskets } from '#machines/paths/baskets.ts'
import type { Baskets as BasketFacts } from '#machines/paths/journeys.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import { checkoutFacts, type Facts } from '#src/checkout/rules/facts.ts'
import { checkoutSchema, type Checkout } from '#src/checkout/schemas/checkout.ts'
import type { ShapeName } from './baskets-file.ts'

/** What the buyer brings about on the way is no fact of a basket. */
const ofBuyer: readonly string[] = ['hasEmail', 'hasDonation', 'isBankCancelled']
const basketFacts = guardFacts.filter((fact) => !ofBuyer.includes(fact))

/** The facts of a basket that choose its paths, from the documented reply of the shop. Throws if it is none. */
export function factsOfReply(reply: unknown): Partial<Facts> {
  return factsOfCheckout(checkoutSchema.parse(reply))
}

/** The facts of a basket that choose its paths. */
export function factsOfCheckout(checkout: Checkout): Partial<Facts> {
  const facts = checkoutFacts(checkout, null)
  return {
    ...Object.fromEntries(basketFacts.map((fact) => [fact, facts[fact]])),
    // Only express checkout asks for the email as late as at the payment
    hasEmail: !facts.isExpress,
  }
}

const factsOfShape = (shape: ShapeName): Facts => ({ ...plain, ...(baskets as BasketFacts)[shape] })

const methodWords: Record<PaymentMethod, string> = {
  bank: 'payment by bank transfer',
  card: 'payment by card',
  square: 'payment through Square',
  plan: 'payment in instalments',
  wallet: 'payment by a wallet',
}

const flags = Object.keys(factWords) as (keyof typeof factWords)[] // Object.keys returns plain strings

/** "a charity event, an organiser who may send emails" */
export function describeShape(shape: ShapeName): string {
  const facts = factsOfShape(shape)
  const methods = facts.methods.filter((method) => method !== 'card').map((method) => methodWords[method])
  const said = [...flags.filter((flag) => facts[flag]).map((flag) => factWords[flag]), ...methods]
  return said.join(', ') || 'paid tickets'
}

/** What a basket there lacks, or has too much, for a path of this shape; [] if the path can begin with it. */
export function lackingThere(shape: ShapeName, there: Partial<Facts>): string[] {
  const wanted = factsOfShape(shape)
  return [
    ...flags.flatMap((flag) => {
      if (wanted[flag] === there[flag]) return []
      return [wanted[flag] ? `it has not ${factWords[flag]}` : `it has ${factWords[flag]}`]
    }),
    ...wanted.methods
      .filter((method) => !there.methods?.includes(method))
      .map((method) => `it does not offer ${methodWords[method]}`),
  ]
}
