import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { Event } from '#src/checkout/schemas/event.ts'

/** The part of a basket that this rule reads. */
export type ProtectableBasket = Pick<Checkout, 'has_refund_protection'> & {
  events: readonly Pick<Event, 'title' | 'refund_protection'>[]
}

/** Whether refund protection is offered, and the titles of the events not covered. */
export type RefundProtectionOffer = { isOffered: boolean; uncoveredTitles: string[] }

/** Returns whether refund protection is offered: the checkout has it and it covers an event of the basket [BASK-34]. */
export function refundProtectionOffer(checkout: ProtectableBasket): RefundProtectionOffer {
  const isOffered = checkout.has_refund_protection && checkout.events.some((event) => event.refund_protection)
  const uncovered = checkout.events.filter((event) => !event.refund_protection)
  return { isOffered, uncoveredTitles: isOffered ? uncovered.map(({ title }) => title) : [] }
}
