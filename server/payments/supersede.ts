import { ownsSale } from '#server/basket/own-sale.ts'
import { messages } from '#server/basket/sale.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'
import { Unreachable } from '#server/providers/payment-provider.ts'

import { conclude, findOpenAttempt, type Conclusion } from './attempts.ts'
import { ask, giveUp, type PaymentContext } from './settle.ts'

/**
 * Ends whatever attempt of the session's sale is still open, so that another one may begin; of a payment that has
 * succeeded it tells so. Throws `HttpError` 409 while one can neither be stopped nor be given up.
 */
export async function supersede(context: PaymentContext, session: Session): Promise<Conclusion | null> {
  const open = session.saleId ? await findOpenAttempt(context.db, session.saleId) : undefined
  if (!open) return null
  if (!(await ownsSale(context.db, session))) throw new HttpError(409, messages.paying)
  const ended = await giveUp(context, open).catch((error: unknown) => {
    // Nobody knows how it ends, so that no other may begin.
    if (error instanceof Unreachable) throw new HttpError(409, messages.paying)
    throw error
  })
  if (ended.status === 'pending') throw new HttpError(409, messages.paying)
  return ended
}

/**
 * The buyer is back where a way to pay is chosen: an attempt that waits for them, at their bank or in a challenge, is
 * given up, so that the basket can be changed and paid otherwise. One that they have confirmed goes on.
 */
export async function stepBack(context: PaymentContext, session: Session): Promise<void> {
  const open = session.saleId ? await findOpenAttempt(context.db, session.saleId) : undefined
  if (!open || !(await ownsSale(context.db, session))) return
  const outcome = await ask(context, open)
  const conclusion = await conclude(context.db, open.id, outcome)
  if (outcome.status === 'action' && conclusion.status !== 'success')
    await giveUp(context, { ...open, provider_id: outcome.providerId })
}
