import { expect, it } from 'vitest'

import { mobileNumber } from './mobile-number.ts'

it.each([
  ['07700 900123', '+447700900123'],
  ['(07700) 900-123', '+447700900123'],
  ['+44 (0)7700 900123', '+447700900123'],
  ['0044 7700 900123', '+447700900123'],
  ['447700900123', '+447700900123'],
  ['+353 86 123 4567', '+353861234567'],
])('reads %s as %s', (typed, number) => {
  expect(mobileNumber(typed)).toBe(number)
})

it.each(['', '123', '12345678901234567890', 'no number'])('finds no phone number in "%s"', (typed) => {
  expect(mobileNumber(typed)).toBeNull()
})
