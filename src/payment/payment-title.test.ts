import { expect, test } from 'vitest'
import { paymentTitle } from './payment-title.ts'

const plain = { isFree: false, isPaying: false, isExpress: false }

test('has a title for free tickets, otherwise for a payment in progress, otherwise for express [PAYM-01..04, OPEN-11]', () => {
  expect(paymentTitle(plain)).toBe('Payment')
  expect(paymentTitle({ ...plain, isExpress: true })).toBe('Complete purchase')
  expect(paymentTitle({ ...plain, isExpress: true, isPaying: true })).toBe('Confirming Payment')
  expect(paymentTitle({ isFree: true, isExpress: true, isPaying: true })).toBe('Claiming free tickets')
})
