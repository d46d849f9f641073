import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { chargeDue, days, planned, remind } from '#server/testing/plans.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
afterEach(() => shop.db.updateTable('payment_plans').set({ status: 'completed' }).execute())

it('reminds by SMS and mail three days before an instalment, once [DONE-09]', async () => {
  const one = await planned(shop)
  await moveShopTime(shop.db, days(27) - 60)
  expect(await remind(shop)).toBe(0)
  await moveShopTime(shop.db, 61)
  expect(await remind(shop)).toBe(1)
  expect(await remind(shop)).toBe(0)
  const { mails, sms } = await one.messages()
  expect(mails).toEqual([expect.stringMatching(/^£6\.00 will be charged on \w{3} \d+ \w{3} \d{4}$/)])
  expect(sms).toEqual([
    expect.stringMatching(
      /^Foyer: on \w{3} \d+ \w{3} \d{4} we will charge £6\.00 to your card ending 4242\. Use another card:$/,
    ),
  ])
})

it('reminds of each later instalment', async () => {
  const one = await planned(shop)
  await moveShopTime(shop.db, days(28))
  await remind(shop)
  await moveShopTime(shop.db, days(2))
  await chargeDue(shop)
  await moveShopTime(shop.db, days(28))
  expect(await remind(shop)).toBe(1)
  expect((await one.messages()).sms).toHaveLength(2)
})

it('does not remind of an instalment that is due already: the buyer gets the receipt only', async () => {
  const one = await planned(shop)
  await moveShopTime(shop.db, days(30) + 1)
  expect(await remind(shop)).toBe(0)
  await chargeDue(shop)
  expect(await one.messages()).toEqual({ mails: ['We have received £6.00'], sms: [] })
})

it('does not remind of a paid instalment, nor for a stopped plan', async () => {
  const [paid, stopped] = [await planned(shop), await planned(shop)]
  const [first] = await paid.instalments()
  await shop.db
    .insertInto('payments')
    .values({
      sale_id: paid.saleId,
      kind: 'charge',
      provider: 'stripe',
      provider_id: `early-${first?.id}`,
      amount: 600,
      currency: 'GBP',
      status: 'done',
    })
    .execute()
  await shop.db
    .updateTable('instalments')
    .set((eb) => ({
      payment_id: eb.selectFrom('payments').select('id').where('provider_id', '=', `early-${first?.id}`),
    }))
    .where('sale_id', '=', paid.saleId)
    .where('number', '=', 2)
    .execute()
  await shop.db
    .updateTable('payment_plans')
    .set({ status: 'stopped' })
    .where('sale_id', '=', stopped.saleId)
    .execute()
  await moveShopTime(shop.db, days(28))
  expect(await remind(shop)).toBe(0)
})

it('reminds the others if one reminder cannot be written, and logs it', async () => {
  const [broken, other] = [await planned(shop), await planned(shop)]
  const email = sql.lit(broken.email)
  await sql`alter table outbox add constraint broken check (payload->>'to' <> ${email}) not valid`.execute(
    shop.db,
  )
  await moveShopTime(shop.db, days(28))
  shop.logged.length = 0
  const reminded = await remind(shop).finally(() =>
    sql`alter table outbox drop constraint broken`.execute(shop.db),
  )
  expect(reminded).toBe(1)
  expect((await other.messages()).mails).toHaveLength(1)
  expect(shop.logged).toEqual([expect.objectContaining({ event: 'instalment not reminded of' })])
  expect(await remind(shop)).toBe(1)
})

it('does not remind for a plan that stops while others are reminded', async () => {
  const [first, second] = [await planned(shop), await planned(shop)]
  const [firstId, secondId] = [sql.lit(first.saleId), sql.lit(second.saleId)]
  await sql`
    create function stop_second() returns trigger language plpgsql as $$ begin
      update payment_plans set status = 'stopped' where sale_id = ${secondId};
      return new;
    end $$`.execute(shop.db)
  await sql`
    create trigger stop_second after update on instalments
      for each row when (new.sale_id = ${firstId}) execute function stop_second()`.execute(shop.db)
  await moveShopTime(shop.db, days(28))
  const reminded = await remind(shop).finally(() => sql`drop function stop_second() cascade`.execute(shop.db))
  expect(reminded).toBe(1)
  expect(await second.messages()).toEqual({ mails: [], sms: [] })
  // It is reminded if it goes on.
  expect((await second.instalments())[1]?.reminded_at).toBeNull()
})

it('fits an SMS into one part, in letters that every phone knows', async () => {
  const one = await planned(shop)
  await moveShopTime(shop.db, days(28))
  await remind(shop)
  const [sms = ''] = (await one.messages()).sms
  expect(`${sms} https://tickets.example/account/`.length).toBeLessThanOrEqual(160)
  expect(sms).toMatch(/^[ -~£]+$/)
})
