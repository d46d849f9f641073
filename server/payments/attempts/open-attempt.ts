import type { Basket } from '#server/basket/read-basket.ts'
import { totalsOf } from '#server/basket/totals.ts'
import { defer } from '#server/database/defer.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Transaction } from '#server/database/transaction.ts'

import type { Attempt, AttemptDetails } from './attempt.ts'
import type { Asked } from './limit-tries.ts'

interface NewAttempt extends Partial<Asked> {
  attempt: string
  provider: Attempt['provider']
  method: Attempt['method']
  details?: AttemptDetails
  /** Pence, if it pays only a part of the total. */
  amount?: number
  instalment?: number
}

/** Opens an attempt on a locked, held sale and fixes the amount. The database allows one open attempt per sale. */
export async function openAttempt(trx: Transaction, basket: Basket, attempt: NewAttempt): Promise<Attempt> {
  const { sale } = basket
  const { total } = totalsOf(basket)
  await defer(
    trx,
    trx
      .updateTable('sales')
      .set({ total, payment_error: '', truelayer_returned_from: null, updated_at: shopNow })
      .where('id', '=', sale.id),
  )
  return trx
    .insertInto('payment_attempts')
    .values({
      amount: total,
      ...attempt,
      details: attempt.details ? JSON.stringify(attempt.details) : null,
      sale_id: sale.id,
      basket_version: sale.basket_version,
      // A sale with lines always has a currency.
      currency: sale.currency ?? 'GBP',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
