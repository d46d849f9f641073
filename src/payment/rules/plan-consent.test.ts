import { expect, test } from 'vitest'
import { planConsent } from './plan-consent.ts'

test('names every later charge with its amount and date, and that the card is saved', () => {
  const later = [
    { due: '21/12/2026', amount: '£60.00' },
    { due: '21/01/2027', amount: '£59.99' },
  ]
  expect(planConsent(later)).toBe(
    'By paying I agree that my card is saved for this payment plan and charged without asking me again: £60.00 on Mon 21 Dec 2026 and £59.99 on Thu 21 Jan 2027.',
  )
})

test('says an amount once that is the same on every date', () => {
  const later = ['21/12/2026', '21/01/2027', '21/02/2027'].map((due) => ({ due, amount: '£60.00' }))
  expect(planConsent(later)).toContain(
    'again: £60.00 each on Mon 21 Dec 2026, Thu 21 Jan 2027 and Sun 21 Feb 2027.',
  )
  expect(planConsent(later.slice(0, 1))).toContain('again: £60.00 on Mon 21 Dec 2026.')
})
