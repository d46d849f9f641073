import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { Organiser } from '#src/checkout/schemas/organiser.ts'

/**
 * Payment methods: instant bank transfer, card, card by Square, instalments, wallet. A wallet has buttons of its own and is
 * never in the list, as only the device knows whether there is one.
 */
export type PaymentMethod = 'bank' | 'card' | 'square' | 'plan' | 'wallet'

/** Payment methods of a checkout. A free checkout has none and is not unavailable. */
export type PaymentMethods = {
  methods: PaymentMethod[]
  /** The method that needs no choice. */
  preselected: PaymentMethod | null
  showsList: boolean
  /** The organiser has no payment provider. */
  isUnavailable: boolean
}

/** The part of a checkout that this rule reads. */
export type PayableCheckout = Pick<
  Checkout,
  'basket_total' | 'express' | 'sagepay_or_stripe' | 'payment_plan_schedule_options'
> & {
  currency: Pick<Checkout['currency'], 'code'>
  opoa: Pick<Checkout['opoa'], 'provider'>
  organisers: readonly Pick<Organiser, 'is_saas'>[]
}

/** Returns the payment methods of a checkout in display order [PAYM-31..41, PAYM-52]. */
export function paymentMethods(checkout: PayableCheckout): PaymentMethods {
  if (checkout.basket_total <= 0) return only(null)
  if (checkout.organisers[0]?.is_saas && checkout.opoa.provider === '')
    return { ...only(null), isUnavailable: true }
  if (checkout.opoa.provider === 'square') return only('square')

  if (checkout.express) return only('card')

  const hasPlan = instalmentOptions(checkout).length > 0
  const hasBank = ['GBP', 'EUR'].includes(checkout.currency.code) && !isStripe(checkout)
  if (!hasBank && !hasPlan) return only('card')
  return {
    methods: [...(hasBank ? ['bank' as const] : []), 'card', ...(hasPlan ? ['plan' as const] : [])],
    preselected: null,
    showsList: true,
    isUnavailable: false,
  }
}

/** Returns the instalment options in months, ascending. 1 month is payment in full and is left out [INST-04]. */
export function instalmentOptions(checkout: Pick<Checkout, 'payment_plan_schedule_options'>): string[] {
  return Object.keys(checkout.payment_plan_schedule_options).filter((months) => Number(months) !== 1)
}

function isStripe({ opoa, sagepay_or_stripe }: PayableCheckout) {
  return (opoa.provider || sagepay_or_stripe.toLowerCase()) === 'stripe'
}

function only(method: PaymentMethod | null): PaymentMethods {
  return { methods: method ? [method] : [], preselected: method, showsList: false, isUnavailable: false }
}
