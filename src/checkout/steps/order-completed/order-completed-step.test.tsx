// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
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

const line = {
  ticket_id: '1',
  event_id: 'e',
  date_id: 'd',
  event_name: 'Lantern Evening',
  ticket_name: 'Adult',
  qty: 2,
  price: '18.50',
}
const checkout: WireCheckout = {
  state: 'order_completed',
  payment_complete: 1,
  sale_reference: 'SALE1',
  basket_total: '37.00',
  tickets: [line],
}
const info = { sale_email: 'ada@example.com', sale_reference: 'ORDER7' }
const ada = { id: '5', email: 'ada@example.com' }

it('shows that the order is complete, with a large tick and its reference [DONE-04, DONE-05, DONE-06, DONE-26]', async () => {
  await openCheckout(checkout, { replies: { get_simple_info: info } })
  expect(heading()).toBe('Order complete! Your tickets are on their way.')
  expect(step().getByText('ORDER7').parentElement?.textContent).toBe('Your reference is ORDER7')
  expect(document.querySelector('main > svg circle + path')).not.toBeNull()
  expect(screen.queryByRole('region', { name: 'Order summary' })).toBeNull()
})

it('shows where the ticket wallet was sent [DONE-12, DONE-26]', async () => {
  await openCheckout(checkout, { replies: { get_simple_info: info } })
  expect(step().getByText('ada@example.com').parentElement?.textContent).toBe(
    'A copy of your ticket wallet was sent to ada@example.com.',
  )
})

it("shows the sale's reference, and no error, if the order cannot be loaded [DONE-27]", async () => {
  await openCheckout(checkout, { replies: { get_simple_info: refused('Gone', 404) } })
  expect(step().getByText('SALE1')).toBeDefined()
  expect(step().getByText('A copy of your ticket wallet was sent to your email address.')).toBeDefined()
  expect(document.body.textContent).not.toContain('Gone')
})

it('explains a payment plan in four points, without the wallet [DONE-07, DONE-08, DONE-09, DONE-10, DONE-11]', async () => {
  await openCheckout({ ...checkout, payment_plan_remaining: 1 }, { replies: { get_simple_info: info } })
  expect(heading()).toBe('Order Complete - Payment Schedule Setup')
  for (const note of [
    'We have sent you an email about your payment schedule.',
    'You will get a reminder by SMS and email before each payment.',
    'Your tickets are delivered to your Bitticket wallet after the final payment.',
  ])
    expect(step().getByText(note)).toBeDefined()
  const settings = step().getByRole('link', { name: 'account settings' })
  expect(settings.getAttribute('href')).toBe('/account/')
  expect(settings.parentElement?.textContent).toBe(
    'You can update your payment method in your account settings.',
  )
  expect(step().queryByText(/copy of your ticket wallet/)).toBeNull()
})

it('subscribes to updates, confirms it, and then removes the button [DONE-13, DONE-15, DONE-16]', async () => {
  const page = await openCheckout(checkout, { user: ada })
  const { reply, arrive } = pending()
  page.answer('subscribe_to_events', reply)
  await page.press('Subscribe to important updates')
  expect(button('Subscribe to important updates').getAttribute('aria-disabled')).toBe('true')
  page.answer('get_user', { user: { ...ada, is_event_subscribed: 1 } })
  arrive()
  await settled()
  expect(page.sent('subscribe_to_events')).toHaveLength(1)
  expect(await screen.findByText('You have been subscribed to important event updates')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Subscribe to important updates' })).toBeNull()
})

it('offers no subscription to subscribers [DONE-14]', async () => {
  await openCheckout(checkout, { user: { ...ada, is_event_subscribed: 1 } })
  expect(screen.queryByRole('button', { name: 'Subscribe to important updates' })).toBeNull()
})

it('links to the ticket wallet [DONE-19]', async () => {
  await openCheckout(checkout)
  expect(step().getByRole('link', { name: 'Go to the ticket wallet' }).getAttribute('href')).toBe(
    '/account/wallet/',
  )
  expect(step().queryByRole('link', { name: /livestream/ })).toBeNull()
})

it('links to every livestream of the order, by name if there are several [DONE-17, DONE-18]', async () => {
  const stream = (id: string, title: string) => ({
    id,
    title,
    has_livestream: 1,
    access_online: `/watch/${id}/`,
  })
  await openCheckout({
    ...checkout,
    events: [stream('a', 'Silent Films'), stream('b', 'Late Talk'), { id: 'c', title: 'Swim' }],
  })
  const links = step().getAllByRole('link', { name: /^How to watch the livestream/ })
  expect(links.map((one) => one.textContent)).toEqual([
    'How to watch the livestream Silent Films',
    'How to watch the livestream Late Talk',
  ])
  expect(links[0]?.getAttribute('href')).toMatch(/\/watch\/a\/$/)
})

it('shows the tickets and the total of the order [SUMM-02, SUMM-09]', async () => {
  await openCheckout(checkout)
  const order = within(screen.getByRole('region', { name: 'Your order' }))
  expect(order.getByText('Lantern Evening')).toBeDefined()
  expect(order.getByText('2 × Adult')).toBeDefined()
  expect(order.getByText('Total').nextElementSibling?.textContent).toBe('£37.00')
})

it("shows more of the organiser's events below [DONE-03]", async () => {
  const event = {
    url: '/events/swim/',
    title: 'Dawn Swim',
    location: 'West Beach',
    date: 'Sat 5 Dec',
    thumbnail: '',
  }
  await openCheckout({ ...checkout, organisers: [{ name: 'Harbour Arts', upcoming_events: [event] }] })
  expect(await screen.findByRole('heading', { name: 'Browse more events' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'More from Harbour Arts' })).toBeDefined()
  expect(screen.getByRole('link', { name: /Dawn Swim/ }).getAttribute('href')).toMatch(/\/events\/swim\/$/)
})
