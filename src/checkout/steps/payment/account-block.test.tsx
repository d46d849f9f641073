// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeCardProvider } from '#src/checkout/testing/fake-card-provider.ts'
import { field, openCheckout } from '#src/checkout/testing/open-checkout.tsx'

const express = {
  state: 'payment',
  express: true,
  organisers: [{ name: 'Globe' }],
  opoa: { provider: 'stripe', merchant_id: 'acct_1' },
} as const

it('asks an express buyer for the contact number that the organiser requires [PAYM-22]', async () => {
  fakeCardProvider()
  await openCheckout({ ...express, has_require_phone_number: 1 })
  expect(field('Contact number').type).toBe('tel')
})

it('asks an express buyer for no contact number if none is required [PAYM-07]', async () => {
  fakeCardProvider()
  await openCheckout(express)
  expect(field('Full name').value).toBe('')
  expect(screen.queryByLabelText('Contact number')).toBeNull()
})
