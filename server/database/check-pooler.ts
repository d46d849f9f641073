import { sql, type Kysely } from 'kysely'

import type { Tables } from './tables.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** The pooler in front of the database cannot be used as it is set; the message is for the owner. */
export class UnfitPooler extends Error {
  override name = 'UnfitPooler'

  constructor(problem: string, cause?: unknown) {
    super(
      `DATABASE_URL leads to a pooler that ${problem} "PgBouncer" in docs/operations.md tells how to set it.`,
      { cause },
    )
  }
}

/** The answer of a pooler that does not know a setting of the connection. */
const protocolViolation = '08P01'
/** Another session has prepared a statement of this name, or this one has not. */
const lostStatements = ['26000', '42P05']

/** Checks that the database can be reached and has transactions. Throws `UnfitPooler`. */
export async function checkTransactions(db: Kysely<Tables>): Promise<void> {
  try {
    await readConnection(db)
  } catch (error) {
    throw codeOf(error) === protocolViolation
      ? new UnfitPooler('rejects the settings of connections.', error)
      : error
  }
  try {
    await db.transaction().execute((trx) => readConnection(trx))
  } catch (error) {
    // It closes the connection at `begin`.
    throw error instanceof DatabaseUnavailable ? new UnfitPooler('allows no transactions.', error) : error
  }
}

/** Checks that connections have time limits and keep prepared statements. Throws `UnfitPooler`. */
export async function checkConnections(db: Kysely<Tables>): Promise<void> {
  if (!(await hasTimeLimits(db)))
    throw new UnfitPooler('does not pass on time limits, without which one locked row could stop the shop.')
  for (let i = 0; i < 3; i++)
    if (!(await keepsStatements(db))) throw new UnfitPooler('loses prepared statements between transactions.')
}

async function hasTimeLimits(db: Kysely<Tables>): Promise<boolean> {
  try {
    const { rows } = await sql<{ limit: string }>`select current_setting('lock_timeout') as limit`.execute(db)
    return rows[0]?.limit !== '0'
  } catch (error) {
    if (codeOf(error) !== protocolViolation) throw error
    return false
  }
}

/** A pooler may give a connection of the shop to another one between transactions. Then the second try is on another one. */
async function keepsStatements(db: Kysely<Tables>): Promise<boolean> {
  try {
    await db.connection().execute(async (one) => {
      await readConnection(one)
      await db.transaction().execute(async (other) => {
        await readConnection(other)
        await readConnection(one)
      })
    })
    return true
  } catch (error) {
    if (!lostStatements.includes(codeOf(error))) throw error
    return false
  }
}

const readConnection = (db: Kysely<Tables>) => sql`select pg_backend_pid()`.execute(db)

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''
