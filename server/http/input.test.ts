import fc from 'fast-check'
import { expect, it } from 'vitest'

import { emailSchema } from '#src/account/account-schemas.ts'
import { paymentSchema } from '#src/payment/payment-details.ts'

import { readEmail, readFlag, readLines, readText } from './input.ts'

it.each(['true', '1', 'on'])('reads "%s" as true', (flag) => {
  expect(readFlag({ flag }, 'flag')).toBe(true)
})

it.each(['false', '0', ''])('reads "%s" as false', (flag) => {
  expect(readFlag({ flag }, 'flag')).toBe(false)
})

it.each(['yes', '2', 'toString', 'valueOf', '__proto__'])('rejects "%s" as a boolean', (flag) => {
  expect(() => readFlag({ flag }, 'flag')).toThrow('The field flag is not valid')
})

it('reads one line, trimmed', () => {
  expect(readText({ name: ' Ada Lovelace\r\n' }, 'name', 100)).toBe('Ada Lovelace')
})

it.each(['Ada\nhttps://evil.example', 'Ada\r\nBcc: all@example.com', 'Ada\tLovelace', 'Ada\u2028Lovelace'])(
  'rejects %j as one line, and accepts it as several lines',
  (name) => {
    expect(() => readText({ name }, 'name', 100)).toThrow('The field name is not valid')
    expect(readLines({ name }, 'name', 100)).toBe(name.replace('\r', ''))
  },
)

it('counts a line break of several lines as one character, as the field does in which they were typed', () => {
  expect(readLines({ message: 'Enjoy!\r\nAda' }, 'message', 10)).toBe('Enjoy!\nAda')
  expect(() => readLines({ message: 'Enjoy!\r\nAda' }, 'message', 9)).toThrow(
    'The field message is not valid',
  )
})

it('removes the invisible characters that reverse what follows a name, and keeps the letters of any script [S36]', () => {
  const name = '\u202eAda \u2066Lovelace\u2069\u202c עדה ليلى'
  expect(readText({ name }, 'name', 100)).toBe('Ada Lovelace עדה ليلى')
})

const takesEmail = {
  account: (email: string) => emailSchema.safeParse({ email }).success,
  express: (email: string) => paymentSchema.safeParse({ email }).success,
  shop: (email: string) => {
    try {
      return readEmail({ email }, 'email') !== ''
    } catch {
      return false
    }
  },
}

it.each([
  ['ann@example.com', true],
  ['ann@bücher.de', true],
  ['jörg@example.de', true],
  [' ann@example.com ', true],
  ['a..b@example.com', false],
  ['.ann@example.com', false],
  ['ann@127.0.0.1', false],
  ['ann\u0001@example.com', false],
  ['ann\u200b@example.com', false],
])('validates %j alike on the page and in the shop [ACCT-13, PAYM-28]', (email, isTaken) => {
  expect(Object.values(takesEmail).map((takes) => takes(email))).toEqual([isTaken, isTaken, isTaken])
})

it('validates generated emails alike on the page and in the shop [ACCT-13, PAYM-28]', () => {
  const name = fc.constantFrom(
    'ann',
    'a.b',
    'a..b',
    "o'neil",
    'jörg',
    'ann+tickets',
    '"ann"',
    'a b',
    'a\u0007',
  )
  const domain = fc.constantFrom(
    'example.com',
    'bücher.de',
    'xn--bcher-kva.de',
    'a-.com',
    '-a.com',
    'x',
    '1.2',
  )
  const pieces = fc.array(fc.constantFrom('a', 'ü', '.', '-', '@', '1', ' ', '\u00ad', ',', 'A'), {
    maxLength: 12,
  })
  const likely = fc.tuple(name, domain).map((parts) => parts.join('@'))
  const emails = fc.oneof(
    likely,
    fc.emailAddress(),
    pieces.map((parts) => parts.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(emails, (email) => {
      const [account, express, shop] = Object.values(takesEmail).map((takes) => takes(email))
      return account === shop && express === shop
    }),
    { numRuns: 3000 },
  )
})

it('normalises different spellings of the same email', () => {
  for (const email of ['Ann@Bücher.de', 'ann@xn--bcher-kva.de', 'ann@bu\u0308cher.de'])
    expect(readEmail({ email }, 'email')).toBe('ann@xn--bcher-kva.de')
})

it('explains that an email is invalid, also when it is too long [ACCT-13]', () => {
  for (const email of ['ann', `${'a'.repeat(250)}@example.com`])
    expect(() => readEmail({ email }, 'email')).toThrow('Please type a valid email address')
})
