import type { TicketLine } from '#src/api/schemas/ticket-line.ts'

type Limits = Pick<TicketLine, 'max_can_reserve' | 'min_per_customer'>

/** What a typed quantity comes to: a quantity below the minimum is shown but not sent [BASK-50]. */
export type DraftQuantity = { quantity: number; flag: 'none' | 'exceeded' | 'below' }

/**
 * Reads what was typed as the quantity of a line. Nothing, 0 and what is no number become 1; then the maximum clamps
 * (none if the line has none), then the minimum is checked [BASK-45..51].
 */
export function draftQuantity(line: Limits, typed: string): DraftQuantity {
  const wanted = Math.min(Math.max(1, Math.floor(Number(typed)) || 1), Number.MAX_SAFE_INTEGER)
  const quantity = Math.max(1, Math.min(wanted, line.max_can_reserve ?? Infinity))
  if (isBelowMinimum(line, quantity)) return { quantity, flag: 'below' }
  return { quantity, flag: quantity < wanted ? 'exceeded' : 'none' }
}

/** Whether a quantity is less than one customer must buy; a minimum of 1 or less never counts [BASK-43, BASK-51]. */
export function isBelowMinimum(line: Pick<Limits, 'min_per_customer'>, quantity: number): boolean {
  return line.min_per_customer > 1 && quantity < line.min_per_customer
}

/** What is said when a quantity was clamped [BASK-48]. */
export function exceededMessage(maximum: number): string {
  return `You can only reserve ${maximum} tickets of this type`
}

/** What is said when a quantity is below the minimum [BASK-49]. */
export function belowMessage(minimum: number): string {
  return `You must purchase a minimum of ${minimum} tickets of this type`
}
