import { expect, test } from 'vitest'
import { paymentTitle } from './payment-title.ts'

const plain = { isFree: false, isPaying: false, isExpress: false }

test('names the step after what happens: free, then paying, then express [PAYM-01..04, OPEN-11]', () => {
  expect(paymentTitle(plain)).toBe('Payment')
  expect(paymentTitle({ ...plain, isExpress: true })).toBe('Complete purchase')
  expect(paymentTitle({ ...plain, isExpress: true, isPaying: true })).toBe('Confirming Payment')
  expect(paymentTitle({ isFree: true, isExpress: true, isPaying: true })).toBe('Claiming free tickets')
})
