import type { Basket, Sale } from '#server/basket/read-basket.ts'
import { findBuyer } from '#server/buyer/find-buyer.ts'
import { niceDay } from '#server/catalogue/dates.ts'
import { readBookedDates, subjectAbout } from '#server/catalogue/event-blocks.ts'
import { mailPicture } from '#server/catalogue/event-picture.ts'
import { money } from '#server/catalogue/price-text.ts'
import { termsText } from '#server/catalogue/terms.ts'
import { defer } from '#server/database/defer.ts'
import { jsonText } from '#server/database/json-text.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { queueMail } from '#server/outbox/queue.ts'

import { type Attempt, isLaterInstalment } from '#server/payments/attempts/attempt.ts'
import { describePlan } from '#server/payments/plans/describe-plan.ts'
import { receipt } from './receipt.ts'

/** Queues the receipt of a paid sale, with the codes of its gift vouchers; once per sale. `amount` is the payment, in pence. */
export async function queueReceipt(trx: Transaction, basket: Basket, amount: number): Promise<void> {
  const { sale } = basket
  const buyer = await findBuyer(trx, sale)
  if (!buyer) return
  const howItWasPaid = await howPaid(trx, sale)
  const dates = await readBookedDates(trx, basket.tickets)
  await queueMail(trx, {
    key: `receipt:${sale.id}`,
    to: buyer.email,
    subject: subjectAbout(dates, 'your order is complete'),
    heading: 'Your order is complete',
    picture: mailPicture(dates[0]),
    content: receipt({
      basket,
      buyerName: buyer.name,
      dates,
      vouchers: basket.vouchers.length > 0 ? await issuedVouchers(trx, sale) : [],
      paid: { amount, by: howItWasPaid() },
      plan: sale.plan_months === null ? null : await describePlan(trx, sale),
    }),
    // A link would not do: the buyer must be able to keep the terms as they were.
    attachments: [
      { filename: 'terms-of-sale.txt', contentType: 'text/plain; charset=utf-8', content: termsText() },
    ],
  })
}

function issuedVouchers(trx: Transaction, { id }: Sale) {
  return trx
    .selectFrom('issued_vouchers')
    .select(['code', 'value', 'currency', 'expires_at'])
    .where('sale_id', '=', id)
    .orderBy('value')
    .orderBy('code')
    .execute()
}

/** Says when an instalment is due. */
export const toBePaidOn = (due: Date): string => `To be paid on ${niceDay(due)}`

/** How a method of payment is named after an amount. */
export const paidBy = {
  card: 'by card',
  instalment: 'by card',
  bank: 'by bank transfer',
  free: '',
} satisfies Record<Attempt['method'], string>

/**
 * Describes the newest payment of a sale, with the last digits of a saved card, once the next statement was answered; see
 * `later`.
 */
async function howPaid(trx: Transaction, sale: Sale): Promise<() => string> {
  const attempts = trx
    .selectFrom('payment_attempts')
    .leftJoin('user_cards', (join) =>
      join
        .onRef('user_cards.provider', '=', 'payment_attempts.provider')
        .on('user_cards.provider_method_id', '=', jsonText('payment_attempts.details', 'paymentMethodId')),
    )
    .select(['method', 'brand', 'last4'])
    .where('sale_id', '=', sale.id)
    .where('status', '=', 'succeeded')
    .orderBy('payment_attempts.updated_at', 'desc')
    .limit(1)
  const found = await defer(trx, attempts)
  return () => describeMethod(found()[0])
}

type Paid = Pick<Attempt, 'method'> & { brand: string | null; last4: string | null }

function describeMethod(attempt: Paid | undefined): string {
  if (!attempt) return ''
  return attempt.last4 ? `by ${attempt.brand} card ending ${attempt.last4}` : paidBy[attempt.method]
}

/** The reason for refunding a payment that pays nothing, because it came too late or the instalment is paid. */
export function refundReason(attempt: Attempt): string {
  const payment = `Your payment of ${money(attempt.amount, attempt.currency)}`
  return isLaterInstalment(attempt)
    ? `${payment} was for an instalment that is already paid.`
    : `${payment} arrived when your tickets were no longer reserved.`
}

/** Queues a mail about the refund of an attempt, with its reason; once per attempt. */
export async function queueRefundNotice(
  trx: Transaction,
  sale: Sale,
  attemptId: string,
  reason: string,
): Promise<void> {
  const buyer = await findBuyer(trx, sale)
  if (!buyer) return
  await queueMail(trx, {
    key: `refund:${attemptId}`,
    to: buyer.email,
    subject: 'Your payment is being refunded',
    content: [
      reason,
      'We are refunding it in full to the card or account you paid with. You do not need to do anything.',
    ],
  })
}
