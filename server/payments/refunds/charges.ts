import type { Sale } from '#server/basket/read-basket.ts'
import type { Transaction } from '#server/database/transaction.ts'

import type { Attempt } from '#server/payments/attempts/attempt.ts'

/** A payment of an order that money can go back to. */
export interface Charge {
  attemptId: string
  provider: Attempt['provider']
  providerId: string
  method: Attempt['method']
  /** Pence that are not refunded yet. */
  left: number
  /** Whether its buyer has disputed it, so that the bank decides about the money. */
  isDisputed: boolean
}

/** Reads the payments of a sale of which something is left, newest first. */
export async function readCharges(trx: Transaction, { id, currency }: Sale): Promise<Charge[]> {
  const rows = await trx
    .selectFrom('payments')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'payments.attempt_id')
    .select(({ selectFrom, exists }) => [
      'payment_attempts.id as attemptId',
      'payment_attempts.provider',
      'payment_attempts.method',
      'payments.provider_id as providerId',
      'payments.amount',
      selectFrom('payments as refunds')
        .select(({ fn }) => fn.sum<string>('refunds.amount').as('sum'))
        .whereRef('refunds.attempt_id', '=', 'payments.attempt_id')
        .where('refunds.kind', '=', 'refund')
        .where('refunds.status', '<>', 'failed')
        .as('refunded'),
      exists(
        selectFrom('alarms')
          .select('alarms.id')
          .whereRef('alarms.attempt_id', '=', 'payments.attempt_id')
          .where('alarms.kind', '=', 'payment_disputed')
          .where('alarms.resolved_at', 'is', null),
      )
        .$castTo<boolean>()
        .as('isDisputed'),
    ])
    .where('payments.sale_id', '=', id)
    .where('payments.kind', '=', 'charge')
    .where('payments.currency', '=', currency ?? '')
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id')
    .execute()
  return rows
    .map(({ amount, refunded, ...charge }) => ({ ...charge, left: Number(amount) - Number(refunded ?? 0) }))
    .filter(({ left }) => left > 0)
}
