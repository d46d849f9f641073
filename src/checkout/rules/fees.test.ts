import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  areFeesAbsorbed,
  basketQuantity,
  bookingFeeTotal,
  discountTotal,
  type FeeBasket,
  orderRows,
  orderSummary,
  type OrderSummary,
  subtotal,
} from './fees.ts'

const ticket = { price: 2000, qty: 2, discount_amount: 150, absorb_fee: false }
const voucher = { value: 2500, qty: 1 }

const basket: FeeBasket & { discounts_applied: Record<string, number> } = {
  tickets: [ticket, { ...ticket, price: 500, qty: 1, discount_amount: 0 }],
  gift_vouchers: [voucher],
  basket_total: 6680,
  gift_vouchers_applied_total: 1000,
  offers_applied_total: 200,
  delivery_cost: 300,
  refund_protection: true,
  refund_protection_cost: 250,
  donation: { amount_before_booking_fee: 500, booking_fee: 20, is_gift_aid: false },
  discounts_applied: { SAVE: 300 },
}

test('subtracts every other part of the total to find the booking fee [MONY-01]', () => {
  expect(bookingFeeTotal(basket)).toBe(6680 + 1000 + 200 - 300 - 250 - 520 - (2000 - 150) * 2 - 500 - 2500)
})

test('subtracts the refund protection cost only when it is active [MONY-02]', () => {
  const without = { ...basket, refund_protection: false }
  expect(bookingFeeTotal(without) - bookingFeeTotal(basket)).toBe(250)
})

test('includes the fee in the price only without gift vouchers and if every ticket absorbs it [MONY-03, MONY-04]', () => {
  const absorbing = { ...ticket, absorb_fee: true }
  expect(areFeesAbsorbed({ tickets: [absorbing, absorbing], gift_vouchers: [] })).toBe(true)
  expect(areFeesAbsorbed({ tickets: [absorbing, ticket], gift_vouchers: [] })).toBe(false)
  expect(areFeesAbsorbed({ tickets: [absorbing], gift_vouchers: [voucher] })).toBe(false)
})

test('adds up full prices, values and quantities [MONY-07, MONY-08]', () => {
  expect(subtotal(basket)).toBe(2 * 2000 + 500 + 2500)
  expect(basketQuantity(basket)).toBe(4)
  expect(basketQuantity({ tickets: [], gift_vouchers: [] })).toBe(0)
})

test('counts the discount of a line once for each of its tickets [MONY-09]', () => {
  expect(discountTotal(basket)).toBe(300)
})

describe('order summary', () => {
  test('shows the fee beside the subtotal when it is not absorbed [MONY-06, SUMM-03, SUMM-08]', () => {
    const fee = bookingFeeTotal(basket)
    expect(orderSummary(basket)).toEqual({
      quantity: 4,
      subtotal: 7000,
      fee,
      areFeesAbsorbed: false,
      discounts: [{ code: 'SAVE', amount: 300 }],
      offers: 200,
      giftVouchersApplied: 1000,
      delivery: 300,
      refundProtection: 250,
      donation: 500,
      donationFee: 20,
      total: 6680,
    })
  })

  test('has a row for each part of the total, deductions below 0, and none for a part of 0 [SUMM-03..07]', () => {
    expect(orderRows(orderSummary(basket)).map(({ name, amount }) => `${name}: ${amount}`)).toEqual([
      'Subtotal: 7000',
      `Booking fee: ${bookingFeeTotal(basket)}`,
      'Discount SAVE: -300',
      'Offers: -200',
      'Delivery: 300',
      'Refund protection: 250',
      'Donation: 500',
      'Donation fee: 20',
      'Gift vouchers: -1000',
    ])
    const bare = {
      ...basket,
      discounts_applied: {},
      refund_protection: false,
      delivery_cost: 0,
      donation: null,
    }
    expect(orderRows(orderSummary(bare)).map(({ name }) => name)).toEqual([
      'Subtotal',
      'Booking fee',
      'Discount',
      'Offers',
      'Gift vouchers',
    ])
  })

  test('includes an absorbed fee in the subtotal [MONY-05]', () => {
    const absorbed = {
      ...basket,
      tickets: [{ ...ticket, absorb_fee: true }],
      gift_vouchers: [],
      basket_total: 3880,
      gift_vouchers_applied_total: 0,
      offers_applied_total: 0,
      delivery_cost: 0,
      refund_protection: false,
      donation: null,
    }
    expect(orderSummary(absorbed)).toMatchObject({
      subtotal: 4180,
      fee: 180,
      areFeesAbsorbed: true,
      refundProtection: 0,
      donation: 0,
      donationFee: 0,
    })
  })

  test('shows a discount without a matching code under an empty code [SUMM-04]', () => {
    expect(orderSummary({ ...basket, discounts_applied: { SAVE: 100 } }).discounts).toEqual([
      { code: 'SAVE', amount: 100 },
      { code: '', amount: 200 },
    ])
    const undiscounted = { ...basket, tickets: [{ ...ticket, discount_amount: 0 }], discounts_applied: {} }
    expect(orderSummary(undiscounted).discounts).toEqual([])
  })
})

