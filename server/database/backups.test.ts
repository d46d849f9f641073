import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, expect, it, vi } from 'vitest'

import { findBookErrors } from '#server/testing/books.ts'
import { call } from '#server/testing/offers.ts'
import { pay, payer } from '#server/testing/payers.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

/** The ways of docs/operations.md to back a shop up and to restore it. */

vi.setConfig({ testTimeout: 180_000 })

const folder = mkdtempSync(join(tmpdir(), 'foyer-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Takes an order, and returns the ids of its sale and pool. */
async function order(shop: TestShop) {
  const { visitor, event, sale } = await payer(shop)
  expect((await pay(shop, visitor)).json).toMatchObject({ status: 'success' })
  await call(visitor, 'deliver_to_bitticket')
  await call(visitor, 'deliver_to_wallet')
  return { id: (await sale()).id, pool: event.id }
}

/** Expects a restored shop to have these orders, with right books, to be migrated, and to take another one. */
async function expectWhole(shop: TestShop, taken: { id: string; pool: string }[]) {
  const sales = await shop.db.selectFrom('sales').select('id').where('paid_at', 'is not', null).execute()
  expect(sales.map(({ id }) => id).toSorted()).toEqual(taken.map(({ id }) => id).toSorted())
  const next = await order(shop)
  for (const { id, pool } of [...taken, next]) expect(await findBookErrors(shop.db, id, pool)).toEqual([])
}

it('restores a data folder that was copied while the shop was stopped', async () => {
  const dataDir = join(folder, 'data')
  const shop = await createTestShop({ dataDir })
  const taken = [await order(shop)]
  await shop.close()
  const copy = join(folder, 'copy')
  cpSync(dataDir, copy, { recursive: true })
  rmSync(dataDir, { recursive: true })

  const restored = await createTestShop({ dataDir: copy })
  await expectWhole(restored, taken)
  await restored.close()
})

it('restores a base backup of PostgreSQL that was taken while the shop sold', async () => {
  const original = await startPostgres()
  const shop = await createTestShop({ databaseUrl: original.databaseUrl })
  const taken = [await order(shop)]
  const client = new pg.Client({ connectionString: original.databaseUrl })
  await client.connect()
  const backup = join(folder, 'base')
  // What pg_basebackup does (postgresql.org/docs/current/continuous-archiving.html, low level API).
  await client.query("select pg_backup_start('test', true)")
  execFileSync('cp', ['-a', original.dataFolder, backup])
  taken.push(await order(shop))
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  await shop.close()
  rmSync(join(backup, 'postmaster.pid'))
  rmSync(join(backup, 'pg_wal'), { recursive: true })
  execFileSync('cp', ['-a', join(original.dataFolder, 'pg_wal'), join(backup, 'pg_wal')])
  const label = join(backup, 'backup_label')
  writeFileSync(label, rows[0]?.labelfile ?? '')
  // PostgreSQL may run as another user than this test.
  const { uid, gid } = statSync(original.dataFolder)
  chownSync(label, uid, gid)
  await original.stop()

  const copy = await startPostgres((dataFolder) => void execFileSync('cp', ['-a', backup, dataFolder]))
  const restored = await createTestShop({ databaseUrl: copy.databaseUrl })
  await expectWhole(restored, taken)
  await restored.close()
  await copy.stop()
})
