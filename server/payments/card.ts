import { isOwnSale } from '#server/basket/own-sale.ts'
import { lockOwnSale } from '#server/basket/sale.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'
import { Unreachable } from '#server/providers/payment-provider.ts'

import {
  conclusionOf,
  findOpenPayment,
  findOwnAttempt,
  isClosed,
  openAttempt,
  type Conclusion,
} from './attempts.ts'
import { contactNumberOf, lockPayable } from './payable.ts'
import { refuseIfOver, type Deadline } from './reply-in-time.ts'
import { cardProviderOf, sendNew, settle, type CardDetails, type PaymentContext } from './settle.ts'
import { supersede } from './supersede.ts'

export interface CardPayment {
  /** The provider whose card form the buyer used. */
  provider: 'stripe' | 'square'
  paymentMethodId: string
  verificationToken?: string
  contactNumber: string
  /** The page's idempotency key of this attempt. */
  attempt: string
  /** Address to which 3-D Secure sends the buyer back. */
  returnUrl: string
}

/**
 * Pays the session's sale by card, with the provider of its organiser. A sale that is already paid is not charged again.
 * Throws `HttpError` if the sale cannot be paid, `Unreachable` if the provider does not answer. After the deadline no
 * payment is started.
 */
export async function payByCard(
  context: PaymentContext,
  session: Session,
  payment: CardPayment,
  deadline: Deadline,
): Promise<Conclusion> {
  const repeated = await findOwnAttempt(context.db, session, payment.attempt)
  if (repeated) return settle(context, repeated)
  const earlier = await supersede(context, session)
  if (earlier) return earlier
  const { attempt, isNew } = await inTransaction(context.db, async (trx) => {
    refuseIfOver(deadline)
    // After locking the sale, because a simultaneous request may have paid it.
    const locked = await lockOwnSale(trx, session)
    const twin = await findOwnAttempt(trx, session, payment.attempt)
    if (twin) return { attempt: twin, isNew: false }
    if (locked.paid_at && isOwnSale(locked, session)) return { attempt: null, isNew: false }
    const payable = await lockPayable(trx, session)
    const { sale, organisers } = payable.basket
    const takesSquare = organisers[0]?.provider === 'square'
    if (takesSquare !== (payment.provider === 'square'))
      throw new HttpError(409, 'This basket must be paid with a different provider')
    cardProviderOf(context, payment)
    await trx
      .updateTable('sales')
      .set({ contact_number: contactNumberOf(payable, payment.contactNumber), state: 'payment' })
      .where('id', '=', sale.id)
      .execute()
    const details: CardDetails = {
      paymentMethodId: payment.paymentMethodId,
      verificationToken: payment.verificationToken ?? '',
      account: organisers[0]?.merchant_id ?? '',
      reference: sale.reference ?? '',
      returnUrl: payment.returnUrl,
    }
    const attempt = await openAttempt(trx, payable.basket, {
      attempt: payment.attempt,
      provider: payment.provider,
      method: 'card',
      details,
    })
    // Again, because the locks may have taken long.
    refuseIfOver(deadline)
    return { attempt, isNew: true }
  })
  if (!attempt) return { status: 'success' }
  return isNew ? sendNew(context, attempt) : settle(context, attempt)
}

/**
 * Reads a card payment that has not been settled in time, without asking the provider. Throws `Unreachable` if it has not
 * been sent to the provider.
 */
export async function readCardPayment(
  { db }: PaymentContext,
  session: Session,
  id: string,
): Promise<Conclusion> {
  const attempt = await findOwnAttempt(db, session, id)
  if (!attempt) throw new Unreachable('The payment has not been sent')
  return isClosed(attempt) ? conclusionOf(db, attempt) : { status: 'pending' }
}

/** Settles the payment after 3-D Secure, as reported by the provider; the address is not trusted. */
export async function returnFromCard(context: PaymentContext, session: Session): Promise<void> {
  const open = await findOpenPayment(context.db, session)
  if (open?.method === 'card') await settle(context, open)
}
