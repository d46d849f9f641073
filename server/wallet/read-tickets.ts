import type { Database } from '#server/database/connect.ts'

import type { Owner } from './owner.ts'
import { readTicketRows } from './read-ticket-rows.ts'
import { walletTicket, type WalletTicket } from './wallet-ticket.ts'

/** Reads the tickets that the owner holds, soonest first. */
export async function readWallet(db: Database, owner: Owner): Promise<WalletTicket[]> {
  const tickets = await readTicketRows(db, owner, {})
  return tickets.filter(({ is_mine }) => is_mine).map(walletTicket)
}

/** Reads the tickets of an order that the owner holds or bought, in the order of the wallet. */
export async function readTicketsOf(db: Database, owner: Owner, saleId: string): Promise<WalletTicket[]> {
  return (await readTicketRows(db, owner, { saleId })).map(walletTicket)
}

/** Finds a ticket that the owner holds or bought. */
export async function findTicket(
  db: Database,
  owner: Owner,
  ticketId: string,
): Promise<WalletTicket | undefined> {
  const [ticket] = await readTicketRows(db, owner, { ticketId })
  return ticket && walletTicket(ticket)
}
