import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { deliverWaiting } from '#server/delivery/deliver-order.ts'
import { sendGifts } from '#server/delivery/transfers/send-gifts.ts'
import { pay, payer } from '#server/testing/payers.ts'
import { chargeDue, days, planned, remind } from '#server/testing/plans.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { moveShopTime } from '#server/database/shop-time.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const failing = 201

/** Makes the database reject each change of a row that fulfils a condition, until `work` is done. */
async function rejecting(table: string, when: string, work: () => Promise<unknown>) {
  const run = (statement: string) => sql.raw(statement).execute(shop.db)
  await run(`create function reject() returns trigger language plpgsql as $$ begin raise 'rejected'; end $$`)
  await run(
    `create trigger reject before insert or update on ${table} for each row when (${when}) execute function reject()`,
  )
  await work()
  await run(`drop function reject cascade`)
}

it('delivers an order behind 201 that cannot be delivered', async () => {
  const by = await payer(shop)
  await pay(shop, by.visitor)
  await moveShopTime(shop.db, 61)
  await sql`insert into sales (reference, paid_at)
    select 'without buyer ' || i, shop_now() - interval '5 minutes' from generate_series(1, ${failing}::int) i`.execute(
    shop.db,
  )
  await deliverWaiting(shop.db, () => {})
  expect((await by.sale()).delivered_to_wallet_at).not.toBeNull()
  await sql`delete from sales where reference like 'without buyer %'`.execute(shop.db)
})

it('sends a gift behind 201 that cannot be sent', async () => {
  const by = await payer(shop)
  await pay(shop, by.visitor)
  await deliverWaiting(shop.db, () => {})
  const { id } = await by.sale()
  const gift = (email: string, count: number, minutes: number) =>
    sql`insert into transfers (sale_id, ticket_type_id, name, email, qty, is_gift, deliver_at)
      select ${id}, ${by.event.ticket()}, 'Grace', ${email}, 1, true, shop_now() - make_interval(mins => ${minutes}::int)
      from generate_series(1, ${count}::int)`.execute(shop.db)
  await gift('fails@example.com', failing, 2)
  await gift('grace@example.com', 1, 1)
  await rejecting('transfers', `new.email = 'fails@example.com'`, () => sendGifts(shop))
  const { token_hash } = await shop.db
    .selectFrom('transfers')
    .select('token_hash')
    .where('email', '=', 'grace@example.com')
    .executeTakeFirstOrThrow()
  expect(token_hash).not.toBeNull()
})

it('reminds of an instalment behind 201 of which nobody can be reminded', async () => {
  const by = await planned(shop)
  await moveShopTime(shop.db, days(28))
  await sql`insert into instalments (sale_id, number, amount, due_at, next_try_at)
    select ${by.saleId}, 10 + i, 1, shop_now() + interval '1 day', shop_now() + interval '1 day'
    from generate_series(1, ${failing}::int) i`.execute(shop.db)
  await rejecting('instalments', 'new.number > 10', () => remind(shop))
  expect((await by.instalments()).find(({ number }) => number === 2)?.reminded_at).not.toBeNull()
})

it('charges an instalment behind 201 that cannot be charged', async () => {
  const by = await planned(shop)
  const broken = await planned(shop)
  await moveShopTime(shop.db, days(31))
  await sql`insert into instalments (sale_id, number, amount, due_at, next_try_at)
    select ${broken.saleId}, 10 + i, 1, shop_now() - interval '9 days', shop_now() - interval '9 days'
    from generate_series(1, ${failing}::int) i`.execute(shop.db)
  await rejecting('payment_attempts', `new.sale_id = '${broken.saleId}'`, () => chargeDue(shop))
  expect((await by.instalments()).find(({ number }) => number === 2)?.payment_id).not.toBeNull()
})
