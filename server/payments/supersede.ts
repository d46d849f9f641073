import { messages } from '#server/basket/sale.ts'
import { Refusal } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'

import { ownsSale } from '#server/basket/own-sale.ts'

import { conclude, findOpenAttempt, type Conclusion } from './attempts.ts'
import { Unreachable } from '#server/providers/payment-provider.ts'
import { ask, giveUp, type Till } from './settle.ts'

/**
 * Ends whatever attempt of the session's sale is still open, so that another one may begin; of a payment that has
 * succeeded it tells so. Throws `Refusal` 409 while one can neither be stopped nor be given up.
 */
export async function makeWay(till: Till, session: Session): Promise<Conclusion | null> {
  const open = session.saleId ? await findOpenAttempt(till.db, session.saleId) : undefined
  if (!open) return null
  if (!(await ownsSale(till.db, session))) throw new Refusal(409, messages.paying)
  const ended = await giveUp(till, open).catch((error: unknown) => {
    // Nobody knows how it ends, so that no other may begin.
    if (error instanceof Unreachable) throw new Refusal(409, messages.paying)
    throw error
  })
  if (ended.status === 'pending') throw new Refusal(409, messages.paying)
  return ended
}

/**
 * The buyer is back where a way to pay is chosen: an attempt that waits for them, at their bank or in a challenge, is
 * given up, so that the basket can be changed and paid otherwise. One that they have confirmed goes on.
 */
export async function stepBack(till: Till, session: Session): Promise<void> {
  const open = session.saleId ? await findOpenAttempt(till.db, session.saleId) : undefined
  if (!open || !(await ownsSale(till.db, session))) return
  const outcome = await ask(till, open)
  const standing = await conclude(till.db, open.id, outcome)
  if (outcome.status === 'action' && standing.status !== 'success')
    await giveUp(till, { ...open, provider_id: outcome.providerId })
}
