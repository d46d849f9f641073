import { expect, it } from 'vitest'

import { fewLeft, offer, type EventDate, type TicketType } from './offer.ts'

const type = (name: string, changes: Partial<TicketType> = {}) =>
  ({ name, pool_id: 'hall', places_left: 3, min_per_customer: 1, ...changes }) as TicketType

const [adult, under16] = [type('Adult'), type('Under 16, with an adult')]
const group = type('Group', { min_per_customer: 4 })
const balcony = type('Balcony', { pool_id: 'balcony', places_left: 50 })

it('names the tickets that share the last places, where others have places of their own', () => {
  expect(fewLeft(adult, { ticket_types: [adult, under16, balcony] })).toBe(
    'Only 3 places left for Adult; Under 16, with an adult',
  )
  expect(fewLeft(adult, { ticket_types: [adult, under16] })).toBe('Only 3 places left')
})

it('does not name tickets among the last places that are sold only in greater numbers', () => {
  expect(fewLeft(adult, { ticket_types: [adult, under16, group, balcony] })).toBe(
    'Only 3 places left for Adult; Under 16, with an adult',
  )
  expect(fewLeft(adult, { ticket_types: [adult, group, balcony] })).toBe('Only 3 of these left')
})

it.each([
  [
    'the lowest of those that are sold alone, not that of a group',
    [
      [20, 1],
      [16, 4],
      [25, 1],
    ],
    20,
  ],
  [
    'the lowest of all if none is sold alone',
    [
      [18, 2],
      [16, 4],
    ],
    16,
  ],
])('names as the price of an event %s', (_, tickets, price) => {
  const types = tickets.map(([pounds = 0, least = 1]) =>
    type('Ticket', { price: pounds * 100, booking_fee: 0, min_per_customer: least, places_left: 50 }),
  )
  const { cheapest } = offer({ dates: [{ is_on_sale: true, ticket_types: types } as EventDate] })
  expect(cheapest?.price).toBe(price * 100)
})
