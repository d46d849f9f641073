import { expect, test } from 'vitest'
import { planConsent } from './plan-consent.ts'

test('names every later charge with its amount and date, and that the card is saved', () => {
  const later = [
    { due: '21/12/2026', amount: '£60.00' },
    { due: '21/01/2027', amount: '£60.00' },
  ]
  expect(planConsent(later)).toBe(
    'By paying I agree that my card is saved for this payment plan and charged without asking me again: £60.00 on Mon 21 Dec 2026 and £60.00 on Thu 21 Jan 2027.',
  )
})
