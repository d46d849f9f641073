// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  button,
  heading,
  openCheckout,
  pending,
  refused,
  settled,
  step,
  type WireCheckout,
} from '#src/checkout/testing/open-checkout.tsx'

const line = { ticket_id: '1', event_name: 'Lantern Evening', ticket_name: 'Adult', qty: 2, price: '18.50' }
const checkout: WireCheckout = { state: 'order_completed', payment_complete: 1, tickets: [line] }
const tile = () => step().queryByRole('button', { name: 'Transfer tickets' })

it('opens from its tile with the heading "Transfer tickets", and goes back [XFER-01, XFER-16, DONE-21]', async () => {
  const page = await openCheckout(checkout)
  await page.press('Transfer tickets')
  expect(heading()).toBe('Transfer tickets')
  expect(await screen.findByRole('heading', { level: 2, name: 'Lantern Evening - Adult' })).toBeDefined()
  await page.press('Back')
  expect(tile()).not.toBeNull()
})

const seated = /^Tickets with a numbered seat cannot be transferred here\. .* contact the organiser\.$/

it('is not offered if all ticket lines have seats, and the overview says why [XFER-33]', async () => {
  await openCheckout({ ...checkout, tickets: [{ ...line, seats: ['A-1-2'] }] })
  expect(tile()).toBeNull()
  expect(step().getByText(seated)).toBeDefined()
})

it('says nothing of seats on the overview while other tickets can be transferred', async () => {
  await openCheckout({
    ...checkout,
    tickets: [line, { ...line, ticket_id: '2', ticket_name: 'Box', seats: ['A-1-2'] }],
  })
  expect(tile()).not.toBeNull()
  expect(step().queryByText(seated)).toBeNull()
})

it('says nothing of tickets of a payment plan, which are delivered later', async () => {
  await openCheckout({
    ...checkout,
    payment_plan_remaining: 1,
    tickets: [{ ...line, non_transferable: 1 }],
  })
  expect(step().queryByText(/cannot be transferred/)).toBeNull()
})

it('shows no line with seats, and says why [XFER-34]', async () => {
  const page = await openCheckout({
    ...checkout,
    tickets: [line, { ...line, ticket_id: '2', ticket_name: 'Box', seats: ['A-1-2'] }],
  })
  await page.press('Transfer tickets')
  await screen.findByRole('heading', { level: 2, name: 'Lantern Evening - Adult' })
  expect(screen.getAllByRole('heading', { level: 2, name: /^Lantern Evening - / })).toHaveLength(1)
  expect(step().getByText(seated)).toBeDefined()
})

it('is no longer offered on the overview once the tickets are sent [XFER-17, XFER-18]', async () => {
  const page = await openCheckout(checkout)
  await page.press('Transfer tickets')
  await screen.findByLabelText('Full name')
  await page.type('Full name', 'Bo Recipient')
  await page.type('Email', 'bo@example.com')
  await page.press('Send tickets')
  expect(page.sent('set_transfers')).toHaveLength(1)
  expect(await screen.findByText('Your tickets have been transferred')).toBeDefined()
  await page.press(button('Back'))
  expect(tile()).toBeNull()
})

