import { expect, it } from 'vitest'
import { purchaseFor } from './purchase.ts'

const ticket = {
  ticket_id: '11',
  event_id: '1',
  event_name: 'Night Run',
  ticket_name: 'Runner',
  price: 2_000,
  discount_amount: 500,
  booking_fee: 120,
  qty: 2,
}
type Order = Parameters<typeof purchaseFor>[0]
const order = {
  tickets: [ticket, { ...ticket, ticket_id: '21', event_id: '2' }],
  gift_vouchers: [],
  basket_total: 7_000,
  currency: { code: 'EUR', symbol: '€' },
} as unknown as Order

it('has the total and the currency of the order [DELI-12, DELI-13]', () => {
  const whole = purchaseFor(order, { eventIds: null }, 'id')
  expect(whole).toMatchObject({ value: 70, currency: 'EUR', transactionId: 'id' })
  expect(whole.items).toHaveLength(2)
  expect(purchaseFor(order, { eventIds: ['1', '2'] }, 'id').value).toBe(70)
})

it('has only the tickets and fees of one event among several [DELI-12, DELI-13]', () => {
  expect(purchaseFor(order, { eventIds: ['1'] }, 'id')).toMatchObject({
    value: 32.4,
    items: [{ item_id: '11', price: 15, quantity: 2 }],
  })
})

it('does not tell an event of the gift vouchers in the basket [DELI-12]', () => {
  const withVoucher = { ...order, gift_vouchers: [{ value: 2_500, qty: 1 }] } as unknown as Order
  expect(purchaseFor(withVoucher, { eventIds: ['1', '2'] }, 'id').value).toBe(64.8)
})
