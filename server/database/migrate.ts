import { sql, type Kysely } from 'kysely'

import * as clock from './migrations/001-clock.ts'
import * as people from './migrations/002-people.ts'
import * as catalogue from './migrations/003-catalogue.ts'
import * as sales from './migrations/004-sales.ts'
import * as payments from './migrations/005-payments.ts'
import * as afterTheSale from './migrations/006-after-the-sale.ts'
import * as sandbox from './migrations/007-sandbox.ts'
import * as knownAddresses from './migrations/008-known-addresses.ts'
import * as rotatedTokens from './migrations/009-rotated-tokens.ts'
import * as lineNumbers from './migrations/010-line-numbers.ts'
import * as ordersOfAPerson from './migrations/011-orders-of-a-person.ts'
import * as knownTotal from './migrations/012-known-total.ts'
import * as alarmsAndTries from './migrations/013-alarms-and-tries.ts'
import * as paymentPlans from './migrations/014-payment-plans.ts'
import * as organiserEmail from './migrations/015-organiser-email.ts'
import * as provenEmails from './migrations/016-proven-emails.ts'
import * as indexesOfPlans from './migrations/017-indexes-of-plans.ts'
import * as shortReferences from './migrations/018-short-references.ts'
import * as transfers from './migrations/019-transfers.ts'
import * as door from './migrations/020-door.ts'
import * as doors from './migrations/021-doors.ts'
import * as referrers from './migrations/022-referrers.ts'
import * as indexesOfOrders from './migrations/023-indexes-of-orders.ts'
import * as seats from './migrations/024-seats.ts'
import * as sandboxHalls from './migrations/025-sandbox-halls.ts'
import * as offers from './migrations/026-offers.ts'
import * as monitoring from './migrations/027-monitoring.ts'
import * as clockSetBack from './migrations/028-clock-set-back.ts'
import * as askedAt from './migrations/029-asked-at.ts'
import * as heldFrom from './migrations/030-held-from.ts'
import * as catalogueVersion from './migrations/031-catalogue-version.ts'
import * as indexesOfAnOnSale from './migrations/032-indexes-of-an-on-sale.ts'
import * as offSale from './migrations/033-off-sale.ts'
import * as captchaAsked from './migrations/034-captcha-asked.ts'
import * as waitingRooms from './migrations/035-waiting-rooms.ts'
import * as disputes from './migrations/041-disputes.ts'
import * as awayPlaces from './migrations/042-away-places.ts'
import type { Tables } from './tables.ts'
import type { Work } from './transaction.ts'

// A list instead of a folder scan: it works in a bundle and shows the order.
const migrations = {
  '001-clock': clock,
  '002-people': people,
  '003-catalogue': catalogue,
  '004-sales': sales,
  '005-payments': payments,
  '006-after-the-sale': afterTheSale,
  '007-sandbox': sandbox,
  '008-known-addresses': knownAddresses,
  '009-rotated-tokens': rotatedTokens,
  '010-line-numbers': lineNumbers,
  '011-orders-of-a-person': ordersOfAPerson,
  '012-known-total': knownTotal,
  '013-alarms-and-tries': alarmsAndTries,
  '014-payment-plans': paymentPlans,
  '015-organiser-email': organiserEmail,
  '016-proven-emails': provenEmails,
  '017-indexes-of-plans': indexesOfPlans,
  '018-short-references': shortReferences,
  '019-transfers': transfers,
  '020-door': door,
  '021-doors': doors,
  '022-referrers': referrers,
  '023-indexes-of-orders': indexesOfOrders,
  '024-seats': seats,
  '025-sandbox-halls': sandboxHalls,
  '026-offers': offers,
  '027-monitoring': monitoring,
  '028-clock-set-back': clockSetBack,
  '029-asked-at': askedAt,
  '030-held-from': heldFrom,
  '031-catalogue-version': catalogueVersion,
  '032-indexes-of-an-on-sale': indexesOfAnOnSale,
  '033-off-sale': offSale,
  '034-captcha-asked': captchaAsked,
  '035-waiting-rooms': waitingRooms,
  '041-disputes': disputes,
  '042-away-places': awayPlaces,
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
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;)
    try {
      return await db.transaction().execute(migrateIn)
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
async function migrateIn(trx: Work): Promise<void> {
  // The database user may have limits.
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`set local lock_timeout = 0`.execute(trx)
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx)
  // Who waits to change a table that is in use keeps everybody else waiting.
  await sql`set local lock_timeout = ${sql.lit(waitMs)}`.execute(trx)
  for (const name of await findPending(trx)) {
    // A migration knows no tables.
    await migrations[name].up(trx as unknown as Kysely<unknown>)
    const timestamp = new Date().toISOString()
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(trx)
  }
}

type Name = keyof typeof migrations

/**
 * Finds the migrations that the database does not have, in order. If it has all of these and others, there are none: a later
 * release works with the one before. Throws an error if it lacks some although it has others that come after them.
 */
async function findPending(trx: Work): Promise<Name[]> {
  const { rows: tables } = await sql`select where to_regclass('kysely_migration') is not null`.execute(trx)
  // As Kysely's migrator makes it, which earlier releases used. `if not exists` would need the right to create tables.
  if (tables.length === 0)
    await sql`create table kysely_migration
      (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(trx)
  const stored = new Set(rows.map(({ name }) => name))
  // The keys of a literal are known.
  const own = Object.keys(migrations) as Name[]
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
