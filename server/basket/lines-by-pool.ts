import type { TicketRow } from './read-basket.ts'

/** Groups a basket's tickets by pool, sorted by pool id: the order in which pools are locked. */
export function linesByPool(tickets: TicketRow[]): [string, TicketRow[]][] {
  const pools = Map.groupBy(tickets, (line) => line.pool_id)
  return [...pools].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Sums the tickets that the lines request or hold. */
export function sumQuantity(lines: TicketRow[], column: 'qty' | 'held_qty'): number {
  return lines.reduce((sum, line) => sum + line[column], 0)
}
