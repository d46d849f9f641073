import type { Checkout } from '#src/api/schemas/checkout.ts'
import type { Organiser } from '#src/api/schemas/organiser.ts'

/** Ways to pay: instant bank transfer, card, card by Square, instalments. */
export type PaymentMethod = 'bank' | 'card' | 'square' | 'plan'

/** How a checkout can be paid. With nothing to pay there is no method, and none is missing. */
export type PaymentMethods = {
  methods: PaymentMethod[]
  /** The method that needs no choice. */
  preselected: PaymentMethod | null
  showsList: boolean
  /** The organiser has not set up any way to be paid. */
  isUnavailable: boolean
}

/** A checkout, as far as this rule looks at it. */
export type PayableCheckout = Pick<
  Checkout,
  'basket_total' | 'express' | 'sagepay_or_stripe' | 'payment_plan_schedule_options'
> & {
  currency: Pick<Checkout['currency'], 'code'>
  opoa: Pick<Checkout['opoa'], 'provider'>
  organisers: readonly Pick<Organiser, 'is_saas'>[]
}

/** The ways to pay a checkout in the order in which they are shown [PAYM-31..41, PAYM-52]. */
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

/** The numbers of months to pay over, fewest first as keys of an object are; 1 is paying in full, no instalment [INST-04]. */
export function instalmentOptions(checkout: Pick<Checkout, 'payment_plan_schedule_options'>): string[] {
  return Object.keys(checkout.payment_plan_schedule_options).filter((months) => Number(months) !== 1)
}

function isStripe({ opoa, sagepay_or_stripe }: PayableCheckout) {
  return (opoa.provider || sagepay_or_stripe.toLowerCase()) === 'stripe'
}

function only(method: PaymentMethod | null): PaymentMethods {
  return { methods: method ? [method] : [], preselected: method, showsList: false, isUnavailable: false }
}
