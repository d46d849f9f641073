import { expect, test } from 'vitest'
import { foundAddressText, isWhole } from './found-address.ts'

const found = { formatted_address: '1 High Street', address_line_2: '', town: 'Leeds', post_code: 'LS1 1AA' }

test('shows a found address in one line [ADDR-06]', () => {
  expect(foundAddressText(found)).toBe('1 High Street, Leeds, LS1 1AA')
  expect(foundAddressText({ ...found, formatted_address: '' })).toBe('Leeds, LS1 1AA')
  expect(foundAddressText({ ...found, address_line_2: 'Holbeck' })).toBe(
    '1 High Street, Holbeck, Leeds, LS1 1AA',
  )
})

test('shows each part of a found address once', () => {
  const formatted_address = '1 High Street, Leeds, LS1 1AA'
  expect(foundAddressText({ ...found, formatted_address })).toBe(formatted_address)
})

test.each(['formatted_address', 'town', 'post_code'])(
  'says that a found address without "%s" is not whole',
  (part) => {
    expect(isWhole(found)).toBe(true)
    expect(isWhole({ ...found, [part]: '' })).toBe(false)
  },
)
