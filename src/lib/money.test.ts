import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, formatMoney, parsePence } from './money.ts'

const pence = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 })

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['1,234.50', 123_450],
  ['1,234,567', 123_456_700],
  ['-3.10', -310],
  ['0.07', 7],
  ['-0', 0],
  ['1.005', 101],
  ['1.0049', 100],
  ['-1.005', -101],
  ['0.999', 100],
  [12.5, 1250],
  [0.1 + 0.2, 30],
  [5.5e-17, 0],
  [-5.5e-17, 0],
])('reads %j as %j pence', (text, expected) => {
  expect(parsePence(text)).toBe(expected)
})

test.each([
  ...['', ' ', 'abc', '12.', '.5', '1,23', '12,34.5', '1e3', '£5', '--1', '+1', '1 000', '1.2.3', 'NaN'],
  ...[NaN, Infinity, 1e21],
  '90071992547409.93',
])('rejects %j as an amount', (text) => {
  expect(parsePence(text)).toBeNull()
})

test('formats decimal text that parses to the same pence', () => {
  expect(decimal(1250)).toBe('12.50')
  expect(decimal(5)).toBe('0.05')
  expect(decimal(-310)).toBe('-3.10')
  fc.assert(fc.property(pence, (amount) => parsePence(decimal(amount)) === amount))
})

test('shows two decimals, thousands commas and the given prefix [FMT-02, FMT-03, FMT-04]', () => {
  expect(formatMoney(1250, '£')).toBe('£12.50')
  expect(formatMoney(123_456_789, '€')).toBe('€1,234,567.89')
  expect(formatMoney(100_000)).toBe('1,000.00')
  expect(formatMoney(99_999, '$')).toBe('$999.99')
  expect(formatMoney(-310, '£')).toBe('−£3.10')
  expect(formatMoney(0, '£')).toBe('£0.00')
  fc.assert(fc.property(pence, (amount) => parsePence(formatMoney(amount).replace('−', '-')) === amount))
})

test('shows a missing or infinite amount as 0 [FMT-05]', () => {
  for (const nothing of [NaN, Infinity, null, undefined]) expect(formatMoney(nothing, '£')).toBe('0')
})
