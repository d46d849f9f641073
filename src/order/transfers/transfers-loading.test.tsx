// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { heading, openCheckout, step } from '#src/checkout/testing/open-checkout.tsx'

vi.mock('./transfer-tickets.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it('says that the transfer form cannot be loaded, and leads back to the order [DONE-02, XFER-16]', async () => {
  const tickets = [
    { ticket_id: '1', event_name: 'Lantern Evening', ticket_name: 'Adult', qty: 2, price: '18.50' },
  ]
  const page = await openCheckout({ state: 'order_completed', payment_complete: 1, tickets })
  await page.press('Transfer tickets')
  expect(await step().findByText(/^A part of this page could not be loaded/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Load the page again' })).toBeDefined()
  await page.press('Back')
  expect(heading()).toBe('Order complete! Your tickets are on their way.')
})