it('lets the tickets that are left be transferred on the same page, and from the offered tickets, but not from the overview [XFER-18, XFER-25]', async () => {
  const offer = { id: 'o1', ticket_id: '1', title: 'Lantern Evening - Adult', name: 'Bo', email: 'bo@a.org' }
  const offered = { ...offer, qty: 1, status: 'offered', send_on: '' }
  const again = { ...offered, id: 'o2', name: 'Cy', email: 'cy@a.org' }
  const page = await openCheckout({ ...checkout, tickets: [{ ...line, qty: 3 }] })
  const send = async (name: string) => {
    await page.type('Full name', name)
    await page.type('Email', `${name}@a.org`)
    await page.press('Send tickets')
  }
  await page.press('Transfer tickets')
  await screen.findByLabelText('Full name')
  page.answer('set_transfers', { success: true, transfers: [offered] })
  await send('Bo')
  await page.press('Transfer more tickets')
  expect(await screen.findByText('1 of 2 chosen')).toBeDefined()
  page.answer('set_transfers', { success: true, transfers: [offered, again] })
  await send('Cy')
  const [first, second] = page.sent('set_transfers')
  expect(second).toMatchObject({ 'transfers[0][name]': 'Cy', 'transfers[0][qty]': '1' })
  expect(second?.attempt).not.toBe(first?.attempt)
  expect(await screen.findByText('Offered to 2 people')).toBeDefined()
  await page.press(button('Back'))
  expect(tile()).toBeNull()
  await page.press('Offered tickets')
  await page.press('Transfer more tickets')
  expect(await screen.findByText('1 of 1 chosen')).toBeDefined()
})

it('lets a ticket that came back be transferred beside one that was accepted', async () => {
  const offer = { id: 'o1', ticket_id: '1', title: 'Lantern Evening - Adult', name: 'Bo', email: 'bo@a.org' }
  const accepted = { ...offer, qty: 1, status: 'accepted', send_on: '' }
  const open = { ...accepted, id: 'o2', name: 'Cy', status: 'offered' }
  const info = { sale_email: 'ada@example.com', sale_reference: 'S1', transfers: [accepted, open] }
  const page = await openCheckout(
    { ...checkout, has_transfers: true },
    { replies: { get_simple_info: info } },
  )
  await page.press('Offered tickets')
  page.answer('cancel_transfer', { success: true, transfers: [accepted] })
  await page.press(await screen.findByRole('button', { name: 'Cancel the offer to Cy' }))
  page.change({ has_transfers: false })
  page.answer('get_simple_info', { ...info, transfers: [accepted] })
  await page.press(button('Back'))
  await waitFor(() => expect(tile()).not.toBeNull())
  await page.press('Transfer tickets')
  expect(await screen.findByText('Accepted by Bo')).toBeDefined()
  await page.press('Transfer more tickets')
  await page.type('Full name', 'Di Right')
  await page.type('Email', 'di@example.com')
  expect(screen.queryByRole('button', { name: /Add another recipient/ })).toBeNull()
  const again = { ...open, id: 'o3', name: 'Di Right' }
  page.answer('set_transfers', { success: true, transfers: [accepted, again] })
  await page.press('Send tickets')
  expect(page.sent('set_transfers')).toMatchObject([
    { 'transfers[0][qty]': '1', 'transfers[0][email]': 'di@example.com', attempt: expect.any(String) },
  ])
  expect(await screen.findByText('Accepted by Bo')).toBeDefined()
  await page.press(button('Back'))
  expect(tile()).toBeNull()
})

it('leads to the tickets that were offered, also after a reload', async () => {
  const offer = { id: 'o1', title: 'Lantern Evening - Adult', qty: 1, name: 'Bo', email: 'bo@example.com' }
  const transfers = [{ ...offer, status: 'offered', send_on: '' }]
  const info = { sale_email: 'ada@example.com', sale_reference: 'S1', transfers }
  const page = await openCheckout(
    { ...checkout, has_transfers: true },
    { replies: { get_simple_info: info } },
  )
  expect(tile()).toBeNull()
  await page.press('Offered tickets')
  page.answer('cancel_transfer', { success: true, transfers: [] })
  await page.press(await screen.findByRole('button', { name: /^Cancel/ }))
  expect(page.sent('cancel_transfer')).toEqual([{ transfer_id: 'o1' }])
  page.change({ has_transfers: false })
  page.answer('get_simple_info', { ...info, transfers: [] })
  await page.press(button('Back'))
  await waitFor(() => expect(tile()).not.toBeNull())
  await page.press('Transfer tickets')
  expect(await screen.findByLabelText('Full name')).toBeDefined()
})

