import { isOwnSale } from '#server/basket/own-sale.ts'
import { lockOwnSale } from '#server/basket/sale.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'

import { findOpenAttempt, findOwnAttempt, openAttempt, type Conclusion } from './attempts.ts'
import { contactNumberOf, lockPayable } from './payable.ts'
import { settle, type CardDetails, type PaymentContext } from './settle.ts'
import { supersede } from './supersede.ts'

interface CardPayment {
  paymentMethodId: string
  contactNumber: string
  /** The page's own id of this attempt: asked again with it, the answer is the same and nobody pays twice. */
  attempt: string
  /** Where the buyer comes back to after proving who they are. */
  returnUrl: string
}

/**
 * Pays the session's sale by card; one that the visitor has paid already is paid, and nothing more is charged. Throws
 * `HttpError` when it may not be paid, `Unreachable` when the provider is silent.
 */
export async function payByCard(
  context: PaymentContext,
  session: Session,
  payment: CardPayment,
): Promise<Conclusion> {
  const repeated = await findOwnAttempt(context.db, session, payment.attempt)
  if (repeated) return settle(context, repeated)
  const earlier = await supersede(context, session)
  if (earlier?.status === 'success') return earlier
  const attempt = await inTransaction(context.db, async (trx) => {
    // Behind the sale's lock, because what came at the same time is decided by now.
    const locked = await lockOwnSale(trx, session)
    const twin = await findOwnAttempt(trx, session, payment.attempt)
    if (twin) return twin
    if (locked.paid_at && isOwnSale(locked, session)) return null
    const payable = await lockPayable(trx, session)
    const { sale, organisers } = payable.basket
    if (organisers[0]?.provider === 'square')
      throw new HttpError(409, 'This basket is paid by another provider')
    await trx
      .updateTable('sales')
      .set({ contact_number: contactNumberOf(payable, payment.contactNumber), state: 'payment' })
      .where('id', '=', sale.id)
      .execute()
    const details: CardDetails = {
      paymentMethodId: payment.paymentMethodId,
      account: organisers[0]?.merchant_id ?? '',
      reference: sale.reference ?? '',
      returnUrl: payment.returnUrl,
    }
    return openAttempt(trx, payable.basket, {
      attempt: payment.attempt,
      provider: 'stripe',
      method: 'card',
      details,
    })
  })
  return attempt ? settle(context, attempt) : { status: 'success' }
}

/** The buyer is back from proving who they are: how the payment stands is asked from the provider, never read from the address. */
export async function returnFromCard(context: PaymentContext, session: Session): Promise<void> {
  const open = session.saleId ? await findOpenAttempt(context.db, session.saleId) : undefined
  if (open?.method === 'card') await settle(context, open)
}
