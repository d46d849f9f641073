import type { ExpressionBuilder } from 'kysely'

import type { Tables } from '#server/database/tables.ts'

/**
 * Whether a payment for an instalment did not match it. It is not charged again before the owner has looked: the buyer may
 * have paid already; see `alarms`.
 */
export function isUnderReview({ exists, selectFrom }: ExpressionBuilder<Tables, 'instalments'>) {
  return exists(
    selectFrom('payment_attempts')
      .select('payment_attempts.id')
      .whereRef('payment_attempts.sale_id', '=', 'instalments.sale_id')
      .whereRef('payment_attempts.instalment', '=', 'instalments.number')
      .where('payment_attempts.status', '=', 'quarantined'),
  )
}
