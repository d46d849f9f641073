import { expect, it } from 'vitest'

import type { TicketType } from './offer.ts'
import { seatedDate } from './seated-date.ts'

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
