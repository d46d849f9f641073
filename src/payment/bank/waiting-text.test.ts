import { expect, test } from 'vitest'
import { offersSwitch, waitingText } from './waiting-text.ts'

test('grows more explicit with the number of attempts [BANK-18..20, OPEN-29]', () => {
  const texts = [0, 3, 4, 6, 7, 9, 10, 60].map((attempts) => waitingText(attempts, false))
  expect(texts).toEqual([
    'Please wait',
    'Please wait',
    'Waiting for a response from your bank',
    'Waiting for a response from your bank',
    'Awaiting confirmation of payment',
    'Awaiting confirmation of payment',
    "It's taking longer than usual for confirmation of your payment.",
    "It's taking longer than usual for confirmation of your payment.",
  ])
})

test('promises to keep waiting after polling has ended, and during manual checks [BANK-23]', () => {
  const text =
    "We could not confirm if the payment was completed yet. We'll continue to wait, and deliver your tickets if payment is confirmed."
  expect(waitingText(60, true)).toBe(text)
  expect(waitingText(61, false)).toBe(text)
})

test('offers another method after nine attempts [BANK-21]', () => {
  expect([9, 10].map(offersSwitch)).toEqual([false, true])
})
