import fc from 'fast-check'
import { expect, it } from 'vitest'

import { bookingFeeTotal, discountTotal } from '#src/rules/fees.ts'

import type { Basket, DiscountRow, OrganiserRow, Sale, TicketRow, VoucherRow } from './read-basket.ts'
import { totalsOf } from './totals.ts'

const pence = (max: number) => fc.integer({ min: 0, max })
const owner = fc.constantFrom('one', 'two')

const ticket = fc.record({
  organiser_id: owner,
  event_id: fc.constantFrom('event', 'other'),
  qty: fc.integer({ min: 1, max: 20 }),
  price: pence(50_000),
  booking_fee: pence(2_000),
  absorb_fee: fc.boolean(),
  is_protectable: fc.boolean(),
  deliverable: fc.boolean(),
  delivery_cost: pence(1_000),
})
const voucherLine = fc.record({
  organiser_id: owner,
  qty: fc.integer({ min: 1, max: 5 }),
  value: fc.integer({ min: 1, max: 50_000 }),
  delivery_cost: pence(500),
})
const discount = fc.record({
  code: fc.constant('CODE'),
  is_usable: fc.boolean(),
  kind: fc.constantFrom('ticket_percent', 'ticket_amount', 'basket_amount'),
  amount: fc.integer({ min: 1, max: 10_000 }),
  currency: fc.constantFrom('GBP', 'EUR', null),
  organiser_id: fc.option(owner),
  event_id: fc.option(fc.constant('event')),
})
const charity = fc.record({
  id: fc.constant('charity'),
  base_fee: pence(100),
  booking_fee_basis_points: pence(1_000),
  booking_fee_includes_vat: fc.boolean(),
  booking_fee_vat_basis_points: pence(2_500),
  booking_fee_cap: fc.option(pence(500)),
})
const applied = fc.record({
  organiser_id: owner,
  currency: fc.constantFrom('GBP', 'EUR'),
  available: pence(100_000),
  held_amount: fc.constant(0),
})

/** Generates any basket. Rows hold only the columns that totals read; the casts leave out names and pictures. */
const anyBasket: fc.Arbitrary<Basket> = fc
  .record({
    tickets: fc.array(ticket, { maxLength: 6 }),
    vouchers: fc.array(voucherLine, { maxLength: 3 }),
    discount: fc.option(discount),
    charity: fc.option(charity),
    applied: fc.array(applied, { maxLength: 3 }),
    isProtected: fc.boolean(),
    protection: pence(1_500),
    donation: pence(10_000),
  })
  .map((parts) => ({
    sale: {
      currency: 'GBP',
      refund_protection: parts.isProtected,
      donation_amount: parts.donation,
      donation_charity_id: 'charity',
    } as Sale,
    isFrozen: false,
    secondsRemaining: null,
    now: new Date(0),
    tickets: parts.tickets.map((line, i) => ({ ...line, ticket_type_id: `t${i}` }) as TicketRow),
    vouchers: parts.vouchers as VoucherRow[],
    organisers: ['one', 'two'].map(
      (id) => ({ id, refund_protection_cost_basis_points: parts.protection }) as OrganiserRow,
    ),
    discount: parts.discount as DiscountRow | null,
    appliedVouchers: parts.applied.map((voucher, i) => ({
      ...voucher,
      id: `v${i}`,
    })) as Basket['appliedVouchers'],
    charity: parts.charity as Basket['charity'],
  }))

it('calculates totals whose booking fees match the documented fee rule exactly [MONY-01, MONY-07, MONY-09]', () => {
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

it('calculates in whole pence, never below 0, with any codes and vouchers', () => {
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

it('never spends more than the balance of a gift voucher, nor for another organiser', () => {
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

it("leaves nothing to pay when an odd offer and gift vouchers cover two organisers' tickets", () => {
  const line = { qty: 1, price: 500, booking_fee: 0, event_id: 'event', deliverable: false, delivery_cost: 0 }
  const totals = totalsOf({
    sale: {
      currency: 'GBP',
      refund_protection: false,
      donation_amount: 0,
      donation_charity_id: null,
    } as Sale,
    isFrozen: false,
    secondsRemaining: null,
    now: new Date(0),
    tickets: ['one', 'two'].map((id) => ({ ...line, organiser_id: id, ticket_type_id: id }) as TicketRow),
    vouchers: [],
    organisers: ['one', 'two'].map((id) => ({ id, refund_protection_cost_basis_points: 0 }) as OrganiserRow),
    discount: {
      code: 'ODD',
      is_usable: true,
      kind: 'basket_amount',
      amount: 333,
      currency: 'GBP',
      organiser_id: null,
      event_id: null,
    } as DiscountRow,
    appliedVouchers: ['one', 'two'].map((id) => ({
      id,
      organiser_id: id,
      currency: 'GBP' as const,
      available: 1000,
      held_amount: 0,
    })),
    charity: null,
  })
  expect(totals).toMatchObject({ offers: 333, vouchersApplied: { one: 334, two: 333 }, total: 0 })
})
