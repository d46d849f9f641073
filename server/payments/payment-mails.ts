import type { Basket, Sale } from '#server/basket/read-basket.ts'
import { findBuyer } from '#server/buyer/find-buyer.ts'
import { niceDate } from '#server/catalogue/dates.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { Work } from '#server/database/transaction.ts'
import { queueMail } from '#server/outbox/queue.ts'

import type { Attempt } from './attempts.ts'
import { isLaterInstalment } from './plans/plan-terms.ts'
import { describePlan } from './plans/describe-plan.ts'

/** Queues the receipt of a paid sale, with the codes of its gift vouchers; once per sale. */
export async function queueReceipt(trx: Work, { sale, tickets, vouchers }: Basket): Promise<void> {
  const buyer = await findBuyer(trx, sale)
  if (!buyer) return
  const issued = await trx
    .selectFrom('issued_vouchers')
    .select(['code', 'value', 'currency'])
    .where('sale_id', '=', sale.id)
    .orderBy('value')
    .orderBy('code')
    .execute()
  const lines = [
    ...tickets.map((line) => `${line.qty} × ${line.event_title}, ${line.name}, ${niceDate(line.starts_at)}`),
    ...vouchers.map((line) => `${line.qty} × ${line.name}, ${money(line.value, line.currency)}`),
    ...issued.map(({ code, value, currency }) => `Gift voucher of ${money(value, currency)}: ${code}`),
  ]
  await queueMail(trx, {
    key: `receipt:${sale.id}`,
    to: buyer.email,
    subject: 'Your order is complete',
    content: [
      `Thank you${buyer.name ? `, ${buyer.name}` : ''}. Your reference is ${sale.reference ?? ''}.`,
      ...lines,
      ...((await describePlan(trx, sale)) ?? [
        `Paid: ${money(sale.total ?? 0, sale.currency ?? 'GBP')}`,
        'Your tickets follow in another email.',
      ]),
    ],
  })
}

/** The reason for refunding a payment that pays nothing, because it came too late or the instalment is paid. */
export function notNeeded(attempt: Attempt): string {
  const payment = `Your payment of ${money(attempt.amount, attempt.currency)}`
  return isLaterInstalment(attempt)
    ? `${payment} was for an instalment that is already paid.`
    : `${payment} arrived when your tickets were no longer reserved.`
}

/** Queues a mail about the refund of an attempt, with its reason; once per attempt. */
export async function queueRefundNotice(
  trx: Work,
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
