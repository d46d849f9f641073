import { expect, it } from 'vitest'

import type { TicketType } from './offer.ts'
import { bandsOf, seatedDate } from './seated-date.ts'

const group = { id: 'group', name: 'Group', pool_id: 'stalls', min_per_customer: 4 } as TicketType
const shown = async (...ticket_types: TicketType[]) =>
  String(await seatedDate({ id: 'friday', is_on_sale: 1, ticket_types }))

it('says nothing of the seats of a date that has no tickets yet', async () => {
  expect(await shown()).toBe('')
})

it('is sold out if fewer seats are left than are sold at once', async () => {
  expect(await shown({ ...group, places_left: 3 })).toBe('<p class="mark" data-look="danger">Sold out</p>')
  expect(await shown({ ...group, places_left: 4 })).toContain('Choose seats')
})

it('tells tickets of which too few seats are left from those that are sold out', async () => {
  const single = {
    id: 'one',
    name: 'Adult',
    pool_id: 'stalls',
    min_per_customer: 1,
    places_left: 3,
  } as TicketType
  const gone = {
    id: 'gone',
    name: 'Box',
    pool_id: 'boxes',
    min_per_customer: 1,
    places_left: 0,
  } as TicketType
  const html = await shown(single, { ...group, places_left: 3 }, gone)
  expect(html).toContain('Not enough seats left: Group')
  expect(html).toContain('Sold out: Box<')
})

it('names a price band once, above the tickets of its seats', () => {
  const types = [
    { name: 'Adult, Premium', seat_category: 'premium' },
    { name: 'Adult, Band A', seat_category: 'band-a' },
    { name: 'Under 16, Band A', seat_category: 'band-a' },
    { name: 'Adult, stalls', seat_category: 'any' },
    { name: 'Adult, gallery', seat_category: 'any' },
    { name: 'Balcony', seat_category: 'same' },
    { name: 'Balcony', seat_category: 'same' },
  ] as TicketType[]
  expect(
    bandsOf(types).map(({ name, tickets }) => [name, ...tickets.map((ticket) => ticket.name)].join(' | ')),
  ).toEqual([
    ' | Adult, Premium',
    'Band A | Adult | Under 16',
    ' | Adult, stalls | Adult, gallery',
    ' | Balcony | Balcony',
  ])
})
