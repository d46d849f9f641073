import { expect, it } from 'vitest'
import { priceText } from './seat-price-text.ts'

const price = (pence: number, booking_fee = 0) => ({ price: pence, booking_fee })

it('tells one price, or the lowest of several [SEAT-18, SEAT-19, SEAT-20]', () => {
  expect(priceText([price(4_500)])).toBe('£45')
  expect(priceText([price(4_500), price(2_250)])).toBe('from £22.50')
})

it('tells the booking fee on top of it [L4]', () => {
  expect(priceText([price(4_500, 250)])).toBe('£45 + £2.50 fee')
  expect(priceText([price(4_500, 250), price(2_000, 250)])).toBe('from £20 + £2.50 fee')
  expect(priceText([price(4_500, 250), price(2_000)])).toBe('from £20 + fee')
})
