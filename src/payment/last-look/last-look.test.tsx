// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { button, pending } from '#src/checkout/testing/open-checkout.tsx'
import { card, openPayment, typeCard } from '#src/checkout/testing/open-payment.ts'

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
const flexible = { title: 'Flexible', description: 'Full refund up to 7 days before the event', text: 'Ask.' }

const look = () => within(screen.getByRole('region', { name: 'Before you pay' }))

/** Returns the rows of the last look, as "name: value". */
const rows = () =>
  look()
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

/** Returns the small print over the Pay button as it is read, without the terms of the shop. */
const terms = () =>
  screen
    .getByText(/By continuing you accept/)
    .textContent.replaceAll(' (opens in a new tab)', '')
    .replace(/\s*By continuing you accept the purchase terms and conditions\.$/, '')

it('shows before paying what is bought, to whom it goes, on which terms, and who is paid', async () => {
  await openPayment({
    ...card,
    posted_to: 'Ada Byron, 1 Quay, Whitby',
    organisers: [{ name: 'Harbour Arts', statement_name: 'HARBOUR ARTS WHITBY' }],
    tickets: [
      {
        ...line,
        seats: ['Stalls-C-11', 'Stalls-C-12'],
        restricted_seats: ['Stalls-C-12'],
        refund_policy: flexible,
      },
    ],
  })
  expect(rows()).toEqual([
    'Lantern Evening: Fri 25 Dec 2026, 7:00pm. Stalls, row C, seats 11 and 12. Restricted view: Stalls, row C, seat 12.',
    'Tickets go to: ada@example.com',
    'By post to: Ada Byron, 1 Quay, Whitby',
  ])
  expect(terms()).toBe(
    'You pay Harbour Arts; your statement says HARBOUR ARTS WHITBY. Full refund up to 7 days before the event.',
  )
})

it('leaves what is bought to the summary beside it on wide screens, unless a seat has a restricted view', async () => {
  const isLeft = () => look().getAllByRole('term')[0]?.closest('[data-repeated]') !== null
  await openPayment({ ...card, tickets: [{ ...line, seats: ['Stalls-C-11'] }] })
  expect(isLeft()).toBe(true)
  cleanup()
  await openPayment({
    ...card,
    tickets: [{ ...line, seats: ['Stalls-C-11'], restricted_seats: ['Stalls-C-11'] }],
  })
  expect(isLeft()).toBe(false)
})

it.each([
  ['its place', { venue: { name: 'Harbour Arts Quay' } }, 'Fri 25 Dec 2026, 7:00pm, Harbour Arts Quay'],
  ['none if it is streamed', { venue: { name: 'Studio' }, has_livestream: true }, 'Fri 25 Dec 2026, 7:00pm'],
])('tells beside the date of an event %s', async (_, event, told) => {
  await openPayment({ ...card, tickets: [line], events: [{ id: 'e', ...event }] })
  expect(rows()[0]).toBe(`Lantern Evening: ${told}`)
})

it('tells all seats before those with a restricted view, which may be in several rows', async () => {
  const seats = ['Stalls-C-11', 'Stalls-C-12', 'Circle-A-1']
  const tickets = [{ ...line, qty: 3, seats, restricted_seats: ['Stalls-C-12', 'Circle-A-1'] }]
  await openPayment({ ...card, tickets })
  expect(rows()[0]).toBe(
    'Lantern Evening: Fri 25 Dec 2026, 7:00pm. Stalls, row C, seats 11 and 12; Circle, row A, seat 1. Restricted view: Stalls, row C, seat 12; Circle, row A, seat 1.',
  )
})

it('tells an order of three lines or more in one row, with the seats and which of them have a restricted view', async () => {
  const swim = { ...line, ticket_id: '2', event_id: 'f', event_name: 'Dawn Swim' }
  const seated = { seats: ['Stalls-C-11', 'Stalls-C-12'], restricted_seats: ['Stalls-C-12'] }
  await openPayment({
    ...card,
    tickets: [{ ...line, ...seated }, swim],
    gift_vouchers: [{ id: '7', value: '25.00', qty: 2, name: 'Harbour Arts gift voucher' }],
  })
  expect(rows()).toEqual([
    'Your order: 2 events, 2 gift vouchersLantern Evening, Fri 25 Dec 2026, 7:00pm. Stalls, row C, seats 11 and 12. Restricted view: Stalls, row C, seat 12.',
    'Tickets go to: ada@example.com',
  ])
})

it('leaves out before paying what a back-end does not tell', async () => {
  await openPayment({ ...card, tickets: [line], organisers: [{ name: 'Harbour Arts' }] }, {}, null)
  expect(rows()).toEqual(['Lantern Evening: Fri 25 Dec 2026, 7:00pm'])
  expect(terms()).toBe('You pay Harbour Arts.')
})

