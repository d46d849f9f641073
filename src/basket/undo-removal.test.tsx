// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  button,
  notices,
  openCheckout,
  pending,
  refused,
  settled,
  shownStep,
  step,
  type WireCheckout,
} from '#src/checkout/testing/open-checkout.tsx'

const adult = {
  ticket_id: '1',
  ticket_name: 'Adult',
  event_name: 'Lantern Evening',
  qty: 2,
  price: '18.50',
  can_update_quantity: 1,
}
const child = { ...adult, ticket_id: '2', ticket_name: 'Child', qty: 1 }
const senior = { ...adult, ticket_id: '3', ticket_name: 'Senior' }
const voucher = { id: '9', name: 'Gift voucher', value: '25.00', qty: 3 }
const basket: WireCheckout = { state: 'basket', can_add_lines: 1, tickets: [adult, child, senior] }

const undo = () => screen.queryByRole('button', { name: 'Undo' })
const spoken = () => screen.getByRole('status').textContent

it('offers to put back removed tickets, in their place and with the focus, and puts them back', async () => {
  const page = await openCheckout(basket)
  page.change({ tickets: [adult, senior] })
  await page.press(/^Remove Child/)
  await vi.waitFor(() => expect(document.activeElement).toBe(undo()), 15_000)
  expect(notices()).toEqual(['info: Removed 1 × Child, Lantern Evening. Undo'])
  expect(spoken()).toContain('Removed 1 × Child, Lantern Evening. Undo')
  const shown = step().getByText('Tickets and gift vouchers').nextElementSibling?.textContent
  expect(shown).toMatch(/Adult.*Undo.*Senior/)
  page.change({ tickets: [adult, senior, child] })
  await page.press('Undo')
  expect(page.sent('update_ticket_quantity')).toEqual([{ ticket_id: '2', quantity: '1', add: 'true' }])
  expect(undo()).toBeNull()
  expect(button(/^Remove Child/)).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Tickets and gift vouchers')
})

it('offers to put back the only line of the basket', async () => {
  const page = await openCheckout({ ...basket, tickets: [{ ...adult, nice_date: 'Fri 1 Jan 2027, 7:00pm' }] })
  page.change({ tickets: [] })
  await page.press(/^Remove Adult/)
  await vi.waitFor(() => expect(undo()).not.toBeNull(), 15_000)
  expect(step().getByText(/^Your basket is empty/)).toBeDefined()
  expect(notices()).toEqual(['info: Removed 2 × Adult, Lantern Evening, Fri 1 Jan 2027, 7:00pm. Undo'])
  page.change({ tickets: [adult] })
  await page.press('Undo')
  expect(page.sent('update_ticket_quantity')).toEqual([{ ticket_id: '1', quantity: '2', add: 'true' }])
  expect(button(/^Remove Adult/)).toBeDefined()
})

it('puts back gift vouchers with their value', async () => {
  const page = await openCheckout({ ...basket, gift_vouchers: [voucher] })
  page.change({ gift_vouchers: [] })
  await page.press('Remove Gift voucher, £25.00')
  await vi.waitFor(() => expect(notices()).toEqual(['info: Removed 3 × Gift voucher, £25.00. Undo']), 15_000)
  await page.press('Undo')
  expect(page.sent('update_gift_voucher_quantity')).toEqual([
    { gift_voucher_id: '9', qty: '3', value: '25.00', add: 'true' },
  ])
})

it.each([
  ['which have seats', { tickets: [{ ...child, seats: ['Stalls-A-7'] }, adult] }],
  ['whose quantity is fixed', { tickets: [{ ...child, can_update_quantity: 0 }, adult] }],
  ['in a shop that does not say that it can', { can_add_lines: undefined }],
])('does not offer to put back tickets %s', async (_, changes) => {
  const page = await openCheckout({ ...basket, ...changes })
  page.change({ tickets: [adult] })
  await page.press(/^Remove Child/)
  await settled()
  expect(undo()).toBeNull()
  expect(document.activeElement?.textContent).toBe('Tickets and gift vouchers')
})

it('is busy while it is done, and can be pressed again if it has failed', async () => {
  const page = await openCheckout({ ...basket, tickets: [adult] })
  page.change({ tickets: [] })
  await page.press(/^Remove Adult/)
  await vi.waitFor(() => expect(undo()).not.toBeNull(), 15_000)
  page.answer('update_ticket_quantity', refused('', 409))
  await page.press('Undo')
  expect(button('Undo').getAttribute('aria-disabled')).toBeNull()
  const { reply, arrive } = pending({ success: true })
  page.answer('update_ticket_quantity', reply)
  page.change({ tickets: [adult] })
  await page.press('Undo')
  expect(button('Undo').getAttribute('aria-disabled')).toBe('true')
  arrive()
  await settled()
  expect(button(/^Remove Adult/)).toBeDefined()
})

