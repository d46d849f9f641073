import { expect, test } from 'vitest'
import { feeOfLines, ticketPrice } from './ticket-price.ts'

const line = {
  price: 1500,
  booking_fee: 120,
  event_hide_booking_fee: false,
  qty: 2,
  discount_amount: 0,
  absorb_fee: false,
}

function basket(fee: number, changed: { all_booking_fees_are_absorbed?: boolean } = {}) {
  return {
    tickets: [line],
    gift_vouchers: [],
    basket_total: 3000 + fee,
    gift_vouchers_applied_total: 0,
    offers_applied_total: 0,
    delivery_cost: 0,
    refund_protection: false,
    refund_protection_cost: 0,
    donation: null,
    all_booking_fees_are_absorbed: false,
    ...changed,
  }
}

test('has the booking fee inside when all fees are absorbed and the event does not hide it [BASK-30] [L4]', () => {
  const absorbed = basket(240, { all_booking_fees_are_absorbed: true })
  expect(ticketPrice(line, absorbed)).toEqual({ price: 1500, fee: 120, isFeeInside: true })
})

test('has the booking fee beside the price if not all are absorbed or the event hides it [BASK-31]', () => {
  expect(ticketPrice(line, basket(240))).toEqual({ price: 1500, fee: 120, isFeeInside: false })
  const absorbed = basket(240, { all_booking_fees_are_absorbed: true })
  expect(ticketPrice({ ...line, event_hide_booking_fee: true }, absorbed).isFeeInside).toBe(false)
})

test('has no fee that the total does not contain', () => {
  expect(ticketPrice(line, basket(239)).fee).toBe(0)
})

test('finds what the fee of the order is more than those of its tickets', () => {
  expect(feeOfLines(basket(340))).toBe(240)
  expect(feeOfLines(basket(240))).toBe(240)
  expect(feeOfLines(basket(100))).toBe(0)
  expect(feeOfLines({ ...basket(340), tickets: [{ ...line, booking_fee: 0 }] })).toBe(0)
})
