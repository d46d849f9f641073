import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { isCatalogueEmpty, seed } from '#server/seeds/seed.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { connect, DatabaseUnreadable } from './connect.ts'
import { migrate, migrations } from './migrate.ts'
import { inOrder } from './migrations/in-order.ts'
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

it('makes the migrations that a database lacks, in order, and each once [C13]', async () => {
  // The third needs the second.
  const two = {
    ...migrations,
    '002-later': { up: inOrder(['create table later_things (id integer primary key)']) },
    '003-later': { up: inOrder(['alter table later_things add column name text']) },
  }
  await migrate(shop.db, two)
  await migrate(shop.db, {
    ...two,
    '004-later': { up: inOrder(["insert into later_things values (1, 'one')"]) },
  })
  const { rows } = await sql`select * from later_things`.execute(shop.db)
  expect(rows).toEqual([{ id: 1, name: 'one' }])
  await sql`drop table later_things`.execute(shop.db)
  await sql`delete from kysely_migration where name like '%-later'`.execute(shop.db)
})

it('leaves a database as it was if one of several migrations fails [C13]', async () => {
  const failing = {
    ...migrations,
    '002-later': { up: inOrder(['create table later_things (id integer primary key)']) },
    '003-later': { up: inOrder(['alter table no_things add column name text']) },
  }
  await expect(migrate(shop.db, failing)).rejects.toThrow('no_things')
  const { rows } = await sql`
    select name from kysely_migration where name like '%-later'
    union all select tablename from pg_tables where tablename = 'later_things'`.execute(shop.db)
  expect(rows).toEqual([])
})

it('leaves a database alone that lacks a migration but has later ones [C13]', async () => {
  const nothing = { up: inOrder([]) }
  const own = { ...migrations, '002-lacking': nothing, '003-later': nothing }
  await sql`insert into kysely_migration (name, timestamp) values ('003-later', '2026-01-01')`.execute(
    shop.db,
  )
  await expect(migrate(shop.db, own)).rejects.toThrow(
    'it lacks the migration 002-lacking, but has later ones',
  )
  await sql`delete from kysely_migration where name = '003-later'`.execute(shop.db)
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
