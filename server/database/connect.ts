import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { PGlite, types as pgliteTypes } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'

import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** The database, or a transaction on it. */
export type Reader = Kysely<Tables>

/** The database in the data folder cannot be opened; the message is for the owner. */
export class DatabaseUnreadable extends Error {
  override name = 'DatabaseUnreadable'
}

interface Connection {
  db: Database
  close: () => Promise<void>
}

interface ConnectOptions {
  /** PostgreSQL address; without it, PGlite is used. */
  databaseUrl?: string | undefined
  /** The shop's data folder, or a database image to load into memory. */
  dataDir: string | Blob
  /** Called when an idle PostgreSQL connection breaks; the pool opens a new one. */
  onConnectionLost: (error: Error) => void
}

/**
 * Connects to PostgreSQL if an address is given, otherwise to PGlite in `<dataDir>/database`. Both return counts as
 * numbers. Throws `DatabaseUnreadable`.
 */
export async function connect({
  databaseUrl,
  dataDir,
  onConnectionLost,
}: ConnectOptions): Promise<Connection> {
  if (databaseUrl) return connectToPostgres(databaseUrl, onConnectionLost)
  const pglite = await openPglite(dataDir)
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
  return { db, close: () => pglite.close() }
}

async function openPglite(dataDir: string | Blob): Promise<PGlite> {
  const options = { parsers: { [pgliteTypes.INT8]: Number } }
  if (dataDir instanceof Blob) return PGlite.create('memory://', { ...options, loadDataDir: dataDir })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = join(dataDir, 'database')
  try {
    return await PGlite.create(folder, options)
  } catch (cause) {
    // PGlite's own error gives no reason.
    throw new DatabaseUnreadable(
      `The database in ${folder} cannot be opened. Make sure that this user can write to all of its files and that none is missing, or restore a backup.`,
      { cause },
    )
  }
}

function connectToPostgres(connectionString: string, onConnectionLost: (error: Error) => void): Connection {
  const types = {
    getTypeParser: ((oid: number, format: 'text') =>
      oid === pg.types.builtins.INT8
        ? Number
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  }
  const pool = new pg.Pool({ connectionString, types, max: 10, options: '-c lock_timeout=3000' })
  pool.on('error', onConnectionLost)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, close: () => db.destroy() }
}
