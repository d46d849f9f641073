import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'

import { catalogueRows, type CatalogueRow } from './catalogue-rows.ts'
import type { Catalogue } from './catalogue-schema.ts'
import { compareRows, type Difference } from './compare-rows.ts'
import { findMissing } from './find-missing.ts'
import { findObstacles } from './find-obstacles.ts'
import { CatalogueRejected } from './catalogue-rejected.ts'
import { readRows } from './read-rows.ts'
import { insertRows, removeRow, updateRow } from './write-rows.ts'

interface ImportOptions {
  /** Finds out what would change, and changes nothing. */
  isDryRun?: boolean
  /** Leaves alone what the file does not have. */
  keepsOthers?: boolean
}

/** Rolls a dry run back; carries its result. */
class DryRun extends Error {
  readonly difference: Difference
  constructor(difference: Difference) {
    super('dry run')
    this.difference = difference
  }
}

/** Key of the advisory lock that lets one import run at a time. */
const importLock = 20_341_107

/**
 * Makes the shop's catalogue the given one, in one transaction; a second import waits for the first. Of the organisers that
 * it names, what it does not have is deleted, or taken off sale if a basket or order refers to it. Other organisers are left
 * alone, and so are charities, refund policies and codes of the whole shop. What is sold or held never changes. Throws
 * `CatalogueRejected` with all reasons against it.
 */
export async function importCatalogue(
  db: Database,
  catalogue: Catalogue,
  { isDryRun = false, keepsOthers = false }: ImportOptions = {},
): Promise<Difference> {
  try {
    return await inTransaction(db, async (trx) => {
      await lockImports(trx)
      const difference = await apply(trx, catalogueRows(catalogue), keepsOthers)
      if (isDryRun) throw new DryRun(difference)
      return difference
    })
  } catch (error) {
    if (error instanceof DryRun) return error.difference
    throw error
  }
}

async function lockImports(trx: Transaction): Promise<void> {
  try {
    await sql`select pg_advisory_xact_lock(${importLock}::bigint)`.execute(trx)
  } catch (error) {
    const lockTimeout = '55P03'
    if ((error as { code?: string }).code !== lockTimeout) throw error
    throw new CatalogueRejected([
      { path: [], message: 'Another import is running. Try again when it has ended.' },
    ])
  }
}

async function apply(trx: Transaction, wanted: CatalogueRow[], keepsOthers: boolean): Promise<Difference> {
  const stored = await readRows(trx)
  const { added, updates, same } = compareRows(wanted, stored)
  const obstacles = await findObstacles(trx, stored, added, updates)
  if (obstacles.length > 0) throw new CatalogueRejected(obstacles)

  await insertRows(trx, added)
  for (const { row, columns } of updates) await updateRow(trx, row, columns)
  const difference: Difference = {
    changes: [
      ...added.map(({ table, key }) => ({ kind: 'added' as const, table, key, columns: [] })),
      ...updates.map(({ row: { table, key }, columns }) => ({
        kind: 'changed' as const,
        table,
        key,
        columns,
      })),
    ],
    same,
  }
  for (const row of keepsOthers ? [] : findMissing(wanted, stored)) {
    const kind = await removeRow(trx, row)
    if (kind === 'kept') difference.same++
    else difference.changes.push({ kind, table: row.table, key: row.key, columns: [] })
  }
  return difference
}
