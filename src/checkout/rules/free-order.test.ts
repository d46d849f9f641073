import { expect, test } from 'vitest'
import { isFreeOrder } from './free-order.ts'

test('is free if all tickets are', () => {
  expect(isFreeOrder({ basket_total: 0, tickets: [{ price: 0 }], gift_vouchers: [] })).toBe(true)
})

test('is not free if a gift voucher has paid for the tickets, or nothing is bought', () => {
  expect(isFreeOrder({ basket_total: 0, tickets: [{ price: 5000 }], gift_vouchers: [] })).toBe(false)
  expect(isFreeOrder({ basket_total: 0, tickets: [], gift_vouchers: [] })).toBe(false)
})
