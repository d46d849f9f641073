import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { readTransfer } from '#server/delivery/transfers/read-transfer.ts'
import { hashToken } from '#server/http/tokens.ts'
import { isCatalogueEmpty, seed } from '#server/seeds/seed.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { owner } from '#server/testing/transfers.ts'

import { connect, DatabaseUnreadable } from './connect.ts'
import { migrate } from './migrate.ts'
import { up as hashTokens } from './migrations/026-offers.ts'
import { moveShopTime, shopNow } from './shop-time.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

it('migrates and seeds a second time without changing existing data', async () => {
  await shop.db
    .updateTable('pools')
    .set({ sold: 2 })
    .where('id', '=', 'lantern-evening-friday-quay')
    .execute()
  await migrate(shop.db)
  await seed(shop.db)
  expect(await isCatalogueEmpty(shop.db)).toBe(false)
  const pool = await shop.db
    .selectFrom('pools')
    .selectAll()
    .where('id', '=', 'lantern-evening-friday-quay')
    .executeTakeFirstOrThrow()
  expect(pool.sold).toBe(2)
})

it('leaves a database alone that a later release has migrated [C13]', async () => {
  const later = sql`insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')`
  await later.execute(shop.db)
  await migrate(shop.db)
  await sql`delete from kysely_migration where name = '999-later'`.execute(shop.db)
})

it('leaves a database alone that lacks a migration but has later ones [C13]', async () => {
  const name = '020-door'
  await sql`delete from kysely_migration where name = ${name}`.execute(shop.db)
  await expect(migrate(shop.db)).rejects.toThrow(`it lacks the migration ${name}, but has later ones`)
  await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-01-01')`.execute(shop.db)
  await migrate(shop.db)
})

it('starts on a migrated database as a user who may not create tables [C13]', async () => {
  await sql`create role reader`.execute(shop.db)
  await sql`grant usage on schema public to reader`.execute(shop.db)
  await sql`grant select on kysely_migration to reader`.execute(shop.db)
  // PGlite has one connection.
  await sql`set role reader`.execute(shop.db)
  try {
    await migrate(shop.db)
  } finally {
    await sql`reset role`.execute(shop.db)
  }
})

it('enforces the stock limit by a database constraint', async () => {
  const oversell = shop.db.updateTable('pools').set({ held: 1_000_000 }).execute()
  await expect(oversell).rejects.toThrow(/never_oversold/)
})

it("moves the shop's time by the sandbox's offset only", async () => {
  const now = async () =>
    (await shop.db.selectNoFrom(shopNow.as('now')).executeTakeFirstOrThrow()).now.getTime() / 1000
  const before = await now()
  await moveShopTime(shop.db, 3600)
  expect((await now()) - before).toBeGreaterThanOrEqual(3600)
  expect((await now()) - before).toBeLessThan(3660)
  await moveShopTime(shop.db, -3600)
})

it('returns counts as numbers', async () => {
  const { count } = await shop.db
    .selectFrom('organisers')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBeTypeOf('number')
})

it('explains that a damaged database folder cannot be opened', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-damaged-'))
  mkdirSync(join(dataDir, 'database'))
  writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '17')
  const opened = connect({ dataDir, onConnectionLost: () => {} })
  await expect(opened).rejects.toThrow(DatabaseUnreadable)
  rmSync(dataDir, { recursive: true })
})

it.each([
  ['the cards of a person', 'user_cards', '(user_id)'],
  ['what is held from an address', 'sales', '(held_from) WHERE (held_from IS NOT NULL)'],
  [
    'orders to be delivered',
    'sales',
    '(paid_at) WHERE ((paid_at IS NOT NULL) AND ((delivered_to_bitticket_at IS NULL) OR (delivered_to_wallet_at IS NULL)))',
  ],
  ['the plans that charge a card', 'payment_plans', '(provider_method_id)'],
  [
    'instalments to be reminded of',
    'instalments',
    '(due_at) WHERE ((payment_id IS NULL) AND (reminded_at IS NULL))',
  ],
])('has an index for %s', async (_, table, columns) => {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where tablename = ${table}`.execute(shop.db)
  expect(rows.map(({ indexdef }) => indexdef.replace(/^.* USING btree /, ''))).toContain(columns)
})

it('keeps the links of offers that were sent, and takes gifts for later out of the outbox, when it begins to hash tokens', async () => {
  const one = await owner(shop)
  const [sent, retried, later] = [
    { name: 'Sent', token: 's'.repeat(43) },
    { name: 'Retried', token: 'r-_'.repeat(15) },
    { name: 'Later', token: 'l'.repeat(43) },
  ] as const
  await sql`alter table transfers drop column token_hash, add column token text not null unique`.execute(
    shop.db,
  )
  for (const { name, token } of [sent, retried, later])
    await sql`with made as (
      insert into transfers (sale_id, ticket_type_id, token, name, email, qty, is_gift, deliver_at)
      values (${one.sale.id}, ${one.event.ticket()}, ${token}, ${name}, 'bo@example.com', 1, true,
        shop_now() + interval '1 day')
      returning id, deliver_at
    ) insert into outbox (kind, key, payload, due_at, sent_at, attempts)
      select 'mail', 'transfer:' || id, '{}', deliver_at, case ${name} when 'Sent' then shop_now() end,
        case ${name} when 'Later' then 0 else 1 end from made`.execute(shop.db)
  // A migration knows no tables.
  await hashTokens(shop.db as unknown as Kysely<unknown>)
  const rows = await shop.db
    .selectFrom('transfers')
    .leftJoin('outbox', (join) => join.on(sql<boolean>`outbox.key = 'transfer:' || transfers.id`))
    .select(['name', 'token_hash', 'outbox.kind'])
    .where('sale_id', '=', one.sale.id)
    .orderBy('name')
    .execute()
  expect(rows).toEqual([
    { name: 'Later', token_hash: null, kind: null },
    { name: 'Retried', token_hash: hashToken(retried.token), kind: 'mail' },
    { name: 'Sent', token_hash: hashToken(sent.token), kind: 'mail' },
  ])
  expect(await readTransfer(shop.db, sent.token)).toMatchObject({ name: 'Sent' })
})
