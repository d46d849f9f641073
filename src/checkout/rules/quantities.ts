import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'

type Limits = Pick<TicketLine, 'max_can_reserve' | 'min_per_customer'>

/** The most that a line of a basket can have, whatever the stock. */
export const maxPerLine = 100

/** A typed quantity after clamping; one below the minimum is shown but not sent [BASK-50]. */
export type DraftQuantity = { quantity: number; flag: 'none' | 'exceeded' | 'below' }

/**
 * Parses the typed quantity of a line. Empty, 0 and invalid input become 1; then it is clamped to the maximum, if any, and
 * compared with the minimum [BASK-45..51].
 */
export function draftQuantity(line: Limits, typed: string): DraftQuantity {
  const wanted = Math.min(Math.max(1, Math.floor(Number(typed)) || 1), Number.MAX_SAFE_INTEGER)
  const quantity = Math.max(1, Math.min(wanted, line.max_can_reserve ?? Infinity))
  if (isBelowMinimum(line, quantity)) return { quantity, flag: 'below' }
  return { quantity, flag: quantity < wanted ? 'exceeded' : 'none' }
}

/** Returns whether a quantity is below the minimum purchase; a minimum of 1 or less is ignored [BASK-43, BASK-51]. */
export function isBelowMinimum(line: Pick<Limits, 'min_per_customer'>, quantity: number): boolean {
  return line.min_per_customer > 1 && quantity < line.min_per_customer
}

/**
 * Returns how many of a line can still be reserved if that is fewer than `quantity`: 0 if less than its minimum is left; null if all can be,
 * or nobody knows [ENTI-15]. Others may have taken tickets since they were put into the basket.
 */
export function shortage(line: Limits, quantity: number): number | null {
  const left = line.max_can_reserve
  if (left === null || quantity <= left) return null
  return isBelowMinimum(line, left) ? 0 : left
}

/** Message about a clamped quantity [BASK-48]. */
export function exceededMessage(maximum: number): string {
  return `You can only reserve ${maximum} tickets of this type`
}

/** Message about a quantity below the minimum [BASK-49]. */
export function belowMessage(minimum: number): string {
  return `You must purchase a minimum of ${minimum} tickets of this type`
}
