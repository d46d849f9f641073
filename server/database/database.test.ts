import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { isCatalogueEmpty, seed } from '#server/seeds/seed.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { connect, DatabaseUnreadable } from './connect.ts'
import { migrate } from './migrate.ts'
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
