import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect } from 'kysely'

import { checkConnections, checkTransactions } from './check-pooler.ts'
import {
  defaultLimits,
  openPglitePool,
  openPool,
  type CountedPool,
  type DatabaseLimits,
} from './postgres-pool.ts'
import { Slots } from './slots.ts'
import type { Tables } from './tables.ts'
import { limitTransactions } from './transaction.ts'

/** The database, or a transaction on it. */
export type Database = Kysely<Tables>

/** The database in the data folder cannot be opened; the message is for the owner. */
export class DatabaseUnreadable extends Error {
  override name = 'DatabaseUnreadable'
}

export interface Connection {
  db: Database
  /** PGlite has no pool. */
  pool?: CountedPool['count']
  close: () => Promise<void>
}

interface ConnectOptions {
  /** PostgreSQL address; without it, PGlite is used. */
  databaseUrl?: string | undefined
  /** The shop's data folder, or a database image to load into memory. */
  dataDir: string | Blob
  /** Called when a PostgreSQL connection breaks, idle or in use; the pool opens a new one. */
  onConnectionLost: (error: Error) => void
  /** Limits of the connections to PostgreSQL. */
  databaseLimits?: DatabaseLimits
}

/** Connections that transactions leave for reading. */
const forReading = 3

/**
 * Connects to PostgreSQL if an address is given, otherwise to PGlite in `<dataDir>/database`. Both return counts as
 * numbers. Throws `DatabaseUnreadable`.
 */
export async function connect({
  databaseUrl,
  dataDir,
  onConnectionLost,
  databaseLimits = defaultLimits,
}: ConnectOptions): Promise<Connection> {
  if (databaseUrl) {
    const pool = openPool(databaseUrl, databaseLimits, onConnectionLost)
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    limitTransactions(db, new Slots(Math.max(1, databaseLimits.connections - forReading)))
    return { db, pool: pool.count, close: () => db.destroy() }
  }
  const pglite = await openPglite(dataDir)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPglitePool(pglite) }) })
  return { db, close: () => db.destroy().then(() => pglite.close()) }
}

/**
 * Prepares the database, which may take long, and connects to it. Throws `DatabaseUnreadable` or `UnfitPooler`.
 * @param prepare migrates and seeds; without time limits
 */
export async function openDatabase(
  options: ConnectOptions,
  prepare: (db: Database) => Promise<void>,
): Promise<Connection> {
  const { connectSeconds } = options.databaseLimits ?? defaultLimits
  const unhurried = { connections: 1, connectSeconds, statementSeconds: 0, lockSeconds: 0, idleSeconds: 0 }
  const first = await connect({ ...options, databaseLimits: unhurried })
  if (!options.databaseUrl) {
    await prepare(first.db)
    return first
  }
  await checkTransactions(first.db)
  await prepare(first.db)
  await first.close()
  const connection = await connect(options)
  try {
    await checkConnections(connection.db)
  } catch (error) {
    await connection.close()
    throw error
  }
  return connection
}

async function openPglite(dataDir: string | Blob): Promise<PGlite> {
  if (dataDir instanceof Blob) return PGlite.create('memory://', { loadDataDir: dataDir })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = join(dataDir, 'database')
  try {
    return await PGlite.create(folder)
  } catch (cause) {
    // PGlite's own error gives no reason.
    throw new DatabaseUnreadable(
      `The database in ${folder} cannot be opened. Make sure that this user can write to all of its files and that none is missing, or restore a backup.`,
      { cause },
    )
  }
}
