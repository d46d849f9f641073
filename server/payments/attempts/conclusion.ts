import type { Database } from '#server/database/connect.ts'
import { isRefunded } from './ledger.ts'

import { isClosed, isLaterInstalment, type Attempt } from './attempt.ts'

/** Result of an attempt, as the buyer sees it. `charged` if it was paid all the same, but not for this order. */
export type Conclusion =
  | { status: 'success' }
  | { status: 'redirect_to_url'; url: string }
  | { status: 'pending' }
  | { status: 'unsuccessful'; message: string; charged?: true }

export const paymentFailed = 'There was an error with your payment. Please try again.'

/** Reads the result of a closed attempt. */
export async function readConclusion(db: Database, attempt: Attempt): Promise<Conclusion> {
  if (attempt.status === 'quarantined') return wrongPaymentConclusion(db, attempt)
  if (attempt.status !== 'succeeded') return unsuccessfulConclusion(attempt.error)
  return (await isRefunded(db, attempt)) ? refundedConclusion(attempt) : { status: 'success' }
}

/** Reads what is known of an attempt, without asking its provider. */
export async function readRecordedConclusion(db: Database, attempt: Attempt): Promise<Conclusion> {
  return isClosed(attempt) ? readConclusion(db, attempt) : { status: 'pending' }
}

/** The conclusion of an attempt that failed. */
export function unsuccessfulConclusion(message: string): Conclusion {
  return { status: 'unsuccessful', message: message || paymentFailed }
}

/** The conclusion of a payment that nothing was bought with, so that it is refunded. */
export function refundedConclusion(attempt: Attempt) {
  const reason = isLaterInstalment(attempt)
    ? 'Your payment was for an instalment that is already paid.'
    : 'Your payment arrived after your reservation had expired.'
  return {
    status: 'unsuccessful',
    message: `${reason} It will be refunded in full.`,
    charged: true,
  } as const satisfies Conclusion
}

/**
 * The conclusion of a payment that differs from the one requested. Promises a refund only if there is one: money of another payment, or of an unknown amount, is left
 * to the owner.
 */
export async function wrongPaymentConclusion(db: Database, attempt: Attempt) {
  const [wanted, nothing] = isLaterInstalment(attempt)
    ? ['instalment', 'the instalment is not paid yet']
    : ['order', 'you have not bought anything yet']
  const next = (await isRefunded(db, attempt))
    ? 'It will be refunded in full.'
    : `We are looking into it, and ${nothing}.`
  return {
    status: 'unsuccessful',
    message: `Your payment did not match your ${wanted}. ${next}`,
    charged: true,
  } as const satisfies Conclusion
}
