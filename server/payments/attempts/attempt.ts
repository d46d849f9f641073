import type { Selectable } from 'kysely'

import type { Tables } from '#server/database/tables.ts'
import type { CardCharge } from '#server/providers/payment-provider.ts'

export type Attempt = Selectable<Tables['payment_attempts']>

/** Stored details of every attempt that a provider knows; those of bank transfers from before are missing. */
export interface AttemptDetails {
  /** The sale's reference as the provider was told it. A released sale loses its reference. */
  reference: string
}

/** Stored details of a card attempt, to send it again when it is unknown whether it arrived. */
export interface CardDetails extends AttemptDetails {
  paymentMethodId: string
  verificationToken: string
  account: string
  returnUrl: string
  /** For a card that is charged again later; see `CardCharge`. */
  customer?: CardCharge['customer']
}

/** Whether an attempt has ended, so that nothing reported later changes it. */
export function isClosed({ status }: Attempt): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'quarantined'
}

/** Whether an attempt charges a card: the shop sends it, and can send it again. */
export function isCharge({ method }: Pick<Attempt, 'method'>): boolean {
  return method === 'card' || method === 'instalment'
}

/** Whether an attempt pays an instalment of an order that exists. */
export function isLaterInstalment({ instalment }: Attempt): boolean {
  return instalment !== null && instalment > 1
}

/** The organiser's account at the card provider, or '' for the shop's. */
export function accountOf({ details }: Pick<Attempt, 'details'>): string {
  return (details as Partial<CardDetails> | null)?.account ?? ''
}