/** Adds up the rows of a summary. */
const sumOfParts = (summary: OrderSummary) => orderRows(summary).reduce((sum, { amount }) => sum + amount, 0)

describe('deductions with matching codes', () => {
  const plain = {
    ...basket,
    tickets: [{ ...ticket, discount_amount: 0, qty: 1 }],
    gift_vouchers: [],
    donation: null,
  }
  const off = (changed: Partial<typeof basket>) => {
    const summary = orderSummary({ ...plain, refund_protection: false, delivery_cost: 0, ...changed })
    expect(sumOfParts(summary)).toBe(summary.total)
    const { discounts, offers, giftVouchersApplied, fee } = summary
    return { discounts, offers, giftVouchersApplied, fee }
  }

  test('subtracts a code once if it matches the offers [SUMM-04, SUMM-09]', () => {
    const reply = { basket_total: 1700, offers_applied_total: 300, gift_vouchers_applied_total: 0 }
    expect(off({ ...reply, discounts_applied: { SAVE: 300 } })).toEqual({
      discounts: [{ code: 'SAVE', amount: 300 }],
      offers: 0,
      giftVouchersApplied: 0,
      fee: 0,
    })
    expect(off({ ...reply, discounts_applied: { SAVE: 100 } })).toMatchObject({
      discounts: [{ code: 'SAVE', amount: 100 }],
      offers: 200,
    })
  })

  test('subtracts the code of a gift voucher once [SUMM-04, SUMM-09]', () => {
    const reply = { basket_total: 1500, offers_applied_total: 0, gift_vouchers_applied_total: 500 }
    expect(off({ ...reply, discounts_applied: { GIFT: 500 } })).toMatchObject({
      discounts: [{ code: 'GIFT', amount: 500 }],
      giftVouchersApplied: 0,
    })
  })

  test('shows at most the deducted amount for a code [SUMM-04, SUMM-09]', () => {
    const reply = { basket_total: 1700, offers_applied_total: 300, gift_vouchers_applied_total: 0 }
    expect(off({ ...reply, discounts_applied: { SAVE: 900, MORE: 100 } }).discounts).toEqual([
      { code: 'SAVE', amount: 300 },
    ])
  })

  test('shows an unexplained deduction as a discount, not as a negative fee [SUMM-04, SUMM-09]', () => {
    const reply = { basket_total: 1800, offers_applied_total: 0, gift_vouchers_applied_total: 0 }
    expect(off({ ...reply, discounts_applied: {} })).toMatchObject({
      discounts: [{ code: '', amount: 200 }],
      fee: 0,
    })
    expect(off({ ...reply, discounts_applied: { SAVE: 150 } }).discounts).toEqual([
      { code: 'SAVE', amount: 150 },
      { code: '', amount: 50 },
    ])
  })
})

