import type { TicketRow } from './read-basket.ts'

/** A basket's tickets by pool, the pools in order of id: the order in which they are locked. */
export function linesByPool(tickets: TicketRow[]): [string, TicketRow[]][] {
  const pools = Map.groupBy(tickets, (line) => line.pool_id)
  return [...pools].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** How many places the lines want or hold. */
export function places(lines: TicketRow[], column: 'qty' | 'held_qty'): number {
  return lines.reduce((sum, line) => sum + line[column], 0)
}
