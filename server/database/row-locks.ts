import type { Transaction } from 'kysely'

import { Slots } from './slots.ts'
import type { Tables } from './tables.ts'

/** Transactions of this process that may wait in the database for the same row. */
const waitingInDatabase = 2

/** PostgreSQL's code for a row that stays locked. */
export const lockNotAvailable = '55P03'

/** Too many transactions wait for the row already. `inTransaction` waits without a connection and starts over. */
export class RowBusy extends Error {
  override name = 'RowBusy'
  readonly code = lockNotAvailable
  readonly row: string

  constructor(row: string) {
    super(`${row} is locked`)
    this.row = row
  }
}

/** The slots of each row that somebody locks or waits for. */
const rows = new Map<string, { slots: Slots; users: number }>()

/** The row that a transaction may lock because it has waited for a slot before it began. */
const waitedFor = new WeakMap<Transaction<Tables>, string>()

/**
 * Runs a statement that locks a row which many want at once, such as `pool lantern-evening`. Only two transactions of a process
 * wait in the database for the same row, so that one row cannot use up the connections. Throws `RowBusy` for the others.
 */
export async function lockingRow<T>(
  trx: Transaction<Tables>,
  row: string,
  statement: () => Promise<T>,
): Promise<T> {
  if (waitedFor.get(trx) === row) return statement()
  return using(row, async (slots) => {
    if (!slots.tryTake()) throw new RowBusy(row)
    try {
      return await statement()
    } finally {
      slots.release()
    }
  })
}

/** Like `lockingRow`, for a statement that locks several rows. */
export function lockingRows<T>(
  trx: Transaction<Tables>,
  rows: string[],
  statement: () => Promise<T>,
): Promise<T> {
  const [first, ...others] = rows
  if (first === undefined) return statement()
  return lockingRow(trx, first, () => lockingRows(trx, others, statement))
}

/**
 * Waits for a slot of the row and runs work that may lock it, in the transaction that the work passes to `claim`. Throws
 * `RowBusy` if there is none within the time.
 */
export async function afterWaitingFor<T>(
  row: string,
  milliseconds: number,
  work: (claim: (trx: Transaction<Tables>) => void) => Promise<T>,
): Promise<T> {
  return using(row, async (slots) => {
    if (!(await slots.take(milliseconds))) throw new RowBusy(row)
    try {
      return await work((trx) => void waitedFor.set(trx, row))
    } finally {
      slots.release()
    }
  })
}

async function using<T>(row: string, work: (slots: Slots) => Promise<T>): Promise<T> {
  const entry = rows.get(row) ?? { slots: new Slots(waitingInDatabase), users: 0 }
  rows.set(row, entry)
  entry.users++
  try {
    return await work(entry.slots)
  } finally {
    if (--entry.users === 0) rows.delete(row)
  }
}
