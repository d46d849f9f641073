import { sql, type Kysely } from 'kysely'

import * as baseline from './migrations/001-baseline.ts'
import * as stepLog from './migrations/002-step-log.ts'
import * as signedLinkCodes from './migrations/003-signed-link-codes.ts'
import * as extendedHolds from './migrations/004-extended-holds.ts'
import * as beforePaying from './migrations/005-before-paying.ts'
import * as removedLine from './migrations/006-removed-line.ts'
import * as sellersAddress from './migrations/007-sellers-address.ts'
import type { Tables } from './tables.ts'
import type { Transaction } from './transaction.ts'

/** Changes of the schema, in order by name. */
type Migrations = Record<string, { up: (db: Kysely<unknown>) => Promise<void> }>

/** The migrations of this release: a list instead of a folder scan works in a bundle and shows the order. */
export const migrations = {
  '001-baseline': baseline,
  '002-step-log': stepLog,
  '003-signed-link-codes': signedLinkCodes,
  '004-extended-holds': extendedHolds,
  '005-before-paying': beforePaying,
  '006-removed-line': removedLine,
  '007-sellers-address': sellersAddress,
}

/** Tells the shop's processes apart from others that use advisory locks of the same database. */
const migrationLock = 7_301_186

/**
 * How long a migration waits for a table, and everybody who needs the table behind it, before it tries again later: less than
 * PostgreSQL's `deadlock_timeout`, a second, so that in a deadlock the migration gives way and not a buyer.
 */
const waitMs = 500
/** How long it leaves the table to the others between two tries. */
const pauseMs = 500
/** How long it goes on trying. */
const patienceMs = 120_000

/**
 * Migrates the database to the newest schema, in one transaction; safe when several processes start at once, and while older
 * ones serve buyers. If the database has migrations of a later release, it is left as it is. Throws the database's error if a
 * table is in use for two minutes.
 * @param own the migrations of the release
 */
export async function migrate(db: Kysely<Tables>, own: Migrations = migrations): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;)
    try {
      return await db.transaction().execute((trx) => migrateIn(trx, own))
    } catch (error) {
      if (!isInUse(error) || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
}

/**
 * Kysely's own migrator is not used: it sets `lock_timeout` to an hour, and its lock is one of the session, which stays when a
 * migration fails. This lock is one of the transaction, also because a pooler such as PgBouncer may run the statements of a
 * session on different connections.
 */
async function migrateIn(trx: Transaction, own: Migrations): Promise<void> {
  // The database user may have limits.
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`set local lock_timeout = 0`.execute(trx)
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx)
  // Who waits to change a table that is in use keeps everybody else waiting.
  await sql`set local lock_timeout = ${sql.lit(waitMs)}`.execute(trx)
  for (const name of await findPending(trx, Object.keys(own))) {
    // A migration knows no tables.
    await own[name]!.up(trx as unknown as Kysely<unknown>)
    const timestamp = new Date().toISOString()
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(trx)
  }
}

/**
 * Finds the migrations that the database does not have, in order. If it has all of these and others, there are none: a later
 * release works with the one before. Throws an error if it lacks some although it has others that come after them.
 */
async function findPending(trx: Transaction, own: string[]): Promise<string[]> {
  const { rows: tables } = await sql`select where to_regclass('kysely_migration') is not null`.execute(trx)
  // The table of Kysely's migrator. `if not exists` would need the right to create tables.
  if (tables.length === 0)
    await sql`create table kysely_migration
      (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(trx)
  const stored = new Set(rows.map(({ name }) => name))
  const pending = own.filter((name) => !stored.has(name))
  const isAhead = own.slice(stored.size).join() !== pending.join()
  if (pending.length > 0 && isAhead)
    throw new Error(
      `The database is not one of this shop: it lacks the migration ${pending[0]}, but has later ones`,
    )
  return pending
}

const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'

function isInUse(error: unknown): boolean {
  return [lockNotAvailable, deadlockDetected].includes((error as { code?: string }).code ?? '')
}
