import { sql } from 'kysely'

import type { Reader } from '#server/database/connect.ts'

import { catalogueTables, keyOf, type CatalogueTable, type Value } from './catalogue-rows.ts'

/** A row of the database with all of its columns. */
export type StoredRow = Record<string, Value>

/** The rows of each table by key. */
export type StoredRows = Record<CatalogueTable, Map<string, StoredRow>>

/** Reads the whole catalogue. */
export async function readRows(db: Reader): Promise<StoredRows> {
  const entries: [CatalogueTable, Map<string, StoredRow>][] = []
  for (const table of catalogueTables) {
    const { rows } = await sql<StoredRow>`select * from ${sql.table(table)}`.execute(db)
    entries.push([table, new Map(rows.map((row) => [keyOf(table, row), row]))])
  }
  // Every table has its entry.
  return Object.fromEntries(entries) as StoredRows
}
