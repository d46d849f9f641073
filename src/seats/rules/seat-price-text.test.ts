import { expect, it } from 'vitest'
import { priceText } from './seat-price-text.ts'

const price = (pence: number, booking_fee = 0) => ({ price: pence, booking_fee })

it('tells one price, or the lowest of several [SEAT-18, SEAT-19, SEAT-20]', () => {
  expect(priceText([price(4_500)])).toEqual({ charged: '£45', parts: '' })
  expect(priceText([price(4_500), price(2_250)])).toEqual({ charged: 'from £22.50', parts: '' })
})

it('tells what is to pay with the booking fee, and its parts [L4]', () => {
  expect(priceText([price(4_500, 250)])).toEqual({ charged: '£47.50', parts: '£45 +\u00a0£2.50\u00a0fee' })
  expect(priceText([price(4_500, 250), price(2_000, 250)])).toEqual({
    charged: 'from £22.50',
    parts: '£20 +\u00a0£2.50\u00a0fee',
  })
})

it('takes the price that is the lowest with its fee', () => {
  expect(priceText([price(2_000, 500), price(2_200)])).toEqual({ charged: 'from £22', parts: '' })
})
