import type { Sale } from '#server/basket/read-basket.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Transaction } from '#server/database/transaction.ts'

import type { PlanTerms } from './plan-terms.ts'
import { saveCard } from './save-card.ts'

/** Writes the plan of a sale that was just paid, its instalments, and the buyer's new card. */
export async function startPlan(trx: Transaction, sale: Sale, terms: PlanTerms): Promise<void> {
  const { provider, account, customer, card, schedule, mobile, wording } = terms
  await trx
    .insertInto('payment_plans')
    .values({
      sale_id: sale.id,
      months: schedule.length,
      provider,
      account,
      provider_customer_id: customer,
      provider_method_id: card.methodId,
      brand: card.brand,
      last4: card.last4,
      expiry_month: card.expiryMonth,
      expiry_year: card.expiryYear,
      mobile,
      wording,
      agreed_at: shopNow,
    })
    .execute()
  await trx
    .insertInto('instalments')
    .values(
      schedule.map(({ due, amount }, index) => ({
        sale_id: sale.id,
        number: index + 1,
        due_at: due,
        next_try_at: due,
        amount,
      })),
    )
    .execute()
  if (terms.saveFor) await saveCard(trx, terms.saveFor, terms)
}
