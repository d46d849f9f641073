import { createHash } from 'node:crypto'

import type { Buyer } from '#server/buyer/find-buyer.ts'
import type { Database } from '#server/database/connect.ts'
import type { StripeProvider } from '#server/providers/payment-provider.ts'

const provider = 'stripe'

/**
 * Returns the buyer's customer on an account of the provider, creating one if needed. A user has one on each account, a
 * guest one for each sale. Throws `Unreachable`.
 */
export async function customerFor(
  db: Database,
  cards: StripeProvider,
  { userId, email, name }: Buyer,
  { saleId, account }: { saleId: string; account: string },
): Promise<string> {
  const known = userId ? await findCustomer(db, userId, account) : undefined
  if (known) return known
  // The provider rejects a repeated key with other details.
  const details = JSON.stringify([userId ?? saleId, account, email, name])
  const key = `customer-${createHash('sha256').update(details).digest('hex')}`
  const created = await cards.createCustomer({ key, account, email, name })
  if (!userId) return created
  await db
    .insertInto('provider_customers')
    .values({ user_id: userId, provider, account, customer_id: created })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findCustomer(db, userId, account)) ?? created
}

async function findCustomer(db: Database, userId: string, account: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('provider_customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('account', '=', account)
    .executeTakeFirst()
  return row?.customer_id
}