const offered = {
  ...{ id: 'o1', ticket_id: '1', title: 'Lantern Evening - Adult', qty: 1 },
  ...{ name: 'Bo', email: 'bo@a.org', status: 'offered', send_on: '' },
}
const infoWith = (...transfers: object[]) => ({ sale_email: 'ada@a.org', sale_reference: 'S1', transfers })

async function sendTo(page: Awaited<ReturnType<typeof openCheckout>>, name: string) {
  await page.type('Full name', name)
  await page.type('Email', `${name}@a.org`)
  await page.press('Send tickets')
}

it('shows the tickets that were sent although the reply was lost, before more are sent', async () => {
  const page = await openCheckout(checkout, { replies: { get_simple_info: infoWith() } })
  await page.press('Transfer tickets')
  await screen.findByLabelText('Full name')
  page.answer('set_transfers', () => Promise.reject(new TypeError('Failed to fetch')))
  page.answer('get_simple_info', infoWith(offered))
  await sendTo(page, 'Bo')
  expect(
    await screen.findByText(
      'Some of these tickets were sent already. Please check them before you send more.',
    ),
  ).toBeDefined()
  expect(screen.getByText('Offered to Bo, bo@a.org')).toBeDefined()
  await page.press('Transfer more tickets')
  expect(await screen.findByText('1 of 1 chosen')).toBeDefined()
})

it('sends the corrected recipient with the same key while a lost request has sent nothing', async () => {
  const page = await openCheckout(checkout, { replies: { get_simple_info: infoWith() } })
  await page.press('Transfer tickets')
  await screen.findByLabelText('Full name')
  page.answer('set_transfers', () => Promise.reject(new TypeError('Failed to fetch')))
  await sendTo(page, 'Bo')
  page.answer('set_transfers', { success: true, transfers: [offered] })
  await page.type('Full name', ' Right')
  await page.press('Send tickets')
  const [first, second] = page.sent('set_transfers')
  expect(second).toMatchObject({ attempt: first?.attempt, 'transfers[0][email]': 'Bo@a.org' })
  expect(await screen.findByText('Your tickets have been transferred')).toBeDefined()
})

it('says how many tickets are left when another page has sent some meanwhile [XFER-25]', async () => {
  const page = await openCheckout(checkout, { replies: { get_simple_info: infoWith() } })
  await page.press('Transfer tickets')
  await screen.findByLabelText('Full name')
  page.answer('set_transfers', refused('You cannot transfer more tickets than you have'))
  page.answer('get_simple_info', infoWith(offered))
  await sendTo(page, 'Cy')
  expect(await screen.findByText('You cannot transfer more tickets than you have')).toBeDefined()
  await page.press('Transfer more tickets')
  expect(await screen.findByText('1 of 1 chosen')).toBeDefined()
})

it('still lists what was just sent when an older reply about the order arrives late', async () => {
  const [kept, sent] = [
    { ...offered, id: 'o2', name: 'Cy' },
    { ...offered, id: 'o3', name: 'Di' },
  ]
  const page = await openCheckout(checkout, { replies: { get_simple_info: infoWith(offered, kept) } })
  await page.press('Offered tickets')
  page.answer('cancel_transfer', { success: true, transfers: [kept] })
  const late = pending(infoWith(kept))
  page.answer('get_simple_info', late.reply)
  await page.press(await screen.findByRole('button', { name: 'Cancel the offer to Bo' }))
  await page.press(button('Back'))
  await page.press(await screen.findByRole('button', { name: /^(Transfer|Offered) tickets$/ }))
  await page.press('Transfer more tickets')
  page.answer('set_transfers', { success: true, transfers: [kept, sent] })
  page.answer('get_simple_info', infoWith(kept, sent))
  await sendTo(page, 'Di')
  await screen.findByText('Your tickets have been transferred')
  await page.press(button('Back'))
  late.arrive()
  await settled()
  await page.press('Offered tickets')
  expect(await screen.findByText('Offered to Di, bo@a.org')).toBeDefined()
})
