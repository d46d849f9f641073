import type { Card } from '#server/providers/payment-provider.ts'

import type { Attempt, CardDetails } from '#server/payments/attempts/attempt.ts'

/** What the buyer agreed to: the payments of a plan, and the card that is charged for them. */
export interface PlanTerms {
  provider: Attempt['provider']
  /** The organiser's account at the provider, or '' for the shop's. */
  account: string
  /** The customer at the provider that the card is saved for. */
  customer: string
  card: Omit<Card, 'customer'>
  /** Pence. The first payment is due at once. */
  schedule: { due: string; amount: number }[]
  mobile: string
  /** The exact wording the buyer agreed to. */
  wording: string
  /** The account that a new card is saved in; null for a guest or a card that is already saved. */
  saveFor: string | null
  /** Whether the saved card becomes the account's default. */
  makesDefault: boolean
}

/** Stored details of the attempt that pays a plan's first instalment. */
export interface PlanDetails extends CardDetails {
  /** The card as the page named it: the shop's id of a saved one, or the provider's of a new one. */
  chosenId: string
  plan: PlanTerms
}

/** Reads the plan whose first instalment an attempt pays; null for every other attempt. */
export function termsOf({ instalment, details }: Attempt): PlanTerms | null {
  // `payFirstInstalment` wrote this shape.
  return instalment === 1 ? (details as PlanDetails).plan : null
}
