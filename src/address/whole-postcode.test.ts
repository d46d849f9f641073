import { expect, test } from 'vitest'
import { wholePostcode } from './whole-postcode.ts'

test.each([
  ['YO22 4DB', 'YO22 4DB'],
  [' yo224db ', 'YO22 4DB'],
  ['w1a 1aa', 'W1A 1AA'],
  ['YO22', ''],
  ['1 High Street', ''],
  ['1 High Street, YO22 4DB', ''],
  ['', ''],
])('takes a whole British postcode alone: "%s"', (typed, whole) => {
  expect(wholePostcode(typed)).toBe(whole)
})