it.each([
  ['/organisers/harbour-arts/', 1],
  ['javascript:x', 0],
])('links the seller over the Pay button if the address is one of a page: %s', async (full_url, count) => {
  await openPayment({ ...card, tickets: [line], organisers: [{ name: 'Harbour Arts', full_url }] })
  const links = screen.queryAllByRole('link', {
    name: 'Harbour Arts (opens in a new tab)',
  })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(count).fill(full_url))
})

it('links each of several sellers where they are named', async () => {
  const organisers = [
    { name: 'Open Door', full_url: '/organisers/open-door/' },
    { name: 'Harbour Arts', full_url: '/organisers/harbour-arts/' },
    { name: 'Harbour Arts', full_url: '/organisers/another-harbour-arts/' },
  ]
  await openPayment({ ...card, tickets: [line], organisers })
  const links = screen.getAllByRole('link', { name: /^(Open Door|Harbour Arts) \(/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(organisers.map(({ full_url }) => full_url))
  expect(terms()).toBe('You pay Open Door, Harbour Arts and Harbour Arts.')
})

const shelter = { name: 'Open Door Shelter', statement_name: 'OPEN DOOR' }
const arts = { name: 'Harbour Arts', statement_name: 'HARBOUR ARTS WHITBY' }
const swim = { name: 'Whitby Swim', statement_name: '' }
const nameless = { name: '', statement_name: 'X' }

it.each([
  ['one organiser', [shelter], 'You pay Open Door Shelter; your statement says OPEN DOOR.'],
  ['one whose name on the statement is unknown', [swim], 'You pay Whitby Swim.'],
  [
    'two organisers, not whose name the statement says',
    [shelter, arts],
    'You pay Open Door Shelter and Harbour Arts.',
  ],
  ['several', [shelter, arts, swim], 'You pay Open Door Shelter, Harbour Arts and Whitby Swim.'],
  [
    'one beside an organiser without a name',
    [nameless, arts],
    'You pay Harbour Arts; your statement says HARBOUR ARTS WHITBY.',
  ],
  ['nobody', [nameless], ''],
])('says who is paid: %s', async (_, organisers, said) => {
  await openPayment({ ...card, tickets: [line], organisers })
  expect(terms()).toBe(said)
})

it('says whom a free order is from, as nobody is paid', async () => {
  await openPayment({ tickets: [line], basket_total: '0.00', organisers: [arts] }, {}, null)
  expect(terms()).toBe('Your order is from Harbour Arts.')
})

it('opens the page of the seller in a new tab, so that a typed card is kept', async () => {
  const organisers = [{ name: 'Harbour Arts', full_url: '/organisers/harbour-arts/' }]
  await openPayment({ ...card, tickets: [line], organisers })
  const link = screen.getByRole('link', { name: 'Harbour Arts (opens in a new tab)' })
  expect(link.getAttribute('target')).toBe('_blank')
})

it('tells a guest where the tickets go, and which terms are whose', async () => {
  await openPayment(
    {
      ...card,
      init_guest_email: 'grace@example.com',
      tickets: [
        { ...line, refund_policy: flexible },
        { ...line, ticket_id: '2', ticket_name: 'Child', non_refundable: 1 },
      ],
    },
    {},
    null,
  )
  expect(rows()).toContain('Tickets go to: grace@example.com')
  expect(terms()).toBe('Adult: Full refund up to 7 days before the event. Child: Non-refundable.')
})

it('tells gift vouchers before paying', async () => {
  await openPayment({
    ...card,
    tickets: [line],
    gift_vouchers: [{ id: '7', value: '25.00', qty: 2, name: 'Harbour Arts gift voucher' }],
  })
  expect(rows()).toContain('Harbour Arts gift voucher: 2 × £25.00')
})

it('lists the refund terms by event if they differ', async () => {
  const swim = { ...line, ticket_id: '2', event_id: 'f', date_id: 'g', event_name: 'Dawn Swim' }
  await openPayment({
    ...card,
    tickets: [
      { ...line, refund_policy: flexible },
      { ...swim, non_refundable: 1 },
      { ...swim, ticket_id: '3', ticket_name: 'Child', refund_policy: flexible },
    ],
  })
  const items = [
    ...button(/^Pay £/)
      .closest('form')!
      .querySelectorAll('li'),
  ]
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Lantern Evening: Full refund up to 7 days before the event.',
    'Dawn Swim, Adult: Non-refundable. Child: Full refund up to 7 days before the event.',
  ])
})

it('keeps Back and every Change from being pressed while a payment is open', async () => {
  const page = await openPayment({ ...card, tickets: [line] }, { pay_with_card: pending })
  const names = ['Back', 'Change email address']
  const shut = () => names.map((name) => button(name).getAttribute('aria-disabled'))
  expect(shut()).toEqual([null, null])
  await typeCard(page)
  await page.press(/^Pay £/)
  expect(shut()).toEqual(['true', 'true'])
})
