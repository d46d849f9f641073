import { readBasket } from '#server/basket/read-basket.ts'
import { defer } from '#server/database/defer.ts'
import { Unreachable } from '#server/providers/payment-provider.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'

import { readConclusion, type Conclusion } from '#server/payments/attempts/conclusion.ts'
import { findOpenPayment, findOwnAttempt } from '#server/payments/attempts/find-attempts.ts'
import { isClosed, type Attempt, isCharge, type CardDetails } from '#server/payments/attempts/attempt.ts'
import { openAttempt } from '#server/payments/attempts/open-attempt.ts'
import { cardProviderOf } from '#server/payments/attempts/provider-of.ts'
import { isCardCounted, type PayingContext } from '#server/payments/attempts/limit-tries.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import { chargeSale } from './charge.ts'
import { contactNumberOf } from '#server/payments/orders/payable.ts'
import type { Deadline } from '#server/payments/settling/reply-in-time.ts'
import { settleOnce } from '#server/payments/settling/settle.ts'

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
  context: PayingContext,
  session: Session,
  payment: CardPayment,
  deadline: Deadline,
): Promise<Conclusion> {
  const isSame = ({ method, provider, details }: Attempt) =>
    method === 'card' &&
    provider === payment.provider &&
    (details as CardDetails).paymentMethodId === payment.paymentMethodId
  return chargeSale(context, session, { attempt: payment.attempt, isSame }, deadline, async () => ({
    card: await fingerprintOf(context, session, payment),
    open: async (trx, payable, asked) => {
      const { sale, organisers } = payable.basket
      const takesSquare = organisers[0]?.provider === 'square'
      if (takesSquare !== (payment.provider === 'square'))
        throw new HttpError(409, 'This basket must be paid with a different provider')
      cardProviderOf(context, payment)
      await defer(
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
        ...asked,
      })
    },
  }))
}

/** Learns which card a buyer pays with whose cards are counted; '' if it is not known, which stops nobody. */
async function fingerprintOf(
  context: PayingContext,
  session: Session,
  { provider, paymentMethodId }: CardPayment,
): Promise<string> {
  const { saleId } = session
  // Only Stripe tells before it is charged.
  if (provider !== 'stripe' || !saleId || !(await isCardCounted(context, saleId, session))) return ''
  const { organisers } = await readBasket(context.db, saleId)
  const account = organisers[0]?.merchant_id ?? ''
  const card = await context.providers.cards.readCard(paymentMethodId, account).catch(() => null)
  return card?.fingerprint ?? ''
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
  return isClosed(attempt) ? readConclusion(db, attempt) : { status: 'pending' }
}

/** Settles the payment after 3-D Secure, as reported by the provider; the address is not trusted. */
export async function returnFromCard(context: PaymentContext, session: Session): Promise<void> {
  const open = await findOpenPayment(context.db, session)
  if (open && isCharge(open)) await settleOnce(context, open)
}
