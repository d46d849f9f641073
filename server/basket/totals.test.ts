import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { anyBasket } from '#server/testing/any-basket.ts'
import { bookingFeeTotal, discountTotal } from '#src/checkout/rules/fees.ts'

import type { Basket, DiscountRow, TicketRow, VoucherRow } from './read-basket.ts'
import { totalsOf } from './totals.ts'

it('calculates totals whose booking fees match the documented fee rule exactly [MONY-01, MONY-07, MONY-09] [C18]', () => {
  fc.assert(
    fc.property(anyBasket, (basket) => {
      const totals = totalsOf(basket)
      const tickets = basket.tickets.map((line) => ({
        ...line,
        discount_amount: totals.discounts[line.ticket_type_id] ?? 0,
      }))
      const fee = bookingFeeTotal({
        tickets,
        gift_vouchers: basket.vouchers,
        basket_total: totals.total,
        gift_vouchers_applied_total: totals.vouchersAppliedTotal,
        offers_applied_total: totals.offers,
        delivery_cost: totals.delivery,
        refund_protection: totals.isProtected,
        refund_protection_cost: totals.protectionCost,
        donation: totals.donation
          ? {
              amount_before_booking_fee: totals.donation,
              booking_fee: totals.donationFee,
              is_gift_aid: false,
            }
          : null,
      })
      expect(fee).toBe(basket.tickets.reduce((sum, line) => sum + line.booking_fee * line.qty, 0))
      expect(Object.values(totals.discountsApplied).reduce((a, b) => a + b, 0)).toBe(
        discountTotal({ tickets }),
      )
    }),
    { numRuns: 10_000 },
  )
})

