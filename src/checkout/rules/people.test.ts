import { expect, test } from 'vitest'
import { isEmail, isFullName, isPhone } from './people.ts'

test.each([
  'ann@example.com',
  'ann.bell+tickets@mail.example.co.uk',
  "o'neil@example.ie",
  'a@b.io',
  'jörg@bücher.example',
  'ann@xn--bcher-kva.example',
])('accepts %s as an email address [ACCT-13, PAYM-28]', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  ...['', 'ann', 'ann@', '@example.com', 'ann@example', 'ann@@example.com', 'ann bell@example.com'],
  ...['ann@example..com', '.ann@example.com', 'ann.@example.com', 'ann@-example.com', 'ann@example.com.'],
  ...['ann@example.com\r\nBcc: b@example.com', 'ann@example.com\n', ' ann@example.com', 'ann@127.0.0.1'],
  ...['a@example.com,b@example.com', 'Ann <ann@example.com>', `${'a'.repeat(250)}@example.com`],
])('rejects %j as an email address [ACCT-13, PAYM-28]', (text) => {
  expect(isEmail(text)).toBe(false)
})

test('accepts an email address of up to 254 characters [ACCT-13, PAYM-28]', () => {
  const domain = '@example.com'
  const ofLength = (length: number) => `${'a'.repeat(length - domain.length)}${domain}`
  expect(isEmail(ofLength(254))).toBe(true)
  expect(isEmail(ofLength(255))).toBe(false)
})

test('rejects a very long or almost valid address without catastrophic backtracking [PAYM-28]', () => {
  expect(isEmail(`a@${'a-'.repeat(126)}`)).toBe(false)
  expect(isEmail(`${'a.'.repeat(500_000)}@`)).toBe(false)
})

test('requires two words for a full name [ACCT-17, PAYM-27]', () => {
  expect(isFullName('Ann Bell')).toBe(true)
  expect(isFullName(' Ann  van der Berg ')).toBe(true)
  for (const text of ['', ' ', 'Ann', ' Ann ']) expect(isFullName(text)).toBe(false)
})

test('accepts digits and separators with at least 9 digits as a phone number [ADDR-14, OPEN-13]', () => {
  for (const text of [
    '07700 900123',
    '+44 (0)7700-900.123',
    '123456789',
    '(020) 7946 0018',
    '(+44) 7700 900123',
  ])
    expect(isPhone(text), text).toBe(true)
  for (const text of [
    '',
    '12345678',
    '1234567 -',
    '0770090012x',
    '07700 900123 ext 4',
    '44+7700900123',
    '07700/900123',
    '((+44) 7700 900123',
  ])
    expect(isPhone(text), text).toBe(false)
  expect(isPhone('07700900123\n')).toBe(false)
})
