import { isOwnSale, ownsSale } from '#server/basket/own-sale.ts'
import { messages } from '#server/basket/sale.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'
import { Unreachable } from '#server/providers/payment-provider.ts'

import { askProviderOnce } from './ask-provider-once.ts'
import { findAttempt, findOpenPayment, type findPayments } from '#server/payments/attempts/find-attempts.ts'
import type { Conclusion } from '#server/payments/attempts/conclusion.ts'
import { concludeWithSeats } from './conclude-with-seats.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import { askProvider, cancelAttempt, cancelAttemptOnce } from './settle.ts'

/**
 * Cancels the open attempt of the session's sale, so that another one can start. Returns its result if the buyer turns out
 * to be charged: no other attempt may start before they know. Throws `HttpError` 409 if it cannot be cancelled.
 */
export async function supersede(
  context: PaymentContext,
  session: Session,
  found: Awaited<ReturnType<typeof findPayments>>,
): Promise<Conclusion | null> {
  const open = found?.attempts.find(({ status }) => status === 'open')
  if (!found || !open || found.sale.paid_at) return null
  if (!isOwnSale(found.sale, session)) throw new HttpError(409, messages.paying)
  const ended = await cancelAttemptOnce(context, open).catch((error: unknown) => {
    // Its outcome is unknown, so no other attempt may start.
    if (error instanceof Unreachable) throw new HttpError(409, messages.paying)
    throw error
  })
  if (ended.status === 'pending') throw new HttpError(409, messages.paying)
  const isCharged = ended.status === 'success' || (ended.status === 'unsuccessful' && ended.charged)
  return isCharged ? ended : null
}

/**
 * Cancels an attempt that waits for the buyer, at the bank or in 3-D Secure, when they return to the payment step, so
 * that they can change the basket or the payment method. A confirmed payment continues.
 */
export async function cancelUnconfirmed(context: PaymentContext, session: Session): Promise<void> {
  const open = await findOpenPayment(context.db, session)
  if (!open || !(await ownsSale(context.db, session))) return
  const known = () => Promise.resolve()
  await askProviderOnce(
    context,
    open,
    'cancel unconfirmed',
    () => cancelIfUnconfirmed(context, open.id),
    known,
  )
}

async function cancelIfUnconfirmed(context: PaymentContext, id: string): Promise<void> {
  const open = await findAttempt(context.db, id)
  if (open.status !== 'open') return
  const outcome = await askProvider(context, open)
  const conclusion = await concludeWithSeats(context, open, outcome)
  if (outcome.status === 'action' && conclusion.status !== 'success')
    await cancelAttempt(context, { ...open, provider_id: outcome.providerId })
}
