import { expect, test } from 'vitest'
import { missingRequiredTickets, requiredTicketsMessage } from './required-tickets.ts'

const camping = {
  ticket_id: '10',
  required_tickets: [
    { ids: ['1', '2'], title: 'Weekend' },
    { ids: ['3'], title: 'Day' },
  ],
}
const plain = (ticket_id: string) => ({ ticket_id, required_tickets: [] })

test('finds the line whose required tickets are all missing from the basket [BASK-52]', () => {
  expect(missingRequiredTickets([camping, plain('4')])).toEqual([camping])
  expect(requiredTicketsMessage).toBe('You must also purchase the following tickets to continue the checkout')
})

test('accepts any one of the required tickets [BASK-54]', () => {
  for (const id of ['1', '2', '3']) expect(missingRequiredTickets([camping, plain(id)])).toEqual([])
})

test('ignores tickets that require no other [BASK-52]', () => {
  expect(missingRequiredTickets([])).toEqual([])
  expect(missingRequiredTickets([plain('4'), plain('5')])).toEqual([])
})