const expired =
  'Your checkout time expired. If the tickets are still available, you can try to reserve them again.'

it('reserves again from the notice that the checkout time expired [BASK-62]', async () => {
  const page = await openCheckout({ ...basket, reserving_error: expired })
  await vi.waitFor(() => expect(notices()).toEqual([`warning: ${expired}Reserve again`]), 15_000)
  expect(spoken()).not.toContain('Reserve again')
  await page.press('Reserve again')
  expect(button('Reserve again').getAttribute('aria-busy')).toBe('true')
  await vi.waitFor(() => expect(page.sent('reserve_tickets')).toEqual([{}]), 15_000)
})

it('does not reserve again while the basket cannot be reserved, and says why', async () => {
  const page = await openCheckout({
    ...basket,
    reserving_error: expired,
    tickets: [{ ...adult, required_tickets: [{ ids: ['7'], title: 'Member' }] }],
  })
  await vi.waitFor(() => expect(button('Reserve again')).toBeDefined(), 15_000)
  expect(button('Reserve again').getAttribute('aria-disabled')).toBe('true')
  const reason = button('Reserve again').getAttribute('aria-describedby')
  expect(document.getElementById(reason ?? '')?.textContent).toBe('A required ticket is missing.')
  await page.press('Reserve again')
  expect(shownStep()).toBe('basket')
})

it('says no longer that the time of a basket expired once its only line is removed, until it is put back', async () => {
  const page = await openCheckout({ ...basket, tickets: [adult], reserving_error: expired })
  expect(notices().join()).toContain(expired)
  page.change({ tickets: [] })
  await page.press(/^Remove Adult/)
  await vi.waitFor(() => expect(undo()).not.toBeNull(), 15_000)
  expect(notices().join()).not.toContain(expired)
  page.change({ tickets: [adult] })
  await page.press('Undo')
  expect(notices().join()).toContain(expired)
})

it('says that the time of a basket expired which the shop has emptied, without a button to reserve it again [BASK-62]', async () => {
  await openCheckout({ ...basket, tickets: [], reserving_error: expired })
  await settled()
  expect(notices()).toEqual([`warning: ${expired}`])
})

it('says that the time expired of a basket of gift vouchers, also after a ticket was removed [BASK-62]', async () => {
  const gift_vouchers = [{ id: '9', value: '25.00', qty: 1, name: 'Gift voucher' }]
  const page = await openCheckout({ ...basket, tickets: [adult], gift_vouchers, reserving_error: expired })
  page.change({ tickets: [] })
  await page.press(/^Remove Adult/)
  await vi.waitFor(() => expect(undo()).not.toBeNull(), 15_000)
  expect(notices().join()).toContain(expired)
})

const member = { ids: ['7'], title: 'Club - Member', event_url: '/events/club/' }
const offer = { ticket_id: '7', name: 'Member', price: '20.00' }
const needing = (required: object): WireCheckout => ({
  ...basket,
  tickets: [{ ...adult, required_tickets: [required] }],
})

it('links a required ticket to where it is sold, and adds one at a press, at the price that is charged', async () => {
  const page = await openCheckout(needing({ ...member, offer }))
  const link = await screen.findByRole('link', { name: 'Club - Member' })
  expect(link.getAttribute('href')).toMatch(/\/events\/club\/$/)
  page.change({ tickets: [adult, { ...child, ticket_id: '7', ticket_name: 'Member' }] })
  await page.press('Add 1 Member, £20.00')
  expect(page.sent('update_ticket_quantity')).toEqual([{ ticket_id: '7', quantity: '1', add: 'true' }])
  expect(button(/^Remove Member/)).toBeDefined()
  expect(step().queryByText(/You must also purchase/)).toBeNull()
  expect(document.activeElement?.textContent).toBe('Tickets and gift vouchers')
})

it('names a required ticket alone where the shop tells neither its address nor an offer', async () => {
  await openCheckout(needing({ ids: ['7'], title: 'Member' }))
  expect(await screen.findByText('Member')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Member' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
})

it('has no button to add a required ticket where the shop cannot add it', async () => {
  await openCheckout({ ...needing({ ...member, offer }), can_add_lines: undefined })
  expect(await screen.findByRole('link', { name: 'Club - Member' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
})
