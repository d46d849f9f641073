import { describe, expect, it } from 'vitest'
import { checkoutSchema, checkoutStates } from '#src/api/schemas/checkout.ts'
import { checkoutFacts } from './facts.ts'

const factsOf = (reply: object) => checkoutFacts(checkoutSchema.parse(reply), null)

describe('whether an order is paid', () => {
  it('is said by the shop, for the whole amount or for the first payment of a plan [CONT-57]', () => {
    expect(factsOf({ state: 'basket', payment_complete: '1' }).isPaymentComplete).toBe(true)
    expect(factsOf({ state: 'payment', payment_plan_remaining: 1 }).isPaymentComplete).toBe(true)
    expect(factsOf({ state: 'basket', payment_complete: 0 }).isPaymentComplete).toBe(false)
  })

  it('follows from a step after payment, whatever the flags say [CONT-01, CONT-57]', () => {
    const paid = checkoutStates.filter(
      (state) => factsOf({ state, payment_complete: 0, payment_plan_remaining: 0 }).isPaymentComplete,
    )
    expect(paid).toEqual([
      'deliver_tickets',
      'ticket_questions_after',
      'waiver',
      'after_sale_messages',
      'order_completed',
    ])
  })
})
