// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { button, openCheckout, pending, refused, settled, shownStep } from './testing/open-checkout.tsx'

const user = { id: 7, email: 'ada@example.org' }
const ticket = {
  ticket_id: '1',
  event_id: 'lantern',
  event_name: 'Lantern Evening',
  ticket_name: 'Adult',
  qty: 2,
}
const basket = { state: 'basket', tickets: [ticket] } as const

it('shows the basket while the user is being loaded, which the account step waits for [CONT-17, CONT-18]', async () => {
  const loading = pending({ user })
  const { press, sent, answer } = await openCheckout(basket, { replies: { get_user: loading.reply } })
  expect(button(/^Reserve Basket/)).toBeTruthy()
  answer('reserve_tickets', { reserved: 1, checkout_time: 600 })
  await press(/^Reserve Basket/)
  await vi.waitFor(() => expect(shownStep()).toBe('login'))
  loading.arrive()
  await settled()
  expect(button('Continue')).toBeTruthy()
  expect(sent('get_user')).toHaveLength(1)
})

it('shows the basket if the user cannot be loaded [OPEN-70]', async () => {
  await openCheckout(basket, { replies: { get_user: refused('No') } })
  expect(button(/^Reserve Basket/)).toBeTruthy()
})
