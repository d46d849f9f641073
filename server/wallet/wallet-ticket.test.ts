import { expect, it } from 'vitest'

import type { TicketRow } from './read-ticket-rows.ts'
import { walletTicket } from './wallet-ticket.ts'

/** A ticket that admits, in its buyer's hand. */
const row = {
  id: 't1',
  code: 'AAAA-BBBB-CCCC-DDDD',
  is_mine: true,
  is_bought: true,
  is_refunded: false,
  deliverable: false,
  is_on_plan: false,
  released_at: new Date(0),
  order_reference: 'K3MX9TQ2',
  guest_name: 'Ada Lovelace',
  first_name: null,
  last_name: null,
  transferred_to: null,
  livestream_url: 'https://stream.example/1',
} as Partial<TicketRow> as TicketRow

it.each<[string, Partial<TicketRow>, string]>([
  ['of the buyer, paid and delivered', {}, 'ready'],
  ['paid in instalments, after the last one', { is_on_plan: true }, 'ready'],
  ['paid in instalments', { is_on_plan: true, released_at: null }, 'on_plan'],
  ['that is not delivered yet', { released_at: null }, 'coming'],
  ['that goes by post', { deliverable: true }, 'posted'],
  ['that was refunded', { is_refunded: true }, 'refunded'],
  ['that goes by post and was refunded', { is_refunded: true, deliverable: true }, 'refunded'],
  ['of somebody else', { is_mine: false, transferred_to: 'Bo' }, 'transferred'],
  ['of somebody else, refunded', { is_mine: false, is_refunded: true }, 'transferred'],
])('shows code and livestream of a ticket %s only if it admits', (_, changes, state) => {
  const ticket = walletTicket({ ...row, ...changes })
  expect(ticket.state).toBe(state)
  expect(ticket.code).toBe(state === 'ready' ? row.code : null)
  expect(ticket.watch_url).toBe(state === 'ready' ? row.livestream_url : '')
})

it('names the holder as the order does, unless somebody has accepted the ticket, or else by the account', () => {
  const bo = { first_name: 'Bo', last_name: null }
  expect(walletTicket({ ...row, ...bo }).holder).toBe('Ada Lovelace')
  expect(walletTicket({ ...row, ...bo, guest_name: '' }).holder).toBe('Bo')
  expect(walletTicket({ ...row, ...bo, transferred_to: 'Bo' }).holder).toBe('Bo')
  expect(walletTicket({ ...row, transferred_to: 'Bo' }).holder).toBe('')
})

it('shows the reference of the order to its buyer alone', () => {
  expect(walletTicket(row).order_reference).toBe('K3MX9TQ2')
  expect(walletTicket({ ...row, is_bought: false }).order_reference).toBeNull()
})

it('offers nothing to watch at an address that is no web address [OPEN-55]', () => {
  for (const livestream_url of ['javascript:alert(1)', 'https://bank.example@evil.example/'])
    expect(walletTicket({ ...row, livestream_url }).watch_url).toBe('')
})
