import type { Attempt } from '#server/payments/attempts.ts'
import type { CardDetails } from '#server/payments/settle.ts'
import type { Work } from '#server/database/transaction.ts'

import type { Instalment, SalePlan } from './read-plan.ts'

interface Opening {
  /** Idempotency key: an instalment is charged once with the same one. */
  attempt: string
  /** Address to which the bank sends the buyer back; null in their absence. */
  returnUrl: string | null
}

/**
 * Opens an attempt to charge an instalment to the plan's card, on a locked sale without another open attempt. Returns null
 * if there was an attempt with this key.
 */
export async function openInstalment(
  trx: Work,
  { plan, sale, currency }: SalePlan,
  { number, amount }: Instalment,
  { attempt, returnUrl }: Opening,
): Promise<Attempt | null> {
  const details: CardDetails = {
    paymentMethodId: plan.provider_method_id,
    verificationToken: '',
    account: plan.account,
    reference: sale.reference ?? '',
    returnUrl: returnUrl ?? '',
    customer: { id: plan.provider_customer_id, isPresent: returnUrl !== null },
  }
  const opened = await trx
    .insertInto('payment_attempts')
    .values({
      sale_id: sale.id,
      attempt,
      provider: 'stripe',
      method: 'instalment',
      instalment: number,
      basket_version: sale.basket_version,
      amount,
      currency,
      details: JSON.stringify(details),
    })
    .onConflict((conflict) => conflict.columns(['sale_id', 'attempt']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return opened ?? null
}
