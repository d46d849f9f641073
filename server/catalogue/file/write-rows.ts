import { sql } from 'kysely'

import { shopNow } from '#server/database/shop-time.ts'
import type { Work } from '#server/database/transaction.ts'

import {
  catalogueTables,
  keyColumns,
  type CatalogueRow,
  type CatalogueTable,
  type Value,
} from './catalogue-rows.ts'
import type { ColumnChange } from './compare-rows.ts'
import type { MissingRow } from './find-missing.ts'

/** PostgreSQL takes at most 65,535 values in a statement. */
const rowsAtOnce = 500

/** Inserts rows, table by table in the given order. */
export async function insertRows(trx: Work, added: CatalogueRow[]): Promise<void> {
  for (const table of catalogueTables) {
    const rows = added.filter((row) => row.table === table)
    const columns = Object.keys(rows[0]?.row ?? {})
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const values = rows
        .slice(from, from + rowsAtOnce)
        .map(({ row }) => sql`(${sql.join(columns.map((column) => parameter(row[column] ?? null)))})`)
      await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
        values ${sql.join(values)}`.execute(trx)
    }
  }
}

/** Updates some columns of a row. */
export async function updateRow(
  trx: Work,
  { table, row }: CatalogueRow,
  columns: ColumnChange[],
): Promise<void> {
  const changes = columns.map(({ column, to }) => sql`${sql.ref(column)} = ${parameter(to)}`)
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${hasKey(table, row)}`.execute(trx)
}

/** Deletes a row, or takes it off sale if others refer to it. Returns what it did; 'kept' if it was off sale already. */
export async function removeRow(
  trx: Work,
  missing: MissingRow,
): Promise<'deleted' | 'taken off sale' | 'kept'> {
  const { table, row } = missing
  await sql`savepoint removal`.execute(trx)
  try {
    await sql`delete from ${sql.table(table)} where ${hasKey(table, row)}`.execute(trx)
    await sql`release savepoint removal`.execute(trx)
    return 'deleted'
  } catch (error) {
    const isReferredTo = '23503'
    if ((error as { code?: string }).code !== isReferredTo) throw error
    await sql`rollback to savepoint removal`.execute(trx)
    return (await takeOffSale(trx, missing)) ? 'taken off sale' : 'kept'
  }
}

async function takeOffSale(trx: Work, { table, row }: MissingRow): Promise<boolean> {
  const isKey = hasKey(table, row)
  if (table === 'discount_codes') {
    const { numUpdatedRows } = await trx
      .updateTable('discount_codes')
      .set({ ends_at: shopNow, starts_at: sql`least(starts_at, shop_now() - interval '1 second')` })
      .where(isKey)
      .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', shopNow)]))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  if (row.published !== true) return false
  await sql`update ${sql.table(table)} set published = false where ${isKey}`.execute(trx)
  return true
}

function hasKey(table: CatalogueTable, row: Record<string, Value>) {
  const tests = keyColumns(table).map((column) => sql<boolean>`${sql.ref(column)} = ${row[column]}`)
  return sql<boolean>`${sql.join(tests, sql` and `)}`
}

/** A value for a statement: JSON columns take text; lists are arrays. */
function parameter(value: Value): Value {
  const isJson =
    value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
  return isJson ? JSON.stringify(value) : value
}
