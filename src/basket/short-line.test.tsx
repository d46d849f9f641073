// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  button,
  notices,
  openCheckout,
  shownStep,
  type WireCheckout,
} from '#src/checkout/testing/open-checkout.tsx'

const line = {
  ticket_id: '1',
  event_id: 'lantern',
  date_id: 'd',
  event_name: 'Lantern Evening',
  event_url: '/events/lantern/',
  ticket_name: 'Adult',
  qty: 3,
  price: '18.50',
  can_update_quantity: 1,
  max_can_reserve: 8,
}
const child = { ...line, ticket_id: '2', ticket_name: 'Child' }
const checkout: WireCheckout = { state: 'basket', basket_total: '111.00', tickets: [line, child] }
const few = 'Only 2 of these can still be reserved.'
const none = 'These tickets can no longer be reserved. Remove them with the bin.'

/** The row of the basket in which these words stand. */
const rowOf = (words: string) => screen.getByText(words).closest('li')
const link = () => screen.queryByRole('link', { name: 'Choose other tickets' })

it('marks after a refused reservation the row of which fewer are left, and takes as many by one press [BASK-64, RESV-13]', async () => {
  const refusal = 'Sorry, there are not enough tickets left for Lantern Evening - Child'
  const page = await openCheckout(checkout, { replies: { reserve_tickets: { error: refusal } } })
  expect(notices()).toEqual([])
  page.change({ tickets: [line, { ...child, max_can_reserve: 2 }] })
  await page.press(/^Reserve Basket/)
  await vi.waitFor(() => expect(screen.getByText(few)).toBeDefined(), 15_000)
  expect(shownStep()).toBe('basket')
  expect(screen.getByText(refusal)).toBeDefined()
  expect(rowOf(few)?.textContent).toContain('Child')
  expect(link()?.getAttribute('href')).toMatch(/\/events\/lantern\/$/)

  page.change({ tickets: [line, { ...child, qty: 2, max_can_reserve: 2 }] })
  await page.press('Change to 2 Child, Lantern Evening')
  expect(button(/^Change to 2/).getAttribute('aria-busy')).toBe('true')
  await vi.waitFor(
    () => expect(page.sent('update_ticket_quantity')).toEqual([{ ticket_id: '2', quantity: '2' }]),
    15_000,
  )
  await vi.waitFor(() => expect(screen.queryByText(few)).toBeNull(), 15_000)
  expect(notices()).toEqual([])
})

it('says of a row of which none are left, or fewer than its minimum, how to remove it', async () => {
  await openCheckout({ ...checkout, tickets: [{ ...line, max_can_reserve: 1, min_per_customer: 2 }] })
  expect(notices()).toEqual([`warning: ${none}Choose other tickets`])
  expect(screen.queryByRole('button', { name: /^Change to/ })).toBeNull()
  expect(button(/^Remove/)).toBeDefined()
})

it('links to no other tickets if the shop names no page for the event', async () => {
  await openCheckout({ ...checkout, tickets: [{ ...line, event_url: '', max_can_reserve: 0 }] })
  expect(notices()).toEqual([`warning: ${none}`])
})

it('leaves it to the shop whether a basket can be reserved of which fewer seem to be left', async () => {
  const page = await openCheckout({ ...checkout, tickets: [{ ...line, max_can_reserve: 0 }] })
  await page.press(/^Reserve Basket/)
  await vi.waitFor(() => expect(page.sent('reserve_tickets')).toHaveLength(1), 15_000)
})

it.each([
  ['numbered seats', { seats: ['A-1-1', 'A-1-2', 'A-1-3'] }],
  ['a quantity that cannot be changed', { can_update_quantity: 0 }],
  ['no known maximum', { max_can_reserve: null }],
])('marks no row of %s', async (_, changes) => {
  await openCheckout({ ...checkout, tickets: [{ ...line, max_can_reserve: 0, ...changes }] })
  expect(notices()).toEqual([])
})

it('goes once the buyer has typed a quantity that is left', async () => {
  const page = await openCheckout({ ...checkout, tickets: [{ ...line, max_can_reserve: 2 }] })
  fireEvent.change(screen.getByRole('spinbutton'), { target: { value: '1' } })
  expect(button(/^Change to 2/).getAttribute('aria-busy')).toBe('true')
  page.change({ tickets: [{ ...line, qty: 1, max_can_reserve: 2 }] })
  await vi.waitFor(
    () => expect(page.sent('update_ticket_quantity')).toEqual([{ ticket_id: '1', quantity: '1' }]),
    15_000,
  )
  await vi.waitFor(() => expect(screen.queryByText(few)).toBeNull(), 15_000)
})

it('can be pressed while fewer than the minimum are typed, which are never saved [BASK-50]', async () => {
  await openCheckout({ ...checkout, tickets: [{ ...line, qty: 5, max_can_reserve: 4, min_per_customer: 3 }] })
  fireEvent.change(screen.getByRole('spinbutton'), { target: { value: '2' } })
  expect(button(/^Change to 4/).getAttribute('aria-busy')).toBeNull()
})
