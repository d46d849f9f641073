import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { chargeDue, days, planned, remind } from '#server/testing/plans.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { times } from '#server/testing/two-shops.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
/** Shops that share only the database, like processes. */
const shops: TestShop[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  // One after the other, because each migrates.
  for (let i = 0; i < 4; i++) shops.push(await createTestShop({ databaseUrl: postgres.databaseUrl }))
})
afterAll(async () => {
  for (const shop of shops) await shop.close()
  await postgres?.stop()
})

const plans = 40

/** Copies a plan for many orders; all are charged to the same card. */
async function manyPlans(): Promise<void> {
  const [shop] = shops
  if (!shop) throw new Error('no shop')
  const { saleId } = await planned(shop)
  await sql`
    insert into sales (id, currency, reference, guest_email, total, paid_at, basket_version)
    select gen_random_uuid(), 'GBP', 'COPY-' || n, 'copy-' || n || '@example.com', 2000, shop_now(), 0
    from generate_series(2, ${plans}::int) n`.execute(shop.db)
  for (const table of ['payment_plans', 'instalments']) {
    const columns = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_name = ${table} and column_name not in ('id', 'sale_id', 'payment_id')`.execute(shop.db)
    const names = sql.join(columns.rows.map(({ name }) => sql.ref(name)))
    const values = sql.join(columns.rows.map(({ name }) => sql.ref(`one.${name}`)))
    await sql`
      insert into ${sql.table(table)} (sale_id, ${names})
      select sales.id, ${values} from sales, ${sql.table(table)} one
      where one.sale_id = ${saleId} and sales.reference like 'COPY-%'
        ${table === 'instalments' ? sql`and one.number > 1` : sql``}`.execute(shop.db)
  }
}

it(
  'reminds and charges each of forty plans once, with four workers at the due instant [C23]',
  { timeout: 180_000 },
  async () => {
    await manyPlans()
    const [shop] = shops
    if (!shop) throw new Error('no shop')
    await moveShopTime(shop.db, days(28))
    const reminded = await Promise.all(shops.flatMap((each) => [remind(each), remind(each)]))
    expect(reminded.reduce((sum, count) => sum + count)).toBe(plans)
    await moveShopTime(shop.db, days(2) + 1)
    await times(2, () => Promise.all(shops.map(chargeDue)))
    const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from instalments where number = 2 and payment_id is not null) as paid,
      (select count(*)::int from payment_attempts where instalment = 2) as attempts,
      (select count(*)::int from sandbox_records
        where kind = 'payment_intent' and data->>'status' = 'succeeded') as charges,
      (select count(*)::int from payments where kind = 'refund') as refunds,
      (select count(*)::int from outbox where key like 'instalment-receipt:%') as receipts,
      (select count(*)::int from outbox where key like 'instalment-reminder:%') as mails,
      (select count(*)::int from outbox where key like 'sms:instalment-reminder:%') as sms`.execute(shop.db)
    expect(rows).toEqual([
      {
        paid: plans,
        attempts: plans,
        charges: plans,
        refunds: 0,
        receipts: plans,
        mails: plans,
        sms: plans,
      },
    ])
  },
)
