import { shopNow } from '#server/database/shop-time.ts'
import type { Transaction } from '#server/database/transaction.ts'

import type { Attempt } from '#server/payments/attempts/attempt.ts'

/**
 * Books the recorded charge of an attempt as its instalment's payment; with the last one, completes the plan and has the
 * tickets delivered. Call it with the sale locked. Returns false if the instalment is already paid; the money must then be
 * refunded.
 */
export async function recordInstalmentPaid(trx: Transaction, attempt: Attempt): Promise<boolean> {
  const payment = await trx
    .selectFrom('payments')
    .select('id')
    .where('attempt_id', '=', attempt.id)
    .where('kind', '=', 'charge')
    .executeTakeFirst()
  if (!payment) return false
  const { numUpdatedRows } = await trx
    .updateTable('instalments')
    .set({ payment_id: payment.id })
    .where('sale_id', '=', attempt.sale_id)
    .where('number', '=', attempt.instalment)
    .where('amount', '=', attempt.amount)
    .where('payment_id', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const open = await trx
    .selectFrom('instalments')
    .select('id')
    .where('sale_id', '=', attempt.sale_id)
    .where('payment_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!open) await completePlan(trx, attempt.sale_id)
  return true
}

/** Completes a plan. The order is delivered once more, now with all its tickets. */
async function completePlan(trx: Transaction, saleId: string): Promise<void> {
  await trx
    .updateTable('payment_plans')
    .set({ status: 'completed', updated_at: shopNow })
    .where('sale_id', '=', saleId)
    .execute()
  await trx
    .updateTable('sales')
    .set({ delivered_to_bitticket_at: null, delivered_to_wallet_at: null, updated_at: shopNow })
    .where('id', '=', saleId)
    .execute()
}
