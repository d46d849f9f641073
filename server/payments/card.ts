import { later } from '#server/database/later.ts'
import { Unreachable } from '#server/providers/payment-provider.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'

import {
  conclusionOf,
  findOpenPayment,
  findOwnAttempt,
  isClosed,
  openAttempt,
  type Attempt,
  type Conclusion,
} from './attempts.ts'
import { charge } from './charge.ts'
import { contactNumberOf } from './payable.ts'
import type { Deadline } from './reply-in-time.ts'
import { cardProviderOf, isCharge, settleInTurn, type CardDetails, type PaymentContext } from './settle.ts'

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

/** Pays the session's sale by card, with the provider of its organiser; see `charge`. */
export function payByCard(
  context: PaymentContext,
  session: Session,
  payment: CardPayment,
  deadline: Deadline,
): Promise<Conclusion> {
  const isSame = ({ method, provider, details }: Attempt) =>
    method === 'card' &&
    provider === payment.provider &&
    (details as CardDetails).paymentMethodId === payment.paymentMethodId
  return charge(context, session, { attempt: payment.attempt, isSame }, deadline, () =>
    Promise.resolve(async (trx, payable) => {
      const { sale, organisers } = payable.basket
      const takesSquare = organisers[0]?.provider === 'square'
      if (takesSquare !== (payment.provider === 'square'))
        throw new HttpError(409, 'This basket must be paid with a different provider')
      cardProviderOf(context, payment)
      await later(
        trx,
        trx
          .updateTable('sales')
          .set({ contact_number: contactNumberOf(payable, payment.contactNumber), state: 'payment' })
          .where('id', '=', sale.id),
      )
      const details: CardDetails = {
        paymentMethodId: payment.paymentMethodId,
        verificationToken: payment.verificationToken ?? '',
        account: organisers[0]?.merchant_id ?? '',
        reference: sale.reference ?? '',
        returnUrl: payment.returnUrl,
      }
      return openAttempt(trx, payable.basket, {
        attempt: payment.attempt,
        provider: payment.provider,
        method: 'card',
        details,
      })
    }),
  )
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
  if (open && isCharge(open)) await settleInTurn(context, open)
}
