import { expressionBuilder, sql } from 'kysely'

import { shopNow } from '#server/database/shop-time.ts'
import type { Transaction } from '#server/database/transaction.ts'

import {
  catalogueTables,
  keyColumns,
  type CatalogueRow,
  type CatalogueTable,
  type Value,
} from './catalogue-rows.ts'
import type { ColumnChange } from './compare-rows.ts'
import type { MissingRow } from './find-missing.ts'
import { plainTables } from './plain-tables.ts'

/** PostgreSQL takes at most 65,535 values in a statement. */
const rowsAtOnce = 500

/** Inserts rows, table by table in the given order. */
export async function insertRows(trx: Transaction, added: CatalogueRow[]): Promise<void> {
  for (const table of catalogueTables) {
    const rows = added.filter((row) => row.table === table)
    const columns = Object.keys(rows[0]?.row ?? {})
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const values = rows
        .slice(from, from + rowsAtOnce)
        .map(({ row }) =>
          Object.fromEntries(columns.map((column) => [column, parameter(row[column] ?? null)])),
        )
      await plainTables(trx).insertInto(table).values(values).execute()
    }
  }
}

/** Updates some columns of a row. */
export async function updateRow(
  trx: Transaction,
  { table, row }: CatalogueRow,
  columns: ColumnChange[],
): Promise<void> {
  const changes = Object.fromEntries(columns.map(({ column, to }) => [column, parameter(to)]))
  await plainTables(trx).updateTable(table).set(changes).where(hasKey(table, row)).execute()
}

/** Deletes a row, or takes it off sale if others refer to it. Returns what it did; 'kept' if it was off sale already. */
export async function removeRow(
  trx: Transaction,
  missing: MissingRow,
): Promise<'deleted' | 'taken off sale' | 'kept'> {
  const { table, row } = missing
  await sql`savepoint removal`.execute(trx)
  try {
    await plainTables(trx).deleteFrom(table).where(hasKey(table, row)).execute()
    await sql`release savepoint removal`.execute(trx)
    return 'deleted'
  } catch (error) {
    const isReferredTo = '23503'
    if ((error as { code?: string }).code !== isReferredTo) throw error
    await sql`rollback to savepoint removal`.execute(trx)
    return (await takeOffSale(trx, missing)) ? 'taken off sale' : 'kept'
  }
}

async function takeOffSale(trx: Transaction, { table, row }: MissingRow): Promise<boolean> {
  if (table === 'discount_codes') {
    const { numUpdatedRows } = await trx
      .updateTable('discount_codes')
      .set({ ends_at: shopNow, starts_at: sql`least(starts_at, shop_now() - interval '1 second')` })
      .where(hasKey(table, row))
      .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', shopNow)]))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  if (row.published !== true) return false
  await plainTables(trx).updateTable(table).set({ published: false }).where(hasKey(table, row)).execute()
  return true
}

function hasKey(table: CatalogueTable, row: Record<string, Value>) {
  const eb = expressionBuilder()
  return eb.and(keyColumns(table).map((column) => eb(sql.ref(column), '=', row[column])))
}

/** A value for a statement: JSON columns take text; lists are arrays. */
function parameter(value: Value): Value {
  const isJson =
    value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
  return isJson ? JSON.stringify(value) : value
}
