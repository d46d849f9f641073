import type { Selectable } from 'kysely'

import type { Sale } from '#server/basket/read-basket.ts'
import { findBuyer, type Buyer } from '#server/buyer/find-buyer.ts'
import type { Database } from '#server/database/connect.ts'
import type { Currency, Tables } from '#server/database/tables.ts'

export type InstalmentPlan = Selectable<Tables['payment_plans']>
export type Instalment = Selectable<Tables['instalments']>

/** An instalment plan with its sale, buyer and instalments, by number. */
export interface SalePlan {
  plan: InstalmentPlan
  sale: Sale
  currency: Currency
  buyer: Buyer | null
  instalments: Instalment[]
}

/** Reads the instalment plan of a sale; null if it is paid in full at once. */
export async function readPlan(db: Database, sale: Sale): Promise<SalePlan | null> {
  const plan = await db
    .selectFrom('payment_plans')
    .selectAll()
    .where('sale_id', '=', sale.id)
    .executeTakeFirst()
  if (!plan) return null
  const instalments = await db
    .selectFrom('instalments')
    .selectAll()
    .where('sale_id', '=', sale.id)
    .orderBy('number')
    .execute()
  // A sale with lines always has a currency.
  return { plan, sale, currency: sale.currency ?? 'GBP', buyer: await findBuyer(db, sale), instalments }
}

/** What is still to be paid, in pence. */
export function remainingOf({ instalments }: Pick<SalePlan, 'instalments'>): number {
  return instalments
    .filter(({ payment_id }) => payment_id === null)
    .reduce((sum, { amount }) => sum + amount, 0)
}
