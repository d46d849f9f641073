// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { notices, openCheckout, type WireCheckout } from '#src/checkout/testing/open-checkout.tsx'
import { expired } from './rules/expired.ts'

const lost = () => {
  throw new TypeError('Failed to fetch dynamically imported module')
}
vi.mock('./reserve-again.tsx', () => ({
  get default() {
    return lost()
  },
}))
vi.mock('./required-tickets.tsx', () => ({
  get default() {
    return lost()
  },
}))

const child = {
  ticket_id: '2',
  ticket_name: 'Child',
  event_name: 'Lantern Evening',
  qty: 1,
  required_tickets: [{ title: 'Adult' }],
}

it.each<[string, WireCheckout, string]>([
  [
    'the checkout time expired [BASK-62]',
    { state: 'basket', tickets: [{ ...child, required_tickets: [] }], reserving_error: expired },
    expired,
  ],
  [
    'a required ticket is missing [BASK-52]',
    { state: 'basket', tickets: [child] },
    'You must also purchase the following tickets to continue the checkout',
  ],
])('says at once, also while a script is missing, that %s', async (_, checkout, words) => {
  await openCheckout(checkout)
  expect(notices().join()).toContain(words)
})
