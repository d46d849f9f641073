import { HttpError } from '#server/http/http-errors.ts'
import { exceededMessage, maxPerLine } from '#src/checkout/rules/quantities.ts'

import type { Basket, TicketRow } from './read-basket.ts'

/** Maximum number of lines, tickets and gift vouchers together. */
export const maxLines = 50

/** Maximum quantity to reserve: what is left of the pool after the basket's other lines, within the customer's limit. */
export function maxToReserve(line: TicketRow, tickets: TicketRow[]): number {
  const samePool = tickets.filter((other) => other.pool_id === line.pool_id)
  const others = samePool.filter((other) => other !== line).reduce((sum, other) => sum + other.qty, 0)
  const heldByUs = samePool.reduce((sum, other) => sum + other.held_qty, 0)
  const available = line.places_left + heldByUs - others
  return Math.max(0, Math.min(available, line.max_per_customer ?? maxPerLine, maxPerLine))
}

/**
 * The most that a line can be reserved with as the basket is: if its lines of a pool want more than is left, earlier ones come first, so
 * that the buyer is told to give up no more than they have to.
 */
export function maxToKeep(line: TicketRow, tickets: TicketRow[]): number {
  const samePool = tickets.filter((other) => other.pool_id === line.pool_id)
  const left = line.places_left + samePool.reduce((sum, other) => sum + other.held_qty, 0)
  const isShort = samePool.reduce((sum, other) => sum + other.qty, 0) > left
  return maxToReserve(line, isShort ? tickets.slice(0, tickets.indexOf(line) + 1) : tickets)
}

/** Throws `HttpError` 422 if a line exceeds the quantity that may be reserved. */
export function assertWithinLimit(line: TicketRow, tickets: TicketRow[]): void {
  const most = maxToReserve(line, tickets)
  if (line.qty > most) throw new HttpError(422, exceededMessage(most))
}

/** Throws `HttpError` 422 if a basket has more lines than it can hold. */
export function assertFewLines({ tickets, vouchers }: Pick<Basket, 'tickets' | 'vouchers'>): void {
  if (tickets.length + vouchers.length > maxLines)
    throw new HttpError(422, `A basket can hold at most ${maxLines} different items`)
}
