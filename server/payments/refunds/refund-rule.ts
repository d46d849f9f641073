/** Who refunded: the owner through the shop or at the provider, or the buyer's bank after a lost dispute. */
export type Refunder = 'owner' | 'provider' | 'dispute'

interface Refunded<Ticket> {
  by: Refunder
  /** Whether nothing is left of what was paid for the order. */
  isFull: boolean
  /** The order's tickets that are not void yet. */
  valid: Ticket[]
  /** Those that the refund names; null if it names none. */
  named: Ticket[] | null
}

/** Decides which tickets a refund voids: those that it names, otherwise all if it is in full or a lost dispute (decision 45). */
export function ticketsToVoid<Ticket>({ by, isFull, valid, named }: Refunded<Ticket>): Ticket[] {
  if (named) return valid.filter((ticket) => named.includes(ticket))
  return isFull || by === 'dispute' ? valid : []
}
