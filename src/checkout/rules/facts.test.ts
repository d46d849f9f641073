import { describe, expect, it } from 'vitest'
import { checkoutSchema, checkoutStates } from '#src/checkout/schemas/checkout.ts'
import { checkoutFacts } from './facts.ts'

const factsOf = (reply: object) => checkoutFacts(checkoutSchema.parse(reply), null)

describe('whether an order is paid', () => {
  it('is reported by the shop, for the whole amount or the first payment of a plan [CONT-57]', () => {
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

const line = {
  ticket_id: 'adult',
  qty: 2,
  min_per_customer: 1,
  required_tickets: [] as { ids: string[]; title: string }[],
}
const shop = { state: 'basket', tickets: [line], basket_total: '20.00', currency: { code: 'GBP' } }

describe('whether the basket can be reserved', () => {
  const canReserve = (changes: object) => factsOf({ ...shop, ...changes }).canReserve
  const needy = { ...line, required_tickets: [{ ids: ['member'], title: 'Member' }] }

  it('requires a ticket or a gift voucher [BASK-42]', () => {
    expect(canReserve({})).toBe(true)
    expect(canReserve({ tickets: [], gift_vouchers: [{ id: '5', qty: 1, value: '25.00' }] })).toBe(true)
    expect(canReserve({ tickets: [] })).toBe(false)
  })

  it('requires the tickets that other tickets require [BASK-42]', () => {
    expect(canReserve({ tickets: [needy] })).toBe(false)
    expect(canReserve({ tickets: [needy, { ...line, ticket_id: 'member' }] })).toBe(true)
  })

  it('requires the minimum quantity of every line [BASK-43]', () => {
    expect(canReserve({ tickets: [{ ...line, min_per_customer: 2 }] })).toBe(true)
    expect(canReserve({ tickets: [line, { ...line, ticket_id: 'child', min_per_customer: 3 }] })).toBe(false)
  })
})

it.each([
  ['the step [ENTI-01]', { state: 'login' }, { state: 'login' }],
  ['the seconds of the hold [ENTI-01]', { seconds_remaining: 540 }, { secondsRemaining: 540 }],
  ['that the basket is edited [CONT-56]', { edit_basket_clicked: 1 }, { isEditing: true }],
  ['that there is nothing to pay [PAYM-30]', { basket_total: '0.00' }, { isFree: true }],
  ['that there is something to pay [PAYM-30]', {}, { isFree: false, isEditing: false }],
  [
    'that the buyer cancelled at the bank [BANK-05]',
    { truelayer_returned_from: 0 },
    { isBankCancelled: true },
  ],
  [
    'that the buyer came back from the bank [BANK-05]',
    { truelayer_returned_from: 1 },
    { isBankCancelled: false },
  ],
  ['that no provider is set up [PAYM-52]', { organisers: [{ is_saas: 1 }] }, { isPaymentUnavailable: true }],
  [
    'that Square takes the payment [PAYM-31]',
    { opoa: { provider: 'square' } },
    { methods: ['square'], preselectedMethod: 'square', isPaymentUnavailable: false },
  ],
  [
    'the only payment method [PAYM-38]',
    { express: 1 },
    { methods: ['card'], preselectedMethod: 'card', isPaymentUnavailable: false },
  ],
  [
    'that the buyer chooses a payment method [PAYM-33]',
    {},
    { methods: ['bank', 'card'], preselectedMethod: null },
  ],
  ['the key of the captcha [CAPT-03]', { captcha_sitekey: 'key' }, { captchaSitekey: 'key' }],
])('reports %s', (_, reply, facts) => {
  expect(factsOf({ ...shop, ...reply })).toMatchObject(facts)
})

it('has an email from the user, the guest or the sale [OPEN-18]', () => {
  const hasEmail = (init_guest_email: string, buyer: { email: string } | null | undefined) =>
    checkoutFacts(checkoutSchema.parse({ ...shop, init_guest_email }), buyer).hasEmail
  expect(hasEmail('', { email: 'ann@example.com' })).toBe(true)
  expect(hasEmail('ann@example.com', null)).toBe(true)
  expect(hasEmail('ann@example.com', { email: '' })).toBe(true)
  expect(hasEmail('', null)).toBe(false)
  expect(hasEmail('', undefined)).toBe(false)
})
