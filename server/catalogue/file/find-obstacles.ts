import type { Transaction } from '#server/database/transaction.ts'

import { keyColumns, type CatalogueRow } from './catalogue-rows.ts'
import type { Update } from './compare-rows.ts'
import { parents, readUsed, rules, stocks, type Stock } from './in-use.ts'
import type { Problem } from './catalogue-rejected.ts'
import { plainTables } from './plain-tables.ts'
import type { StoredRows } from './read-rows.ts'

/** Finds why the rows may not be written: ids that belong elsewhere, sales that depend on a column, stock that is taken. */
export async function findObstacles(
  trx: Transaction,
  stored: StoredRows,
  added: CatalogueRow[],
  updates: Update[],
): Promise<Problem[]> {
  return [
    ...findTakenKeys(stored, added),
    ...findMoved(updates),
    ...(await findUsed(trx, updates)),
    ...(await findOvercommitted(trx, updates)),
  ]
}

function findTakenKeys(stored: StoredRows, added: CatalogueRow[]): Problem[] {
  const place = (row: CatalogueRow['row']) => `${String(row.event_date_id)} ${String(row.key)}`
  const owners = new Map([...stored.ticket_types].map(([id, row]) => [place(row), id]))
  return added.flatMap(({ table, row, path }) => {
    const owner = table === 'ticket_types' ? owners.get(place(row)) : undefined
    return owner
      ? [{ path, message: `has a key that the ticket type "${owner}" of this date has already` }]
      : []
  })
}

function findMoved(updates: Update[]): Problem[] {
  return updates.flatMap(({ row, columns }) =>
    columns
      .filter(({ column }) => parents[row.table]?.includes(column))
      .map(({ from }) => ({
        path: row.path,
        message: `has the id "${row.key}", which belongs to "${String(from)}" already; give this one another id`,
      })),
  )
}

async function findUsed(trx: Transaction, updates: Update[]): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const rule of rules) {
    const touched = updates.flatMap(({ row, columns }) =>
      row.table === rule.table
        ? columns.filter(({ column }) => rule.columns.includes(column)).map(({ column }) => ({ row, column }))
        : [],
    )
    if (touched.length === 0) continue
    const used = await readUsed(trx, rule)
    for (const { row, column } of touched)
      if (used.has(row.key))
        problems.push({ path: row.path, message: `"${row.key}" must keep its ${column}: ${rule.reason}` })
  }
  return problems
}

/** Locks the stocks whose limit changes, and finds those with more sold and held than the new one. */
async function findOvercommitted(trx: Transaction, updates: Update[]): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const stock of stocks) {
    const limited = new Map(
      updates
        .filter(
          ({ row, columns }) =>
            row.table === stock.table && columns.some(({ column }) => column === stock.limit),
        )
        .map(({ row }) => [row.key, row]),
    )
    for (const { key, done, held } of await lockStocks(trx, stock, [...limited.keys()])) {
      const { row, path = [] } = limited.get(key) ?? {}
      const to = row?.[stock.limit]
      if (typeof to === 'number' && to < done + held)
        problems.push({
          path: [...path, stock.limit],
          message: `cannot be ${to}: of "${key}", ${done} are ${stock.done} and ${held} held`,
        })
    }
  }
  return problems
}

async function lockStocks(trx: Transaction, { table, done }: Stock, keys: string[]) {
  if (keys.length === 0) return []
  const key = keyColumns(table)[0] ?? ''
  return plainTables(trx)
    .selectFrom(table)
    .select(({ ref }) => [
      ref(key).$castTo<string>().as('key'),
      ref(done).$castTo<number>().as('done'),
      ref('held').$castTo<number>().as('held'),
    ])
    .where(key, 'in', keys)
    .orderBy(key)
    .forUpdate()
    .execute()
}
