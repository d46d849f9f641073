import { isKeptOrder } from '#server/basket/kept-order.ts'
import type { Basket } from '#server/basket/read-basket.ts'
import type { Database } from '#server/database/connect.ts'
import { requiredTicketsMessage } from '#src/checkout/rules/required-tickets.ts'

/** A ticket that requires another one: any of `ids`. */
export interface Requirement {
  ticketId: string
  ids: string[]
  title: string
  /** The event of that ticket. */
  eventId: string
  /** The signed-in buyer already owns one [BASK-55]. */
  isOwned: boolean
  /** One of them is owned or in the basket [BASK-54]. */
  isMet: boolean
}

/** Reads which tickets a basket's tickets require, and which of them the buyer owns. */
export async function readRequirements(
  db: Database,
  { tickets }: Pick<Basket, 'tickets'>,
  userId: string | null,
): Promise<Requirement[]> {
  const rows = tickets
    .flatMap(({ ticket_type_id, requires }) => requires.map((required) => ({ ticket_type_id, ...required })))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const owned = await readOwned(
    db,
    userId,
    rows.map((row) => row.id),
  )
  const ids = tickets.map((line) => line.ticket_type_id)
  const withOwned = ticketsOf(rows.filter((row) => owned.has(row.id)))
  const withOther = ticketsOf(rows.filter((row) => ids.includes(row.id)))
  return rows.map((row) => ({
    ticketId: row.ticket_type_id,
    ids: [row.id],
    title: row.title,
    eventId: row.event_id,
    isOwned: withOwned.has(row.ticket_type_id),
    isMet: withOwned.has(row.ticket_type_id) || withOther.has(row.ticket_type_id),
  }))
}

/** Describes the first ticket whose required tickets are missing; '' if there is none [BASK-52]. */
export function describeMissing(requirements: Requirement[]): string {
  const missing = requirements.find(({ isMet }) => !isMet)
  return missing ? `${requiredTicketsMessage}: ${missing.title}` : ''
}

const ticketsOf = (rows: { ticket_type_id: string }[]) => new Set(rows.map((row) => row.ticket_type_id))

async function readOwned(db: Database, userId: string | null, ticketTypeIds: string[]): Promise<Set<string>> {
  if (!userId || ticketTypeIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('sale_tickets')
    .innerJoin('sales', 'sales.id', 'sale_tickets.sale_id')
    .select('sale_tickets.ticket_type_id')
    .where('sales.user_id', '=', userId)
    .where(isKeptOrder())
    .where('sale_tickets.ticket_type_id', 'in', ticketTypeIds)
    .execute()
  return new Set(rows.map((row) => row.ticket_type_id))
}
