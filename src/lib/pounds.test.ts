import { expect, test } from 'vitest'
import { formatPounds } from './pounds.ts'

test('shows whole pounds without decimals [SEAT-18, SEAT-19]', () => {
  expect([0, 100, 4_500, 125_000].map(formatPounds)).toEqual(['£0', '£1', '£45', '£1,250'])
})

test('shows other prices with two decimals [SEAT-18, SEAT-20]', () => {
  expect([5, 4_550, 4_505, 125_001].map(formatPounds)).toEqual(['£0.05', '£45.50', '£45.05', '£1,250.01'])
})
