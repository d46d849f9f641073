import type { Kysely, Transaction as KyselyTransaction } from 'kysely'

import { afterWaitingFor, lockNotAvailable, RowBusy } from './row-locks.ts'
import type { Slots } from './slots.ts'
import type { Tables } from './tables.ts'
import { countTries } from './tries.ts'

interface Turn {
  /** How long the transaction waits for its turn, or for a busy row, without a connection, in milliseconds. */
  patienceMs?: number
  /** It works for many who wait, and there is only one such in the process: it takes the next slot, before all others. */
  goesFirst?: boolean
}

export type Transaction = KyselyTransaction<Tables>

/** Slots for the transactions of each database; they leave connections for reading. PGlite needs none. */
const slotsOf = new WeakMap<Kysely<Tables>, Slots>()

/** Limits the number of simultaneous transactions, because those that wait for locks must not use up the connections. */
export function limitTransactions(db: Kysely<Tables>, slots: Slots): void {
  slotsOf.set(db, slots)
}

/**
 * Runs the work in a READ COMMITTED transaction; repeats it if only others made it fail (`countTries`).
 * If a row is busy (`RowBusy`), it rolls back, waits without a connection, and starts over; then it goes first, because others
 * wait behind it for the row. Throws what the work throws, and `RowBusy` after waiting in vain.
 */
export async function inTransaction<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction) => Promise<T>,
  { patienceMs = 10_000, goesFirst = false }: Turn = {},
): Promise<T> {
  const until = performance.now() + patienceMs
  let busy: RowBusy | null = null
  const remaining = () => Math.max(0, until - performance.now())
  const run = (claim: (trx: Transaction) => void = () => {}) =>
    inSlot(db, { patienceMs: remaining(), goesFirst: goesFirst || busy !== null }, () =>
      db.transaction().execute((trx) => {
        claim(trx)
        return work(trx)
      }),
    )
  const mayRepeat = countTries()
  for (;;) {
    try {
      return await (busy ? afterWaitingFor(busy.row, remaining(), run) : run())
    } catch (error) {
      if (error instanceof RowBusy && remaining() > 0) busy = error
      else if (!mayRepeat(error)) throw error
    }
  }
}

/** Returns whether a row is locked by others, and was for as long as the statement or transaction could wait. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string }).code === lockNotAvailable
}

async function inSlot<T>(
  db: Kysely<Tables>,
  { patienceMs, goesFirst }: Required<Turn>,
  work: () => Promise<T>,
): Promise<T> {
  const slots = slotsOf.get(db)
  if (!slots) return work()
  if (!(await slots.take(patienceMs, { goesFirst }))) throw new RowBusy('every transaction')
  try {
    return await work()
  } finally {
    slots.release()
  }
}
