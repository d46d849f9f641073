import { expect, test } from 'vitest'
import { amountOf, choiceOf, donationSchema } from './donation-schema.ts'

const donation = (...amount: string[]) => {
  const result = donationSchema.safeParse({ amount })
  return result.success ? result.data.amount : result.error.issues.map(({ message }) => message)
}

test('reads the preset or the typed amount in pence [DONA-08]', () => {
  expect(donation('5.00', '')).toBe(500)
  expect(donation('', '12.5')).toBe(1250)
  expect(donation('1')).toBe(100)
})

test.each([[[]], [['']], [['0.99']], [['-5']], [['five']], [['1e3']]])(
  'rejects %j as a donation [DONA-08, DONA-09]',
  (amount) => {
    expect(donation(...amount)).toEqual(['Choose an amount or click Skip donation'])
  },
)

test('shows an earlier donation as the preset of that amount, or as typed', () => {
  expect(choiceOf(500, [200, 500])).toEqual({ preset: '5.00', custom: '' })
  expect(choiceOf(750, [200, 500])).toEqual({ preset: '', custom: '7.50' })
  expect(choiceOf(0, [200, 500])).toEqual({ preset: '', custom: '' })
})

test('returns the chosen amount in pence', () => {
  expect(amountOf({ preset: '5.00', custom: '' })).toBe(500)
  expect(amountOf({ preset: '', custom: '0.5' })).toBe(50)
  expect(amountOf({ preset: '', custom: '' })).toBe(0)
})
