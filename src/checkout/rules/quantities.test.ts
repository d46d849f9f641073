import fc from 'fast-check'
import { expect, test } from 'vitest'
import { belowMessage, draftQuantity, exceededMessage, isBelowMinimum, shortage } from './quantities.ts'

const line = { max_can_reserve: 8, min_per_customer: 0 }

test.each(['', ' ', '0', '-3', 'abc', '0.5', 'NaN'])('reads %j as a quantity of 1 [BASK-46]', (typed) => {
  expect(draftQuantity(line, typed)).toEqual({ quantity: 1, flag: 'none' })
})

test('keeps typed integers [BASK-45]', () => {
  expect(draftQuantity(line, '3')).toEqual({ quantity: 3, flag: 'none' })
  expect(draftQuantity(line, ' 8 ')).toEqual({ quantity: 8, flag: 'none' })
  expect(draftQuantity(line, '2.9')).toEqual({ quantity: 2, flag: 'none' })
})

test('clamps the quantity to the maximum and flags it [BASK-47, BASK-48]', () => {
  expect(draftQuantity(line, '9')).toEqual({ quantity: 8, flag: 'exceeded' })
  expect(draftQuantity(line, '9'.repeat(400))).toEqual({ quantity: 8, flag: 'exceeded' })
  expect(exceededMessage(8)).toBe('You can only reserve 8 tickets of this type')
})

test('does not clamp without a maximum [BASK-47]', () => {
  expect(draftQuantity({ ...line, max_can_reserve: null }, '5000')).toEqual({ quantity: 5000, flag: 'none' })
})

test('flags a quantity below the minimum, after clamping [BASK-49]', () => {
  expect(draftQuantity({ ...line, min_per_customer: 4 }, '3')).toEqual({ quantity: 3, flag: 'below' })
  expect(draftQuantity({ ...line, min_per_customer: 4 }, '4')).toEqual({ quantity: 4, flag: 'none' })
  expect(draftQuantity({ max_can_reserve: 2, min_per_customer: 4 }, '9')).toEqual({
    quantity: 2,
    flag: 'below',
  })
  expect(belowMessage(4)).toBe('You must purchase a minimum of 4 tickets of this type')
})

test('ignores a minimum of 1 or less [BASK-51]', () => {
  for (const min_per_customer of [-1, 0, 1]) expect(isBelowMinimum({ min_per_customer }, 0)).toBe(false)
  expect(isBelowMinimum({ min_per_customer: 2 }, 1)).toBe(true)
  expect(isBelowMinimum({ min_per_customer: 2 }, 2)).toBe(false)
})

test('reads any input as an integer from 1 to the maximum [BASK-45, BASK-46, BASK-47]', () => {
  const typed = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String))
  fc.assert(
    fc.property(typed, fc.option(fc.integer({ min: 1, max: 100 })), (text, max_can_reserve) => {
      const { quantity } = draftQuantity({ max_can_reserve, min_per_customer: 2 }, text)
      expect(Number.isSafeInteger(quantity)).toBe(true)
      expect(quantity).toBeGreaterThanOrEqual(1)
      expect(quantity).toBeLessThanOrEqual(max_can_reserve ?? Infinity)
    }),
  )
})

test.each<[string, number | null, number | null]>([
  ['fewer than the basket has', 1, 1],
  ['none', 0, 0],
  ['as many as the basket has', 2, null],
  ['nobody knows how many', null, null],
])(
  'of a line of two tickets of which %s can be reserved, tells how many are left [ENTI-15]',
  (_, left, told) => {
    expect(shortage({ ...line, max_can_reserve: left }, 2)).toBe(told)
  },
)

test('tells that none are left if fewer than the minimum are', () => {
  expect(shortage({ max_can_reserve: 3, min_per_customer: 4 }, 5)).toBe(0)
  expect(shortage({ max_can_reserve: 4, min_per_customer: 4 }, 5)).toBe(4)
})