describe('any basket', () => {
  const pence = (max: number) => fc.integer({ min: 0, max })
  const tickets = fc.array(
    fc
      .record({ price: pence(100_000), qty: fc.integer({ min: 1, max: 50 }), absorb_fee: fc.boolean() })
      .chain((line) => pence(line.price).map((discount_amount) => ({ ...line, discount_amount }))),
    { maxLength: 6 },
  )
  const parts = fc.record({
    tickets,
    gift_vouchers: fc.array(fc.record({ value: pence(50_000), qty: fc.integer({ min: 1, max: 9 }) }), {
      maxLength: 2,
    }),
    fee: pence(50_000),
    delivery_cost: pence(2000),
    refund_protection: fc.boolean(),
    refund_protection_cost: pence(3000),
    donation: fc.option(
      fc.record({
        amount_before_booking_fee: pence(100_000),
        booking_fee: pence(1000),
        is_gift_aid: fc.boolean(),
      }),
    ),
    vouchersShare: fc.integer({ min: 0, max: 100 }),
    offersShare: fc.integer({ min: 0, max: 100 }),
  })

  /** Adds up a total as a shop does; offers and vouchers never exceed the amount due. */
  const checkout = parts.map(({ fee, vouchersShare, offersShare, ...lines }) => {
    let total = fee + lines.delivery_cost
    for (const { price, discount_amount, qty } of lines.tickets) total += (price - discount_amount) * qty
    for (const { value, qty } of lines.gift_vouchers) total += value * qty
    if (lines.refund_protection) total += lines.refund_protection_cost
    if (lines.donation) total += lines.donation.amount_before_booking_fee + lines.donation.booking_fee
    const offers_applied_total = Math.floor((total * offersShare) / 100)
    const gift_vouchers_applied_total = Math.floor(((total - offers_applied_total) * vouchersShare) / 100)
    const basket_total = total - offers_applied_total - gift_vouchers_applied_total
    const discounts_applied = {}
    return {
      fee,
      reply: { ...lines, basket_total, offers_applied_total, gift_vouchers_applied_total, discounts_applied },
    }
  })

  test('yields the fee that went into its total, in whole pence and never below 0 [MONY-01, MONY-02]', () => {
    fc.assert(
      fc.property(checkout, ({ fee, reply }) => {
        const found = bookingFeeTotal(reply)
        expect(found).toBe(fee)
        expect(Number.isSafeInteger(found) && found >= 0).toBe(true)
      }),
      { numRuns: 10_000 },
    )
  })

  test('has summary parts that add up to its total, absorbed or not [MONY-05, MONY-06]', () => {
    fc.assert(
      fc.property(checkout, ({ reply }) => {
        const summary = orderSummary(reply)
        expect(sumOfParts(summary)).toBe(summary.total)
      }),
      { numRuns: 10_000 },
    )
  })

  test('has parts that add up and are never below 0, for any discounts and totals [SUMM-04, SUMM-09]', () => {
    const codes = fc.dictionary(fc.string(), fc.integer({ min: -500, max: 50_000 }), { maxKeys: 3 })
    fc.assert(
      fc.property(
        checkout,
        codes,
        fc.integer({ min: -60_000, max: 60_000 }),
        ({ reply }, discounts_applied, slip) => {
          const summary = orderSummary({
            ...reply,
            discounts_applied,
            basket_total: reply.basket_total + slip,
          })
          expect(sumOfParts(summary)).toBe(summary.total)
          const { fee, offers, giftVouchersApplied, discounts } = summary
          for (const part of [fee, offers, giftVouchersApplied]) expect(part).toBeGreaterThanOrEqual(0)
          for (const { amount } of discounts) expect(amount).toBeGreaterThan(0)
        },
      ),
      { numRuns: 10_000 },
    )
  })
})
