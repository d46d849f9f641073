import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { PaymentProviders } from '#server/providers/connect-providers.ts'
import { Unreachable, type Outcome, type PaymentProvider } from '#server/providers/payment-provider.ts'

import { conclude, conclusionOf, findAttempt, type Attempt, type Conclusion } from './attempts.ts'

/** What settling a payment needs: the ledger and the providers. */
export interface PaymentContext {
  db: Database
  providers: PaymentProviders
}

/** What a card attempt keeps, to be sent again when nobody knows whether it arrived. */
export interface CardDetails {
  paymentMethodId: string
  account: string
  reference: string
  returnUrl: string
}

/** Asks the provider how an attempt stands and concludes it; a card attempt that may never have arrived is sent again. */
export async function settle(context: PaymentContext, attempt: Attempt): Promise<Conclusion> {
  if (attempt.status === 'succeeded' || attempt.status === 'failed') return conclusionOf(context.db, attempt)
  return conclude(context.db, attempt.id, await ask(context, attempt))
}

/**
 * Gives an open attempt up, so that another one may begin. Where the provider can stop it, it does. A bank transfer
 * nobody can stop is put aside as `cancelled`: should it succeed after all, the sale is paid by it or the money goes
 * back. `pending` means that a card payment is being processed and cannot be given up.
 */
export async function giveUp(context: PaymentContext, attempt: Attempt): Promise<Conclusion> {
  const sent = await sentOf(context, attempt)
  if (sent.status !== 'open') return conclusionOf(context.db, sent)
  const outcome: Outcome | null = sent.provider_id
    ? await providerOf(context, sent).cancel(sent.provider_id, accountOf(sent))
    : null
  if (outcome?.status === 'succeeded' || outcome?.status === 'failed')
    return conclude(context.db, sent.id, outcome)
  if (sent.method === 'card') return { status: 'pending' }
  await context.db
    .updateTable('payment_attempts')
    .set({ status: 'cancelled', updated_at: shopNow })
    .where('id', '=', sent.id)
    .where('status', '=', 'open')
    .execute()
  return { status: 'unsuccessful', message: '' }
}

/** Sends a card attempt to the provider; the attempt's id is the key, so that sending it twice charges once. */
export async function sendCard({ db, providers }: PaymentContext, attempt: Attempt): Promise<Outcome> {
  // Written by the card payment with this shape.
  const details = attempt.details as CardDetails
  try {
    return await providers.cards.charge({
      key: attempt.id,
      amount: attempt.amount,
      currency: attempt.currency,
      ...details,
    })
  } catch (error) {
    // Refused for a reason that lies with the shop: nothing was charged, and the hold must not stay pinned.
    if (!(error instanceof Unreachable))
      await conclude(db, attempt.id, { status: 'failed', providerId: null, message: '' })
    throw error
  }
}

/** The provider of an attempt. Throws `HttpError` 503 when the shop no longer has an account there. */
export function providerOf(
  { providers }: PaymentContext,
  { provider }: Pick<Attempt, 'provider'>,
): PaymentProvider {
  const found = provider === 'stripe' ? providers.cards : provider === 'truelayer' ? providers.bank : null
  if (!found) throw new HttpError(503, 'This way of paying is not available now')
  return found
}

/** The organiser's own account at the card provider, '' for the shop's. */
export function accountOf({ details }: Pick<Attempt, 'details'>): string {
  return (details as Partial<CardDetails> | null)?.account ?? ''
}

/** How an attempt stands by the provider's word; a card attempt that may never have arrived is sent again. */
export function ask(context: PaymentContext, attempt: Attempt): Promise<Outcome> {
  if (attempt.provider_id) return providerOf(context, attempt).find(attempt.provider_id, accountOf(attempt))
  if (attempt.method === 'card') return sendCard(context, attempt)
  return Promise.resolve({ status: 'pending', providerId: null })
}

async function sentOf(context: PaymentContext, attempt: Attempt): Promise<Attempt> {
  if (attempt.provider_id || attempt.method !== 'card') return attempt
  await conclude(context.db, attempt.id, await sendCard(context, attempt))
  return findAttempt(context.db, attempt.id)
}
