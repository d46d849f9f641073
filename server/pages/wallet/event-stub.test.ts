import { expect, test } from 'vitest'

import type { WalletTicket } from '#server/wallet/wallet-ticket.ts'

import { byDate } from './event-stub.ts'

const ticket = (event_date_id: string, seat: string) => ({ event_date_id, seat }) as WalletTicket

test('lists the seats of a date by their numbers, in whatever order they were chosen', () => {
  const tickets = ['Stalls-E-13', 'Stalls-E-9', 'Stalls-E-12'].map((seat) => ticket('d1', seat))
  const [first, second] = byDate([...tickets, ticket('d2', '')])
  expect(first?.map(({ seat }) => seat)).toEqual(['Stalls-E-9', 'Stalls-E-12', 'Stalls-E-13'])
  expect(second).toHaveLength(1)
})
