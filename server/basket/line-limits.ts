import { HttpError } from '#server/http/http-errors.ts'
import { exceededMessage } from '#src/rules/quantities.ts'

import type { TicketRow } from './read-basket.ts'

/** The most of one ticket type or gift voucher that one basket may hold, whatever the stock. */
export const mostPerLine = 100

/** The most lines, of tickets and gift vouchers together, that one basket may hold. */
export const mostLines = 50

/** How many of a line may be reserved: what its pool has left beside the basket's other lines, within the customer's limit. */
export function mostToReserve(line: TicketRow, tickets: TicketRow[]): number {
  const samePool = tickets.filter((other) => other.pool_id === line.pool_id)
  const others = samePool.filter((other) => other !== line).reduce((sum, other) => sum + other.qty, 0)
  const heldByUs = samePool.reduce((sum, other) => sum + other.held_qty, 0)
  const placesLeft = line.places_left + heldByUs - others
  return Math.max(0, Math.min(placesLeft, line.max_per_customer ?? mostPerLine, mostPerLine))
}

/** Throws `HttpError` 422 when a line asks for more than may be reserved. */
export function refuseTooMany(line: TicketRow, tickets: TicketRow[]): void {
  const most = mostToReserve(line, tickets)
  if (line.qty > most) throw new HttpError(422, exceededMessage(most))
}
