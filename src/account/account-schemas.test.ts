import { expect, test } from 'vitest'
import { codeSchema, digitsOf, emailSchema, nameSchema } from './account-schemas.ts'

const message = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map((issue) => issue.message)

test('accepts an email address, trimmed [ACCT-13]', () => {
  expect(emailSchema.parse({ email: ' ada@example.org ' })).toEqual({ email: 'ada@example.org' })
})

test.each(['', 'ada', 'ada@', 'ada@example', 'ada@example.org, bob@example.org'])(
  'rejects "%s" as an email address [ACCT-13]',
  (email) => {
    expect(message(emailSchema.safeParse({ email }))).toEqual(['Please type a valid email address'])
  },
)

test('accepts exactly six digits as a code [ACCT-14]', () => {
  expect(codeSchema.parse({ code: '012345' })).toEqual({ code: '012345' })
  for (const code of ['', '12345', '1234567', '12345a', ' 123456'])
    expect(codeSchema.safeParse({ code }).success).toBe(false)
})

test('keeps only the digits of a typed or pasted code [ACCT-15]', () => {
  expect(digitsOf('12a3')).toBe('123')
  expect(digitsOf(' 123 456.')).toBe('123456')
  expect(digitsOf('Code: 123-456 7')).toBe('123456')
})

test('accepts at least two words as a full name [ACCT-17]', () => {
  expect(nameSchema.parse({ fullName: ' Ada Lovelace ' })).toEqual({ fullName: 'Ada Lovelace' })
  for (const fullName of ['', 'Ada', ' Ada '])
    expect(message(nameSchema.safeParse({ fullName }))).toEqual([
      'Please type both your first and last name(s)',
    ])
})
