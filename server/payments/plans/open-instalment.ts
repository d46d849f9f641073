import type { Attempt, CardDetails } from '#server/payments/attempts/attempt.ts'
import type { Transaction } from '#server/database/transaction.ts'

import type { Instalment, InstalmentPlan, SalePlan } from './read-plan.ts'

/** Stored details of the attempt that pays a later instalment. */
interface InstalmentDetails extends CardDetails {
  /** Last digits of the card; missing in attempts from before. */
  last4?: string
}

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
  trx: Transaction,
  { plan, sale, currency }: SalePlan,
  { number, amount }: Instalment,
  { attempt, returnUrl }: Opening,
): Promise<Attempt | null> {
  const details: InstalmentDetails = {
    paymentMethodId: plan.provider_method_id,
    verificationToken: '',
    account: plan.account,
    reference: sale.reference ?? '',
    returnUrl: returnUrl ?? '',
    customer: { id: plan.provider_customer_id, isPresent: returnUrl !== null },
    last4: plan.last4,
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

/** The last digits of the card that an attempt charges; the plan may have another one since. */
export function chargedCard({ details }: Attempt, plan: Pick<InstalmentPlan, 'last4'>): string {
  // `openInstalment` wrote this shape.
  return (details as InstalmentDetails).last4 ?? plan.last4
}
