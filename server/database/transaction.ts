import type { Transaction } from 'kysely'

import type { Database } from './connect.ts'
import type { Tables } from './tables.ts'

const serializationFailure = '40001'
const deadlockDetected = '40P01'
const attempts = 3

export type Work = Transaction<Tables>

/** Runs the work in a READ COMMITTED transaction; tries up to 3 times on a deadlock or serialisation failure. */
export async function inTransaction<T>(db: Database, work: (trx: Work) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const isRetryable = [serializationFailure, deadlockDetected].includes(
        (error as { code?: string }).code ?? '',
      )
      if (!isRetryable || attempt === attempts) throw error
    }
  }
}
