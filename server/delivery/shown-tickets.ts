import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'

import { ticketPath } from './addresses.ts'
import { isHeld, readOrderTickets } from './order-tickets.ts'

/** Returns the page of the first ticket that the buyer can show at the door, and how many there are; null if there is none. */
export async function shownTickets(
  db: Database,
  saleId: string,
): Promise<{ href: string; qty: number } | null> {
  const tickets = await inTransaction(db, (trx) => readOrderTickets(trx, saleId))
  const shown = tickets.filter((ticket) => isHeld(ticket) && ticket.released_at && !ticket.deliverable)
  return shown[0] ? { href: ticketPath(shown[0].id), qty: shown.length } : null
}
