import type { CheckoutContext } from '#machines/checkout.ts'
import { event } from '#machines/paths/cases.ts'
import { checkoutModel, models as walked } from '#machines/paths/charts.ts'
import type { Model } from '#machines/paths/model.ts'

const wholeCheckout: Model = {
  ...checkoutModel,
  cases: (type, snapshot) => {
    const { hold, isHoldExpired } = snapshot.context as CheckoutContext
    if (type === 'sale.released') return [event(type, '')]
    if (type === 'countdown.expired') return hold && !isHoldExpired ? [event(type, '')] : []
    return checkoutModel.cases(type, snapshot)
  },
  facts: (snapshot) => {
    const { hold, isHoldExpired, isReleased, showsExpiryNotice } = snapshot.context as CheckoutContext
    return [checkoutModel.facts(snapshot), !hold, isHoldExpired, isReleased, showsExpiryNotice]
  },
}

/**
 * The models that are proved: those that are walked, with all the facts that decide what comes later. In the checkout, the
 * hold ends and is released with every basket, not with the plain one only.
 */
export const models: Model[] = walked.map((model) => {
  if (model.chart === 'payment')
    return { ...model, facts: (snapshot) => [model.facts(snapshot), snapshot.context.isRecalled] }
  // Every second, so that it is seen that they come to an end.
  if (model.chart === 'countdown') return { ...model, facts: ({ context }) => context.secondsRemaining }
  return model === checkoutModel ? wholeCheckout : model
})
