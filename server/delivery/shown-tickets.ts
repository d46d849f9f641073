import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'

import { ticketPath } from './addresses.ts'
import { isHeld, readOrderTickets, type OrderTicket } from './order-tickets.ts'

/** The page of the first ticket to show at the door, and how many there are; null for none. */
type Shown = { href: string; qty: number } | null

/** Reads the tickets of an order that the buyer can show at the door: all of them, and those of an event date. */
export async function readShownTickets(
  db: Database,
  saleId: string,
): Promise<{ all: Shown; of: (dateId: string) => Shown }> {
  const tickets = await inTransaction(db, (trx) => readOrderTickets(trx, saleId))
  const shown = tickets.filter((ticket) => isHeld(ticket) && ticket.released_at && !ticket.deliverable)
  return {
    all: firstOf(shown),
    of: (dateId) => firstOf(shown.filter(({ event_date_id }) => event_date_id === dateId)),
  }
}

function firstOf(tickets: OrderTicket[]): Shown {
  return tickets[0] ? { href: ticketPath(tickets[0].id), qty: tickets.length } : null
}
