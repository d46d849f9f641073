import type { Checkout } from '#src/api/schemas/checkout.ts'
import type { Event } from '#src/api/schemas/event.ts'

/** A basket, as far as this rule looks at it. */
export type ProtectableBasket = Pick<Checkout, 'has_refund_protection'> & {
  events: readonly Pick<Event, 'title' | 'refund_protection'>[]
}

/** Whether refund protection is offered, and the titles of the events that it would not cover. */
export type RefundProtectionOffer = { isOffered: boolean; uncoveredTitles: string[] }

/** Refund protection is offered when the checkout has it and it covers an event of the basket [BASK-34]. */
export function refundProtectionOffer(checkout: ProtectableBasket): RefundProtectionOffer {
  const isOffered = checkout.has_refund_protection && checkout.events.some((event) => event.refund_protection)
  const uncovered = checkout.events.filter((event) => !event.refund_protection)
  return { isOffered, uncoveredTitles: isOffered ? uncovered.map(({ title }) => title) : [] }
}
