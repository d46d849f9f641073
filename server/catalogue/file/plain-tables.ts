import type { Database } from '#server/database/connect.ts'

import type { CatalogueTable, Value } from './catalogue-rows.ts'

/** A row of the database with all of its columns. */
export type StoredRow = Record<string, Value>

/** Returns the database with all of the catalogue's tables alike, for one statement that serves each of them. */
export function plainTables(db: Database) {
  return db.$pickTables<never>().$extendTables<Record<CatalogueTable, StoredRow>>()
}