it('calculates in whole pence, never below 0, with any codes and vouchers [C18]', () => {
  fc.assert(
    fc.property(anyBasket, (basket) => {
      const totals = totalsOf(basket)
      const { vouchersApplied, discounts, isProtectable, isProtected, discountsApplied, ...amounts } = totals
      for (const amount of [
        ...Object.values(amounts),
        ...Object.values(vouchersApplied),
        ...Object.values(discounts),
      ]) {
        expect(Number.isInteger(amount)).toBe(true)
        expect(amount).toBeGreaterThanOrEqual(0)
      }
      const vouchersInBasket = basket.vouchers.reduce((sum, line) => sum + line.value * line.qty, 0)
      expect(totals.total).toBeGreaterThanOrEqual(vouchersInBasket + totals.donation)
      expect(isProtectable || !isProtected).toBe(true)
      expect(Object.keys(discountsApplied).length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 10_000 },
  )
})

it('never spends more than the balance of a gift voucher, nor for another organiser [C4, C18]', () => {
  fc.assert(
    fc.property(anyBasket, (basket) => {
      const { vouchersApplied } = totalsOf(basket)
      for (const voucher of basket.appliedVouchers) {
        const amount = vouchersApplied[voucher.id] ?? 0
        expect(amount).toBeLessThanOrEqual(voucher.available)
        if (!basket.tickets.some((line) => line.organiser_id === voucher.organiser_id)) expect(amount).toBe(0)
      }
    }),
    { numRuns: 2_000 },
  )
})

type Row = Partial<TicketRow & VoucherRow>

/** Makes a basket of these tickets, by default one at £10 of organiser `one` each; rows as in `anyBasket`. */
function basketOf(
  tickets: Row[],
  changes: { [Part in keyof Basket]?: Partial<Basket[Part]> | object[] } = {},
) {
  const line = {
    organiser_id: 'one',
    event_id: 'event',
    qty: 1,
    price: 1000,
    booking_fee: 0,
    delivery_cost: 0,
  }
  const sale = { currency: 'GBP', refund_protection: false, donation_amount: 0, donation_charity_id: null }
  return {
    isFrozen: false,
    secondsRemaining: null,
    now: new Date(0),
    tickets: tickets.map((ticket, i) => ({
      ...line,
      deliverable: false,
      ticket_type_id: `t${i}`,
      ...ticket,
    })),
    vouchers: [],
    organisers: ['one', 'two'].map((id) => ({ id, refund_protection_cost_basis_points: 0 })),
    discount: null,
    appliedVouchers: [],
    charity: null,
    ...changes,
    sale: { ...sale, ...changes.sale },
  } as object as Basket
}

const code = (changes: Partial<DiscountRow>) => ({
  code: 'CODE',
  is_usable: true,
  kind: 'ticket_percent' as const,
  amount: 1000,
  currency: null,
  organiser_id: null,
  event_id: null,
  ...changes,
})

const giftVoucher = (organiserId: string, changes: object = {}) => ({
  id: organiserId,
  organiser_id: organiserId,
  currency: 'GBP',
  available: 1000,
  held_amount: 0,
  ...changes,
})

describe('a code', () => {
  const tickets = [{}, { organiser_id: 'two' }, { event_id: 'other' }]
  const percent = 'ticket_percent'

  it.each([
    ['every ticket, rounded half up', { kind: percent, amount: 1255 }, { t0: 126, t1: 126, t2: 126 }],
    ['tickets by an amount', { kind: 'ticket_amount', amount: 250 }, { t0: 250, t1: 250, t2: 250 }],
    [
      'tickets by at most their price',
      { kind: 'ticket_amount', amount: 1001 },
      { t0: 1000, t1: 1000, t2: 1000 },
    ],
    ['only its organiser’s tickets', { kind: percent, organiser_id: 'two' }, { t0: 0, t1: 100, t2: 0 }],
    ['only its event’s tickets', { kind: percent, event_id: 'other' }, { t0: 0, t1: 0, t2: 100 }],
    [
      'only tickets of both its organiser and its event',
      { kind: percent, organiser_id: 'two', event_id: 'other' },
      { t0: 0, t1: 0, t2: 0 },
    ],
    ['tickets in its own currency', { kind: percent, currency: 'GBP' }, { t0: 100, t1: 100, t2: 100 }],
    ['nothing in another currency', { kind: percent, currency: 'EUR' }, { t0: 0, t1: 0, t2: 0 }],
    ['nothing when it is no longer usable', { kind: percent, is_usable: false }, { t0: 0, t1: 0, t2: 0 }],
  ] as const)('reduces %s [MONY-09]', (_, changes, discounts) => {
    const totals = totalsOf(basketOf(tickets, { discount: code(changes) }))
    const sum = discounts.t0 + discounts.t1 + discounts.t2
    expect(totals).toMatchObject({ discounts, offers: 0, total: 3000 - sum })
    expect(totals.discountsApplied).toEqual(sum > 0 ? { CODE: sum } : {})
  })

  it('that is an offer takes at most the price of the tickets that it is for', () => {
    const offer = { kind: 'basket_amount' as const, amount: 1500 }
    expect(totalsOf(basketOf(tickets, { discount: code(offer) }))).toMatchObject({
      offers: 1500,
      total: 1500,
    })
    const ownTickets = totalsOf(basketOf(tickets, { discount: code({ ...offer, organiser_id: 'two' }) }))
    expect(ownTickets).toMatchObject({ offers: 1000, discounts: { t1: 0 }, total: 2000 })
  })
})

describe('a gift voucher', () => {
  it('pays what an offer for another organiser leaves', () => {
    const totals = totalsOf(
      basketOf([{}, { organiser_id: 'two' }], {
        discount: code({ kind: 'basket_amount', amount: 600, organiser_id: 'two' }),
        appliedVouchers: [giftVoucher('one'), giftVoucher('two')],
      }),
    )
    expect(totals).toMatchObject({ offers: 600, vouchersApplied: { one: 1000, two: 400 }, total: 0 })
  })

  it('in another currency pays nothing', () => {
    const basket = basketOf([{}], { appliedVouchers: [giftVoucher('one', { currency: 'EUR' })] })
    expect(totalsOf(basket)).toMatchObject({ vouchersApplied: { one: 0 }, total: 1000 })
  })

  it('pays the held amount while the basket is reserved', () => {
    const basket = basketOf([{}], {
      isFrozen: true,
      appliedVouchers: [giftVoucher('one', { available: 0, held_amount: 700 })],
    })
    expect(totalsOf(basket)).toMatchObject({ vouchersApplied: { one: 700 }, total: 300 })
  })

  it('pays only the rest after another one of the same organiser', () => {
    const basket = basketOf([{}], {
      appliedVouchers: [giftVoucher('one', { id: 'first', available: 600 }), giftVoucher('one')],
    })
    expect(totalsOf(basket)).toMatchObject({ vouchersApplied: { first: 600, one: 400 }, total: 0 })
  })

  it('leaves nothing to pay beside an odd offer on tickets of two organisers', () => {
    const basket = basketOf([{ price: 500 }, { price: 500, organiser_id: 'two' }], {
      discount: code({ kind: 'basket_amount', amount: 333 }),
      appliedVouchers: [giftVoucher('one'), giftVoucher('two')],
    })
    expect(totalsOf(basket)).toMatchObject({ offers: 333, vouchersApplied: { one: 334, two: 333 }, total: 0 })
  })
})

describe('refund protection', () => {
  const tickets = [
    { is_protectable: true, qty: 2 },
    { is_protectable: false },
    { is_protectable: true, organiser_id: 'two' },
  ]
  const organisers = [
    { id: 'one', refund_protection_cost_basis_points: 500 },
    { id: 'two', refund_protection_cost_basis_points: 1000 },
  ]

  it('costs a share of the covered tickets, at the rate of each organiser [BASK-34]', () => {
    expect(totalsOf(basketOf(tickets, { organisers }))).toMatchObject({
      isProtectable: true,
      protectionCost: 200,
      isProtected: false,
      total: 4000,
    })
  })

  it('is charged if the buyer chose it [L2]', () => {
    const basket = basketOf(tickets, { organisers, sale: { refund_protection: true } })
    expect(totalsOf(basket)).toMatchObject({ isProtected: true, total: 4200 })
  })

  it('is not charged if it costs nothing', () => {
    const basket = basketOf([{ is_protectable: true }], { sale: { refund_protection: true } })
    expect(totalsOf(basket)).toMatchObject({ isProtectable: false, isProtected: false, total: 1000 })
  })
})

it('charges one parcel per organiser, at the highest rate of what is sent in it', () => {
  const basket = basketOf(
    [
      { deliverable: true, delivery_cost: 200, qty: 3 },
      { deliverable: true, delivery_cost: 300 },
      { deliverable: false, delivery_cost: 900 },
      { organiser_id: 'two', deliverable: false, delivery_cost: 900 },
    ],
    {
      vouchers: [{ organiser_id: 'two', qty: 1, value: 1000, delivery_cost: 50 }],
      organisers: ['one', 'two', 'three'].map((id) => ({ id, refund_protection_cost_basis_points: 0 })),
    },
  )
  expect(totalsOf(basket)).toMatchObject({ delivery: 350, total: 7350 })
})

describe('a donation', () => {
  const charity = {
    id: 'charity',
    base_fee: 20,
    booking_fee_basis_points: 250,
    booking_fee_includes_vat: true,
    booking_fee_vat_basis_points: 2000,
    booking_fee_cap: null,
  }
  const totalsFor = (charityId: string | null, changes: object = {}) =>
    totalsOf(
      basketOf([{}], {
        charity,
        sale: { donation_amount: 1000, donation_charity_id: charityId },
        ...changes,
      }),
    )

  it('is charged with the fee of its charity, with VAT [DONA-15, DONA-16]', () => {
    expect(totalsFor('charity')).toMatchObject({ donation: 1000, donationFee: 54, total: 2054 })
  })

  it('to a charity that has left the basket is not charged', () => {
    expect(totalsFor('another')).toMatchObject({ donation: 0, donationFee: 0, total: 1000 })
    expect(totalsFor(null, { charity: null })).toMatchObject({ donation: 0, donationFee: 0, total: 1000 })
  })
})
