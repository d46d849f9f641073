import type { Sale } from '#server/basket/read-basket.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { Outcome } from '#server/providers/payment-provider.ts'

import { raiseAlarm } from '#server/monitoring/alarms.ts'
import type { Attempt, AttemptDetails } from '#server/payments/attempts/attempt.ts'
import { recordCharge, recordRefund } from '#server/payments/attempts/ledger.ts'
import { queueRefundNotice } from '#server/payments/orders/payment-mails.ts'

type Received = Extract<Outcome, { status: 'succeeded' }>

/** Lists how a received payment differs from the one that was requested. */
export function findDifferences(attempt: Attempt, sale: Sale, received: Received): string[] {
  return Object.entries({
    payment: attempt.provider_id !== null && attempt.provider_id !== received.providerId,
    sale: received.reference !== '' && received.reference !== referenceOf(attempt, sale),
    amount: received.amount !== attempt.amount,
    currency: received.currency !== attempt.currency,
    merchant: received.otherAccount !== undefined,
  }).flatMap(([name, differs]) => (differs ? [name] : []))
}

/**
 * Records a payment that differs from the one requested: an alarm for the owner, the money as reported in the ledger, and
 * its full refund. Money of another payment or without an amount is not touched; then there is only the alarm.
 */
export async function quarantine(
  trx: Transaction,
  sale: Sale,
  attempt: Attempt,
  received: Received,
  wrong: string[],
): Promise<void> {
  const { providerId, amount, currency, reference, otherAccount } = received
  const isRefundable = !wrong.includes('payment') && Number.isSafeInteger(amount) && amount > 0
  await raiseAlarm(trx, {
    kind: 'wrong_payment',
    about: attempt.id,
    provider: attempt.provider,
    saleId: sale.id,
    attemptId: attempt.id,
    details: {
      wrong,
      is_refunded: isRefundable,
      requested: {
        payment: attempt.provider_id,
        sale: referenceOf(attempt, sale),
        amount: attempt.amount,
        currency: attempt.currency,
      },
      reported: { payment: providerId, sale: reference, amount, currency, account: otherAccount },
    },
  })
  if (!isRefundable) return
  await recordCharge(trx, attempt, received)
  await recordRefund(trx, attempt, received)
  await queueRefundNotice(trx, sale, attempt.id, 'We received a payment that did not match your order.')
}

/** The sale's reference as the provider was told it. */
function referenceOf({ details }: Attempt, sale: Sale): string | null {
  return (details as AttemptDetails | null)?.reference ?? sale.reference
}
