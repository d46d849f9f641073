import type { CatalogueRow, CatalogueTable, Value } from './catalogue-rows.ts'
import type { StoredRow } from './plain-tables.ts'
import type { StoredRows } from './read-rows.ts'

/** A change of a column, in the database's units. */
export interface ColumnChange {
  column: string
  from: Value
  to: Value
}

/** What an import did with a row. */
export interface RowChange {
  kind: 'added' | 'changed' | 'taken off sale' | 'deleted'
  table: CatalogueTable
  key: string
  columns: ColumnChange[]
}

/** What an import changed, and how many rows it left alone. */
export interface Difference {
  changes: RowChange[]
  same: number
}

/** A row that the database has already, with the columns to change. */
export interface Update {
  row: CatalogueRow
  columns: ColumnChange[]
}

/** Compares the wanted rows with those of the database. */
export function compareRows(wanted: CatalogueRow[], stored: StoredRows) {
  const added: CatalogueRow[] = []
  const updates: Update[] = []
  for (const row of keepPositions(wanted, stored)) {
    const current = stored[row.table].get(row.key)
    if (current) updates.push({ row, columns: changedColumns(row, current) })
    else added.push(row)
  }
  const changed = updates.filter(({ columns }) => columns.length > 0)
  return { added, updates: changed, same: updates.length - changed.length }
}

function changedColumns({ row }: CatalogueRow, current: StoredRow): ColumnChange[] {
  return Object.entries(row).flatMap(([column, to]) => {
    const from = current[column] ?? null
    return comparable(from) === comparable(to) ? [] : { column, from, to }
  })
}

/** A value to compare with `===`. Files have times in whole seconds. */
function comparable(value: Value): string | number | boolean | null {
  if (value instanceof Date) return Math.floor(value.getTime() / 1000)
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value
}

/** Tables whose rows stand in the order of a list of the file, and the column of the list's owner. */
const lists: Partial<Record<CatalogueTable, string>> = {
  ticket_types: 'event_date_id',
  questions: 'event_id',
}

/** Numbers the rows of lists anew only if their order changes, so that an export and its import change nothing. */
function keepPositions(wanted: CatalogueRow[], stored: StoredRows): CatalogueRow[] {
  const groups = Map.groupBy(wanted, ({ table, row }) => {
    const owner = lists[table]
    return `${table} ${owner ? String(row[owner]) : ''}`
  })
  return [...groups.values()].flatMap((rows) => {
    const table = rows[0]?.table
    if (!table || !lists[table]) return rows
    const positions = positionsInOrder(rows, stored)
    return rows.map((row, index) => ({ ...row, row: { ...row.row, position: positions[index] ?? index } }))
  })
}

/** The stored positions, with new rows after the last one; [] if these are not in the rows' order. */
function positionsInOrder(rows: CatalogueRow[], stored: StoredRows): number[] {
  const positions: number[] = []
  for (const [index, { table, key }] of rows.entries()) {
    const last = positions.at(-1)
    const position = stored[table].get(key)?.position ?? (last === undefined ? 0 : last + 1)
    if (typeof position !== 'number') return []
    const before = rows[index - 1]
    const isNext = last === undefined || position > last || (position === last && before && before.key < key)
    if (!isNext) return []
    positions.push(position)
  }
  return positions
}
