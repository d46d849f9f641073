import { expect, test } from 'vitest'
import { listPosted, postedTickets } from './posted-items.ts'

const line = (ticket_name: string, { qty = 1, is_posted = false } = {}) => ({ ticket_name, qty, is_posted })

test('names tickets of which the back-end says that they are posted, as they are called', () => {
  const isPosted = { is_posted: true }
  expect(postedTickets([line('Gallery'), line('Runner', isPosted)])).toEqual([{ name: 'Runner', qty: 1 }])
  expect(postedTickets([line('Race tickets', { qty: 2, ...isPosted }), line('', isPosted)])).toEqual([
    { name: 'Race tickets', qty: 2 },
  ])
})

test('names tickets whose names say so, without saying it twice', () => {
  const names = ['Poster by post', 'Map, by post', 'Programme (by post)', 'By post', 'By postcode']
  expect(postedTickets(names.map((name) => line(name))).map(({ name }) => name)).toEqual([
    'Poster',
    'Map',
    'Programme',
  ])
})

test('names equal tickets once', () => {
  expect(postedTickets([line('Poster by post', { qty: 2 }), line('Poster', { is_posted: true })])).toEqual([
    { name: 'Poster', qty: 3 },
  ])
})

test('lists gift vouchers last', () => {
  const tickets = [
    { name: 'Runner', qty: 1 },
    { name: 'Poster', qty: 2 },
  ]
  expect(listPosted(tickets, [{ qty: 1 }])).toBe('1 × Runner, 2 × Poster and your gift voucher')
  expect(listPosted([], [{ qty: 1 }, { qty: 1 }])).toBe('your gift vouchers')
})
