// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
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
  nice_date: 'Fri 25 Dec 2026, 7:00pm',
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
  expect(document.title).toBe('Order complete! Your tickets are on their way.')
  expect(document.querySelector('h1 > span')?.textContent).toBe('Your tickets are on their way.')
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

it('explains an instalment plan in four points, without the wallet [DONE-07, DONE-08, DONE-09, DONE-10, DONE-11]', async () => {
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
  expect(step().getByText('Subscribed to important updates')).toBeDefined()
})

it.each([0, 1])('leads to the activity terms of the order, with plan %s [WAIV-03]', async (plan) => {
  await openCheckout({ ...checkout, payment_plan_remaining: plan, has_waivers: 1, sale_reference: 'S1' })
  const terms = step().getByRole('link', { name: 'activity terms (opens in a new tab)' })
  expect(terms.getAttribute('href')).toMatch(/\/activity-terms-and-conditions\/S1\/$/)
  const email = step().getByText(/^(A copy of your ticket wallet|We have sent you an email)/)
  expect(terms.closest('section')).not.toBe(email.closest('section'))
  expect(terms.compareDocumentPosition(email)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it.each([
  ['one event', [line]],
  ['several events', [line, { ...line, ticket_id: '2', event_id: 'f', date_id: 'f' }]],
])('follows the tickets of %s with the activity terms, the email and the thanks', async (_, tickets) => {
  await openCheckout({
    ...checkout,
    tickets,
    has_waivers: 1,
    charity: { id: '7', name: 'Open Door Shelter' },
    donation: { amount_before_booking_fee: '10.00', booking_fee: '0.54', is_gift_aid: 1 },
  })
  const parts = [
    step().getByText(/^Your reference is/),
    step().getByText(/^Everyone taking part/),
    step().getByText(/^A copy of your ticket wallet/),
    step().getByText(/^Thank you for giving/),
    step().getByRole('button', { name: 'How did we do?' }),
  ]
  for (const [index, part] of parts.slice(1).entries())
    expect(parts[index]?.compareDocumentPosition(part)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('says nothing of activity terms for other orders', async () => {
  await openCheckout(checkout)
  expect(step().queryByText(/activity terms/)).toBeNull()
})

it('offers no subscription to subscribers [DONE-14]', async () => {
  await openCheckout(checkout, { user: { ...ada, is_event_subscribed: 1 } })
  expect(screen.queryByRole('button', { name: 'Subscribe to important updates' })).toBeNull()
})

it('names a venue once whose address begins with its name', async () => {
  const named = { name: 'Millennium Square', full_address: 'Millennium Square, Leeds' }
  await openCheckout({ ...checkout, events: [{ id: 'e', venue: named }] })
  expect(step().getByText('Millennium Square,').parentElement?.textContent).toBe('Millennium Square, Leeds')
})

it('shows the venue by name, and the codes of the tickets one press away', async () => {
  await openCheckout(
    { ...checkout, events: [{ id: 'e', venue: { name: 'Canal Cinema', full_address: '2 Lock Cottages' } }] },
    { replies: { get_simple_info: { ...info, shown_tickets: { href: '/account/tickets/7/', qty: 2 } } } },
  )
  expect(step().getByText('Canal Cinema,').parentElement?.textContent).toBe('Canal Cinema, 2 Lock Cottages')
  const codes = step().getByRole('link', { name: 'Show tickets (2)' })
  expect(new URL(codes.getAttribute('href') ?? '').pathname).toBe('/account/tickets/7/')
})

const shownAt = (id: string, qty: number) => ({ href: `/account/tickets/${id}/`, qty })
const film = { ...line, ticket_id: '2', event_id: 'f', date_id: 'f', event_name: 'Late Film', qty: 1 }
const run = { ...film, ticket_id: '3', event_id: 'g', date_id: 'g', event_name: 'Night Run' }
const several = { ...checkout, order_reference: 'ABCD1234', tickets: [line, film, run] }
const severalInfo = {
  ...info,
  shown_tickets: shownAt('7', 3),
  dates: [
    { date_id: 'd', calendar: [], shown_tickets: shownAt('7', 2) },
    { date_id: 'f', calendar: [], shown_tickets: shownAt('9', 1) },
    { date_id: 'g', calendar: [], shown_tickets: null },
  ],
}

it('leads from each of several events to the tickets at it, and from above them to all', async () => {
  await openCheckout(several, { replies: { get_simple_info: severalInfo } })
  const links = step().getAllByRole('link', { name: /^Show ticket/ })
  expect(links.map((one) => [one.textContent, new URL(one.getAttribute('href') ?? '').pathname])).toEqual([
    ['Show tickets (3)', '/account/tickets/7/'],
    [`Show tickets for Lantern Evening, ${line.nice_date}`, '/account/tickets/7/'],
    [`Show ticket for Late Film, ${line.nice_date}`, '/account/tickets/9/'],
  ])
})

it('leads to the tickets once if only one of several events has tickets to show', async () => {
  const [lantern, , none] = severalInfo.dates
  const shown_tickets = shownAt('7', 2)
  const dates = [lantern, { ...none, date_id: 'f' }, none]
  await openCheckout(several, { replies: { get_simple_info: { ...severalInfo, shown_tickets, dates } } })
  const links = step().getAllByRole('link', { name: /^Show ticket/ })
  expect(links.map((one) => one.textContent)).toEqual(['Show tickets (2)'])
})

it('leads from no event of a payment plan to tickets, which come after its last payment', async () => {
  await openCheckout(
    { ...several, payment_plan_remaining: 1 },
    { replies: { get_simple_info: { ...severalInfo, shown_tickets: null } } },
  )
  expect(step().queryAllByRole('link', { name: /^Show ticket/ })).toEqual([])
})

it('keeps a place for the tickets of an event that is not posted, until it is known that there are none to show', async () => {
  const { reply, arrive } = pending(severalInfo)
  const tickets = [line, film, run, { ...run, ticket_id: '4', date_id: 'h', is_posted: true }]
  await openCheckout({ ...several, tickets }, { replies: { get_simple_info: reply } })
  const places = () =>
    [...document.querySelectorAll('article [aria-hidden=true]')].filter(({ textContent }) =>
      textContent?.startsWith('Show ticket'),
    ).length
  expect(places()).toBe(3)
  arrive()
  await settled()
  expect(places()).toBe(0)
})

it('has one way to the tickets of an order for one event', async () => {
  const shown_tickets = { href: '/account/tickets/7/', qty: 2 }
  const dates = [{ date_id: 'd', calendar: [], shown_tickets }]
  await openCheckout(checkout, { replies: { get_simple_info: { ...info, shown_tickets, dates } } })
  expect(step().getAllByRole('link', { name: /^Show tickets/ })).toHaveLength(1)
})

const rowsIn = (region: string) =>
  [...screen.getByRole('region', { name: region }).querySelectorAll('dt')].map(
    (one) => one.parentElement?.textContent,
  )

it('shows how the order was paid, below its total', async () => {
  const payments = [{ text: 'Paid by card on Mon 23 Nov 2026', amount: '37.00' }]
  await openCheckout(checkout, { replies: { get_simple_info: { ...info, payments } } })
  expect(rowsIn('Your order').slice(-2)).toEqual(['Total£37.00', 'Paid by card on Mon 23 Nov 2026£37.00'])
  expect(rowsIn('Your tickets')).toEqual([])
})

const planPayments = [
  { text: 'Paid by card on Mon 23 Nov 2026', amount: '192.00' },
  { text: 'To be paid on Wed 23 Dec 2026', amount: '180.00' },
]

it('shows on the stub of a plan what was paid and when the rest will be, and leads to the wallet less loudly', async () => {
  await openCheckout(
    { ...checkout, payment_plan_remaining: 1 },
    { replies: { get_simple_info: { ...info, payments: planPayments } } },
  )
  expect(step().getByRole('heading', { name: 'Your payments' })).toBeDefined()
  expect(rowsIn('Your tickets')).toEqual([
    'Paid by card on Mon 23 Nov 2026£192.00',
    'To be paid on Wed 23 Dec 2026£180.00',
  ])
  expect(rowsIn('Your order').at(-1)).toBe('Total£37.00')
  expect(step().getByRole('link', { name: 'Go to the ticket wallet' }).dataset.look).toBe('secondary')
})

it.each([
  ['the back-end does not tell', {}, info],
  ['cannot be loaded', { order_reference: 'ABCD1234' }, refused('Gone', 404)],
])('shows no payments of a plan that %s', async (_, fields, reply) => {
  await openCheckout(
    { ...checkout, ...fields, payment_plan_remaining: 1 },
    { replies: { get_simple_info: reply } },
  )
  expect(step().queryByRole('heading', { name: 'Your payments' })).toBeNull()
  expect(step().getByRole('link', { name: 'Go to the ticket wallet' })).toBeDefined()
})

it('shows two payments of a long plan, in the place that was kept for three, and the others on demand', async () => {
  const [paid, next] = planPayments
  const payments = [paid, next, ...[2, 3, 4].map((n) => ({ ...next, text: `To be paid later ${n}` }))]
  const page = await openCheckout(
    { ...checkout, payment_plan_remaining: 1 },
    { replies: { get_simple_info: { ...info, payments } } },
  )
  expect(rowsIn('Your tickets')).toHaveLength(2)
  await page.press('Show 3 more payments')
  expect(rowsIn('Your tickets')).toHaveLength(5)
  await page.press('Show fewer payments')
  expect(rowsIn('Your tickets')).toHaveLength(2)
})

it('says of free tickets that there is nothing to pay, without totals', async () => {
  await openCheckout({ ...checkout, basket_total: '0.00', tickets: [{ ...line, price: '0.00' }] })
  expect(step().getByText('Booked. Nothing to pay.')).toBeDefined()
  expect(step().queryByText('Total')).toBeNull()
})

it('thanks for a donation, with what the charity gets', async () => {
  await openCheckout({
    ...checkout,
    charity: { id: '7', name: 'Open Door Shelter' },
    donation: { amount_before_booking_fee: '10.00', booking_fee: '0.54', is_gift_aid: 1 },
  })
  expect(step().getByText(/^Thank you for giving/).textContent).toBe(
    'Thank you for giving £10.00 to Open Door Shelter. Gift Aid adds 25% to it, at no cost to you.',
  )
})

it('says where the order is posted', async () => {
  await openCheckout({ ...checkout, posted_to: 'Ada Byron, 1 Quay, Whitby' })
  expect(step().getByText('By post to Ada Byron, 1 Quay, Whitby')).toBeDefined()
})

it('says which tickets come by post, at the ticket and with where they are posted', async () => {
  const runner = { ...line, ticket_id: '2', event_id: 'f', event_name: 'Night Run', ticket_name: 'Runner' }
  const programme = { ...line, ticket_id: '3', ticket_name: 'Programme by post', qty: 1, is_posted: 1 }
  await openCheckout({
    ...checkout,
    tickets: [line, programme, { ...runner, qty: 1, is_posted: 1 }],
    posted_to: 'Ada Byron, 1 Quay, Whitby',
  })
  const rows = within(step().getByRole('region', { name: 'Your tickets' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '2 × Adult',
    '1 × Programme by post',
    '1 × Runner Comes by post',
  ])
  expect(step().getByText(/Whitby/).textContent).toBe(
    'By post: 1 × Programme and 1 × Runner, to Ada Byron, 1 Quay, Whitby',
  )
})

it('leaves out what a back-end does not say of a completed order', async () => {
  await openCheckout(checkout, { replies: { get_simple_info: info } })
  expect(step().queryByRole('link', { name: /Show ticket/ })).toBeNull()
  for (const text of [/^Paid/, /Thank you for giving/, /By post/]) expect(step().queryByText(text)).toBeNull()
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

it('links to a single livestream without its name [DONE-17]', async () => {
  const stream = { id: 'a', title: 'Silent Films', has_livestream: 1, access_online: '/watch/a/' }
  await openCheckout({ ...checkout, events: [stream] })
  expect(step().getByRole('link', { name: /livestream/ }).textContent).toBe('How to watch the livestream')
})

it("does not show the sale's reference before that of the order is known [DONE-05]", async () => {
  const details = pending(info)
  await openCheckout(checkout, { replies: { get_simple_info: details.reply } })
  expect(step().queryByText('SALE1')).toBeNull()
  details.arrive()
  expect(await step().findByText('ORDER7')).toBeDefined()
})

it('shows the tickets with the way to their codes first, then the reference, and then what was paid [DONE-05, DONE-19]', async () => {
  const seated = { ...line, seats: [{ section: 'Stalls', row: 'C', number: '11' }] }
  const shown_tickets = { href: '/account/tickets/7/', qty: 2 }
  await openCheckout(
    { ...checkout, tickets: [seated] },
    { replies: { get_simple_info: { ...info, shown_tickets } } },
  )
  const ticket = within(screen.getByRole('region', { name: 'Your tickets' }))
  expect(ticket.getByText('Stalls, row C, seat 11')).toBeDefined()
  expect(ticket.queryByText(/£/)).toBeNull()
  const parts = [
    ticket.getByRole('heading', { name: 'Lantern Evening' }),
    ticket.getByRole('link', { name: 'Show tickets (2)' }),
    ticket.getByRole('link', { name: 'Go to the ticket wallet' }),
    ticket.getByText(/^Your reference is/),
    screen.getByRole('heading', { name: 'Your order' }),
  ]
  expect(parts[2]?.dataset.look).toBe('link')
  for (const [index, part] of parts.slice(1).entries())
    expect(parts[index]?.compareDocumentPosition(part)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('shows an order of gift vouchers on a stub of its own, without a ticket', async () => {
  const voucher = {
    id: 'v',
    o_name: 'Harbour Arts',
    name: 'Harbour Arts gift voucher',
    value: '25.00',
    qty: 1,
  }
  await openCheckout({ ...checkout, basket_total: '25.00', tickets: [], gift_vouchers: [voucher] })
  expect(screen.queryByRole('region', { name: /^Your tickets?$/ })).toBeNull()
  const stub = within(screen.getByRole('region', { name: 'Your gift voucher' }))
  expect(stub.getByRole('heading', { name: 'Harbour Arts gift voucher' })).toBeDefined()
  expect(stub.getByText('1 × £25.00')).toBeDefined()
  expect(stub.getByRole('link', { name: 'Go to the ticket wallet' })).toBeDefined()
  expect(stub.getByText(/^Your reference is/)).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'Your order' })).getByText('1 × £25.00')).toBeDefined()
})

it('shows the tickets and the total of the order [SUMM-02, SUMM-09]', async () => {
  await openCheckout(checkout)
  const order = within(screen.getByRole('region', { name: 'Your order' }))
  expect(order.getByText('Lantern Evening')).toBeDefined()
  expect(order.getByText('2 × Adult')).toBeDefined()
  expect(order.getByText('Total').nextElementSibling?.textContent).toBe('£37.00')
})

it('shows date and place once, and the dates of an event that has several in its receipt, too', async () => {
  const [first, second, other] = [
    { ...line, nice_date: 'Fri 4 Dec' },
    { ...line, ticket_id: '2', date_id: 'd2', nice_date: 'Sat 5 Dec' },
    { ...line, ticket_id: '3', event_id: 's', nice_date: 'Sun 6 Dec' },
  ]
  await openCheckout({
    ...checkout,
    tickets: [first, second, other],
    events: [{ id: 'e', venue: { name: 'Canal Cinema' } }],
  })
  const order = within(screen.getByRole('region', { name: 'Your order' }))
  expect(order.getByText('Fri 4 Dec')).toBeDefined()
  expect(order.getByText('Sat 5 Dec')).toBeDefined()
  expect(order.queryByText(/Sun 6 Dec|Canal Cinema/)).toBeNull()
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

const venue = { full_address: 'Quay Street, Whitby', map_address: 'Quay Street', map_checkin: '2026-12-04' }
const reward = { text: 'Come with me.', short_text: 'get a cider' }
const lantern = { id: 'e', title: 'Lantern Evening', venue, reward_referrers: [reward] }
const swim = {
  id: 's',
  title: 'Dawn Swim',
  venue: { full_address: 'West Cliff' },
  shareable_link: '/events/s/',
}
const link = 'https://shop.example/r/7/'

it('groups a short reference, and copies it without the gap [DONE-05]', async () => {
  const page = await openCheckout(checkout, {
    replies: { get_simple_info: { ...info, sale_reference: 'K3MX9TQ2' } },
  })
  const spans = step().getByText('K3MX').parentElement
  expect(spans?.textContent).toBe('K3MX9TQ2')
  await page.press('Copy reference')
  expect(await navigator.clipboard.readText()).toBe('K3MX9TQ2')
  expect(button('Copied reference')).toBeDefined()
})

it('has one filled action, the wallet, and shows time, place and directions [DONE-19]', async () => {
  await openCheckout({ ...checkout, tickets: [{ ...line, nice_date: 'Fri 4 Dec' }], events: [lantern] })
  expect(
    step()
      .getAllByRole('link')
      .filter((one) => one.dataset.look === 'primary'),
  ).toHaveLength(1)
  const ticket = within(screen.getByRole('region', { name: 'Your tickets' }))
  expect(ticket.getByText('Fri 4 Dec')).toBeDefined()
  expect(ticket.getByText('Quay Street, Whitby')).toBeDefined()
  expect(
    step()
      .getByRole('link', { name: /^Get directions/ })
      .getAttribute('href'),
  ).toContain('destination=Quay+Street')
  expect(step().queryByText('Add to calendar')).toBeNull()
})

it.each([
  ['of one', ['a.jpg'], ['a.jpg']],
  ['of two dates of one event once', ['a.jpg', 'a.jpg'], ['a.jpg']],
  ['of each of several', ['a.jpg', '', 'b.jpg'], ['a.jpg', 'b.jpg']],
  ['of at most four', ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg'], ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']],
  ['of none that has none', ['', ''], []],
])('heads the stub of an order with a picture %s', async (_, pictures, shown) => {
  const tickets = pictures.map((thumbnail, n) => ({ ...line, ticket_id: `${n}`, date_id: `${n}`, thumbnail }))
  await openCheckout({ ...checkout, tickets })
  const stub = screen.getByRole('region', { name: 'Your tickets' })
  expect([...stub.querySelectorAll('img')].map((one) => one.getAttribute('src'))).toEqual(shown)
})

it('heads the stub of gift vouchers with a picture of each', async () => {
  const gift = { id: '1', name: 'Gift', value: '10', qty: 1, o_name: 'Arts', thumbnail: 'a.jpg' }
  await openCheckout({
    ...checkout,
    tickets: [],
    gift_vouchers: [gift, { ...gift, id: '2', thumbnail: 'b.jpg' }],
  })
  const stub = screen.getByRole('region', { name: 'Your gift vouchers' })
  expect([...stub.querySelectorAll('img')].map((one) => one.getAttribute('src'))).toEqual(['a.jpg', 'b.jpg'])
})

it("offers the shop's calendars, but no script as one", async () => {
  const calendar = [
    { text: 'Calendar file (.ics)', href: '/do/checkout/calendar/d/' },
    { text: 'Bad', href: 'javascript:alert(1)' },
  ]
  await openCheckout(checkout, {
    replies: { get_simple_info: { ...info, dates: [{ date_id: 'd', calendar }] } },
  })
  const links = within(step().getByText('Add to calendar').closest('details') ?? document.body).getAllByRole(
    'link',
    { hidden: true },
  )
  expect(links.map((one) => one.textContent)).toEqual(['Calendar file (.ics)'])
  expect(links[0]?.getAttribute('href')).toMatch(/\/do\/checkout\/calendar\/d\/$/)
})

it.each([
  ['clean JSON', { qty: 2, seats: [] }, [lantern, swim]],
  [
    'numeric strings and [] for {}',
    { qty: '2', seats: {} },
    [lantern, { ...swim, has_livestream: '0', reward_referrers: {} }],
  ],
])(
  'offers feedback, transfer, a stay and sharing by their rules, with %s [DONE-20, DONE-21, DONE-22, DONE-23, DONE-25]',
  async (_, fields, events) => {
    await openCheckout(
      { ...checkout, tickets: [{ ...line, ...fields }], events },
      { replies: { get_reward_referrer_link: { data: link } } },
    )
    for (const name of [
      'How did we do?',
      'Transfer tickets',
      'Find a place to stay',
      'Share with friends & family',
    ])
      expect(button(name)).toBeDefined()
  },
)

it.each([
  ['load', { get_simple_info: pending(info).reply }],
  [
    'cannot be loaded',
    { get_simple_info: refused('Gone', 404), get_reward_referrer_link: refused('Gone', 404) },
  ],
])(
  'leads to the wallet, and keeps the places of what may come, while the details %s [DONE-12, DONE-19]',
  async (_, replies) => {
    await openCheckout(
      { ...checkout, order_reference: 'K3MX9TQ2', events: [lantern] },
      { replies, user: ada },
    )
    expect(step().getByRole('link', { name: 'Go to the ticket wallet' })).toBeDefined()
    expect(step().getByText('ada@example.com').closest('[aria-hidden]')).toBeNull()
    for (const text of [/^Show tickets/, 'Add to calendar', 'Send it again', 'Share & get a cider'])
      expect(step().getByText(text).closest('[aria-hidden]')).not.toBeNull()
  },
)

it('leads to the wallet by a link beside the tickets, which becomes the button if there are none to show, and keeps the focus', async () => {
  const { reply, arrive } = pending(info)
  await openCheckout(
    { ...checkout, order_reference: 'K3MX9TQ2', events: [lantern] },
    { replies: { get_simple_info: reply }, user: ada },
  )
  const wallet = step().getByRole('link', { name: 'Go to the ticket wallet' })
  expect(wallet.dataset.look).toBe('link')
  act(() => wallet.focus())
  arrive()
  await vi.waitFor(() => expect(wallet.dataset.look).toBe('primary'))
  expect(document.activeElement).toBe(wallet)
})

it('keeps no places for what is not documented in a shop that tells nothing more with the order', async () => {
  await openCheckout(
    { ...checkout, express: 1, events: [lantern] },
    { replies: { get_simple_info: pending(info).reply } },
  )
  for (const text of [/^Show tickets/, 'Add to calendar', 'Send it again', 'Wrong email?'])
    expect(step().queryByText(text)).toBeNull()
  expect(step().getByRole('link', { name: 'Go to the ticket wallet' }).dataset.look).toBe('primary')
  // The total ends what was ordered.
  const order = screen.getByRole('region', { name: 'Your order' })
  expect(order.querySelectorAll('dl')).toHaveLength(1)
})

it('keeps the places of what the order allows, without a button, until the details arrive', async () => {
  const [details, reward] = [pending(info), pending({ data: link })]
  await openCheckout(
    { ...checkout, events: [lantern] },
    { replies: { get_simple_info: details.reply, get_reward_referrer_link: reward.reply } },
  )
  const names = ['Transfer tickets', 'Find a place to stay', 'Share & get a cider']
  for (const name of names) {
    expect(step().getByText(name).closest('[aria-hidden]')).not.toBeNull()
    expect(step().queryByRole('button', { name })).toBeNull()
  }
  details.arrive()
  reward.arrive()
  for (const name of names) {
    expect(await step().findByRole('button', { name })).toBeDefined()
    expect(step().getByText(name).closest('[aria-hidden]')).toBeNull()
  }
})

it('keeps no place for what the order does not allow', async () => {
  const seated = { ...line, seats: ['A-1-4'] }
  await openCheckout(
    { ...checkout, tickets: [seated], events: [{ id: 'e', title: 'Lantern Evening', venue: [] }] },
    { replies: { get_simple_info: pending(info).reply } },
  )
  for (const name of [/^Transfer/, /^Find a place/, /^Share/, 'Wrong email?'])
    expect(step().queryByText(name)).toBeNull()
})

it('offers neither transfer, stay nor sharing where there is nothing to, and without our own calls [DONE-21, DONE-22, DONE-23, DONE-28]', async () => {
  const seated = { ...line, seats: ['A-1-4'] }
  const failing = refused('Not found', 404)
  await openCheckout(
    { ...checkout, tickets: [seated], events: [{ id: 'e', title: 'Lantern Evening', venue: [] }] },
    { replies: { get_simple_info: info, get_reward_referrer_link: failing } },
  )
  for (const name of [/^Transfer/, /^Find a place/, /^Share/, 'Send it again', 'Wrong email?'])
    expect(step().queryByRole('button', { name })).toBeNull()
  expect(document.body.textContent).not.toContain('Not found')
})

it('sends written feedback once, and says so [SHAR-01, SHAR-02, SHAR-03, SHAR-05, SHAR-06]', async () => {
  const page = await openCheckout(checkout)
  await page.press('How did we do?')
  const dialog = within(screen.getByRole('dialog', { name: 'How did we do?' }))
  expect(dialog.getByRole('button', { name: 'Close' })).toBeDefined()
  expect(button('Send').getAttribute('aria-disabled')).toBe('true')
  await page.press('Send')
  await page.type('Feedback', 'Lovely <b>evening</b>')
  await page.press('Send')
  expect(page.sent('send_customer_feedback')).toEqual([{ message: 'Lovely <b>evening</b>' }])
  expect(await screen.findByText('Your feedback has been sent. Thanks!')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('disables Send while sending, then closes on failure and keeps the text [SHAR-04, SHAR-07, ERRS-45]', async () => {
  const page = await openCheckout(checkout)
  const { reply, arrive } = pending()
  page.answer('send_customer_feedback', [reply, refused('Busy', 422)])
  await page.press('How did we do?')
  await page.type('Feedback', 'Lovely')
  await page.press('Send')
  expect(button('Send').getAttribute('aria-disabled')).toBe('true')
  arrive()
  await settled()
  await page.press('How did we do?')
  await page.type('Feedback', 'Lovely')
  await page.press('Send')
  expect(await screen.findByText('Unable to send feedback. Please try again')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  await page.press('How did we do?')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Feedback').value).toBe('Lovely')
})

it('shares the reward of a single event, with Close [DONE-24, SHAR-08, SHAR-09, SHAR-11, SHAR-12]', async () => {
  const page = await openCheckout(
    { ...checkout, events: [lantern] },
    { replies: { get_reward_referrer_link: { data: link } } },
  )
  await page.press('Share & get a cider')
  const dialog = within(screen.getByRole('dialog'))
  expect(screen.getByRole('dialog').closest('ul')).toBeNull()
  expect(dialog.getByRole('heading', { name: 'Lantern Evening' })).toBeDefined()
  const message = dialog.getByRole<HTMLTextAreaElement>('textbox')
  expect(message.readOnly).toBe(true)
  expect(message.value).toBe(`Come with me. ${link}`)
  await page.press(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('selects the reference and the shared message for the buyer if the browser refuses to copy them', async () => {
  const page = await openCheckout(
    { ...checkout, events: [lantern] },
    { replies: { get_simple_info: info, get_reward_referrer_link: { data: link } } },
  )
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await page.press('Copy reference')
  expect(step().getByText('Please select the reference and copy it.')).toBeDefined()
  expect(getSelection()?.toString()).toBe('ORDER7')
  await page.press('Share & get a cider')
  await page.press('Copy the message about Lantern Evening')
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Message about/ })
  expect(document.activeElement).toBe(message)
  expect([message.selectionStart, message.selectionEnd]).toEqual([0, message.value.length])
  copying.mockRestore()
})

it('shares each of several events, without Close but with a way back [SHAR-08, SHAR-10, SHAR-11, SHAR-13]', async () => {
  const page = await openCheckout(
    { ...checkout, events: [lantern, swim] },
    { replies: { get_reward_referrer_link: { data: link } } },
  )
  await page.press('Share with friends & family')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getAllByRole('textbox')).toHaveLength(2)
  expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull()
  await page.press('Copy the message about Dawn Swim')
  expect(await navigator.clipboard.readText()).toBe("I'm going to Dawn Swim. Join me: /events/s/")
  expect(button('Copied the message about Dawn Swim')).toBeDefined()
  await vi.waitFor(() => expect(button('Copy the message about Dawn Swim')).toBeDefined(), 5_000)
  await page.press('Back to your order')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('shows a map of places to stay for each event, and leads back [DONE-01, DONE-02, STAY-01, STAY-02, STAY-08]', async () => {
  const page = await openCheckout({ ...checkout, events: [lantern, swim] })
  await page.press('Find a place to stay')
  expect(heading()).toBe('Find a place to stay')
  const map = () => document.querySelector('iframe')
  expect(map()?.title).toBe('Places to stay near the Lantern Evening event')
  expect(new URL(map()?.src ?? '').searchParams.get('adults')).toBe('2')
  expect(map()?.getAttribute('sandbox')).not.toContain('allow-same-origin')
  await page.press('Find a place to stay near the Dawn Swim event')
  expect(new URL(map()?.src ?? '').searchParams.get('address')).toBe('West Cliff')
  await page.press('Back')
  expect(heading()).toBe('Order complete! Your tickets are on their way.')
})

it('has no links that switch the map of a single event [STAY-03]', async () => {
  const page = await openCheckout({ ...checkout, events: [lantern, { id: 'x', title: 'Online' }] })
  await page.press('Find a place to stay')
  expect(document.querySelector('iframe')).not.toBeNull()
  expect(step().queryByRole('button', { name: /near the/ })).toBeNull()
})

it('sends the tickets again and corrects the email, if the shop can', async () => {
  const replies = { get_simple_info: { ...info, can_resend: '1', can_correct_email: 1 } }
  const page = await openCheckout(checkout, { replies })
  await page.press('Send it again')
  expect(page.sent('resend_tickets')).toHaveLength(1)
  await page.press('Wrong email?')
  await page.type('Email address', 'right@example.com')
  await page.press('Send code')
  expect(page.sent('send_email_code')).toEqual([{ email: 'right@example.com' }])
  await page.type('One-time code', '123456')
  page.answer('get_simple_info', { ...info, sale_email: 'right@example.com' })
  await page.press('Verify')
  expect(page.sent('change_email')).toEqual([{ email: 'right@example.com', code: '123456' }])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(step().getByText('right@example.com')).toBeDefined()
  expect(step().queryByRole('button', { name: 'Wrong email?' })).toBeNull()
  expect(document.activeElement?.textContent).toBe(
    'A copy of your ticket wallet was sent to right@example.com.',
  )
})

it("shows the shop's reason for not sending the tickets again", async () => {
  const replies = { get_simple_info: { ...info, can_resend: 1 } }
  const page = await openCheckout(checkout, { replies })
  page.answer('resend_tickets', refused('Please look in your spam folder too', 429))
  await page.press('Send it again')
  expect(await screen.findByText('Please look in your spam folder too')).toBeDefined()
})

it('keeps the focus beside the link to subscribe, which goes away [DONE-14, DONE-15]', async () => {
  const page = await openCheckout(checkout, { replies: { get_simple_info: info } })
  await page.press('Subscribe to important updates')
  expect(step().queryByRole('button', { name: /^Subscribe/ })).toBeNull()
  expect(document.activeElement?.textContent).toMatch(/^A copy of your ticket wallet was sent to .*\.$/)
})

it('takes every press while the order loads and while other calls are pending', async () => {
  const [details, resend] = [pending({ ...info, can_resend: 1 }), pending()]
  const page = await openCheckout(
    { ...checkout, events: [lantern] },
    { replies: { get_simple_info: details.reply, resend_tickets: resend.reply } },
  )
  await page.press('How did we do?')
  const dialog = within(screen.getByRole('dialog', { name: 'How did we do?' }))
  await page.press(dialog.getByRole('button', { name: 'Close' }))
  details.arrive()
  await settled()
  await page.press('Send it again')
  expect(button('Send it again').getAttribute('aria-disabled')).toBe('true')
  await page.press('Find a place to stay')
  expect(heading()).toBe('Find a place to stay')
  resend.arrive()
  expect(await screen.findByText('We have sent your tickets again')).toBeDefined()
  expect(heading()).toBe('Find a place to stay')
})

it('says why the feedback cannot be closed while it is being sent', async () => {
  const page = await openCheckout(checkout)
  page.answer('send_customer_feedback', pending().reply)
  await page.press('How did we do?')
  await page.type('Feedback', 'Lovely')
  await page.press('Send')
  const dialog = within(screen.getByRole('dialog', { name: 'How did we do?' }))
  expect(dialog.getByRole('button', { name: 'Close' }).getAttribute('aria-disabled')).toBe('true')
  expect(dialog.getByText('Your feedback is being sent.')).toBeDefined()
})

it('shows HTML in names as text', async () => {
  const title = '<img src=x onerror=alert(1)>'
  const page = await openCheckout(
    {
      ...checkout,
      tickets: [{ ...line, event_name: title }],
      events: [{ ...lantern, title, venue: { full_address: title } }],
    },
    { replies: { get_reward_referrer_link: { data: link } } },
  )
  expect(step().getAllByRole('heading', { name: title })).toHaveLength(2)
  await page.press('Share & get a cider')
  expect(screen.getByRole('dialog').querySelector('img')).toBeNull()
})
