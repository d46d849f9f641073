import type { Database } from '#server/database/connect.ts'
import { defer } from '#server/database/defer.ts'
import type { Transaction } from '#server/database/transaction.ts'

import type { Attempt } from './attempt.ts'

/** Money as the provider reported it: pence, or the smallest unit of another currency. */
export interface Money {
  /** The payment at the provider. */
  providerId: string
  amount: number
  currency: string
}

/** Records money received for an attempt; once. */
export async function recordCharge(trx: Transaction, attempt: Attempt, money: Money): Promise<void> {
  await record(trx, attempt, money, 'charge', 'done')
}

/** Records that money received for an attempt, which pays for nothing, must be refunded in full; once. The job pays it out. */
export async function recordRefund(trx: Transaction, attempt: Attempt, money: Money): Promise<void> {
  await record(trx, attempt, money, 'refund', 'pending')
}

/** Whether an attempt's money paid for nothing, so that the shop refunds it. */
export async function isRefunded(db: Database, attempt: Attempt): Promise<boolean> {
  const refund = await db
    .selectFrom('payments')
    .select('id')
    .where('attempt_id', '=', attempt.id)
    .where('refunded_by', '=', 'shop')
    .executeTakeFirst()
  return refund !== undefined
}

async function record(
  trx: Transaction,
  attempt: Attempt,
  { providerId, amount, currency }: Money,
  kind: 'charge' | 'refund',
  status: 'done' | 'pending',
): Promise<void> {
  await defer(
    trx,
    trx
      .insertInto('payments')
      .values({
        sale_id: attempt.sale_id,
        attempt_id: attempt.id,
        kind,
        provider: attempt.provider,
        provider_id: providerId,
        amount,
        currency,
        status,
        refunded_by: kind === 'refund' ? 'shop' : null,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )
}
