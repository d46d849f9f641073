import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { Event } from '#src/checkout/schemas/event.ts'

/** The part of a basket that this rule reads. */
export type ProtectableBasket = Pick<Checkout, 'has_refund_protection'> & {
  events: readonly Pick<Event, 'title' | 'refund_protection'>[]
}

/**
 * Tells which events of a basket refund protection covers, by the shorter list: '' for all of them; null if it covers none, or is
 * not offered [BASK-34].
 */
export function protectionCover({ has_refund_protection, events }: ProtectableBasket): string | null {
  const titlesOf = (isCovered: boolean) =>
    events.filter((event) => event.refund_protection === isCovered).map(({ title }) => title)
  const [covered, others] = [titlesOf(true), titlesOf(false)]
  if (!has_refund_protection || covered.length === 0) return null
  if (others.length === 0) return ''
  // Titles may have commas.
  return covered.length < others.length
    ? `Covers only ${covered.join('; ')}.`
    : `Does not cover ${others.join('; ')}.`
}
