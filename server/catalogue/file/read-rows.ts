import type { Database } from '#server/database/connect.ts'

import { catalogueTables, keyOf, type CatalogueTable } from './catalogue-rows.ts'
import { plainTables, type StoredRow } from './plain-tables.ts'

/** The rows of each table by key. */
export type StoredRows = Record<CatalogueTable, Map<string, StoredRow>>

/** Reads the whole catalogue. */
export async function readRows(db: Database): Promise<StoredRows> {
  const entries: [CatalogueTable, Map<string, StoredRow>][] = []
  for (const table of catalogueTables) {
    const rows = await plainTables(db).selectFrom(table).selectAll().execute()
    entries.push([table, new Map(rows.map((row) => [keyOf(table, row), row]))])
  }
  // Every table has its entry.
  return Object.fromEntries(entries) as StoredRows
}
