import type { PGlite } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

import { isDeferred, noteRows } from './defer.ts'
import { NamingClient, type Statement } from './named-statements.ts'
import { PgliteStream } from './pglite-stream.ts'
import { DatabaseUnavailable, isUnavailable } from './unavailable.ts'

/** Limits of the connections to PostgreSQL; the times are in seconds, 0 for none. */
export interface DatabaseLimits {
  /** The number of connections of this process. */
  connections: number
  /** How long a request waits for a connection: a free one, or a new one. */
  connectSeconds: number
  /** How long a statement may take. */
  statementSeconds: number
  /** How long a statement waits for a lock. */
  lockSeconds: number
  /** How long a transaction may be idle. */
  idleSeconds: number
}

export const defaultLimits: DatabaseLimits = {
  connections: 10,
  connectSeconds: 5,
  statementSeconds: 10,
  lockSeconds: 3,
  idleSeconds: 30,
}

/** A pool of connections. */
export interface CountedPool extends PostgresPool {
  /** Counts the connections, and the calls that wait for one. */
  count: () => { open: number; idle: number; waiting: number }
}

/** How much longer than a statement may take the answer may be on its way, in seconds. */
const answerSeconds = 2

/**
 * How statements are planned. They are prepared once for all values, and are too short for compiling them to pay. Each wants few
 * rows, which an index finds: a plan that was made while a table was empty would read all of it (figures in README.md).
 */
const planning = ['plan_cache_mode=force_generic_plan', 'jit=off', 'enable_seqscan=off']

/**
 * Opens a pool of connections to PostgreSQL. Its errors are `DatabaseUnavailable` if the database cannot be reached or does
 * not answer; such a connection is closed, and the pool opens another one.
 */
export function openPool(
  connectionString: string,
  limits: DatabaseLimits,
  onConnectionLost: (error: Error) => void,
): CountedPool {
  const { connections, connectSeconds, statementSeconds, lockSeconds, idleSeconds } = limits
  const pool = new pg.Pool({
    ...driver,
    options: planning.map((setting) => `-c ${setting}`).join(' '),
    connectionString,
    max: connections,
    connectionTimeoutMillis: connectSeconds * 1000,
    statement_timeout: statementSeconds * 1000,
    lock_timeout: lockSeconds * 1000,
    idle_in_transaction_session_timeout: idleSeconds * 1000,
    keepAlive: true,
  })
  // A connection that is in use has no other listener, and an `error` event without one ends the process.
  pool.on('connect', (client) => {
    let isLost = false
    client.on('error', (error) => {
      if (!isLost) onConnectionLost(error)
      isLost = true
    })
  })
  pool.on('error', () => {})
  const answerMs = statementSeconds && (statementSeconds + answerSeconds) * 1000
  return counted(pool, answerMs)
}

/** Opens a pool with the only connection that PGlite has. */
export function openPglitePool(pglite: PGlite): CountedPool {
  // A connection to this process needs no time limits, and is never closed for being idle.
  const limits = { max: 1, idleTimeoutMillis: 0, stream: () => new PgliteStream(pglite, planning) }
  return counted(new pg.Pool({ ...driver, ...limits }), 0)
}

function counted(pool: pg.Pool, answerMs: number): CountedPool {
  return {
    connect: async () => new BoundedClient((await translated(pool.connect())) as Client, answerMs),
    end: () => pool.end(),
    options: pool.options,
    count: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

type Client = NamingClient & pg.PoolClient

/** A connection taken from the pool that waits only so long for an answer, and sends together what need not wait (`later`). */
class BoundedClient implements PostgresPoolClient {
  readonly #client: Client
  readonly #answerMs: number
  #deferred: Statement[] = []
  #isBroken = false

  constructor(client: Client, answerMs: number) {
    this.#client = client
    this.#answerMs = answerMs
  }

  // Kysely also declares cursors, which are not configured.
  query = (async (sql: string, parameters: readonly unknown[]) => {
    const statement = { sql, parameters }
    if (sql === 'begin' || isDeferred(parameters)) {
      this.#deferred.push(statement)
      return nothing
    }
    const deferred = this.#deferred
    this.#deferred = []
    if (sql !== 'rollback') return this.#send([...deferred, statement])
    const hasBegun = deferred[0]?.sql !== 'begin'
    return hasBegun ? this.#send([statement]) : nothing
  }) as unknown as PostgresPoolClient['query']

  async #send(statements: Statement[]): Promise<unknown> {
    // The server cannot keep its own limit if it is frozen or the network is down.
    const timer = this.#answerMs ? setTimeout(() => this.#client.abandon(), this.#answerMs) : undefined
    try {
      const answers = await translated(this.#client.sendTogether(statements))
      for (const [i, { parameters }] of statements.entries()) noteRows(parameters, answers[i]?.rows ?? [])
      return answers.at(-1)
    } catch (error) {
      this.#isBroken ||= error instanceof DatabaseUnavailable
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  release = (destroy = false): void => this.#client.release(destroy || this.#isBroken)
}

async function translated<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw isUnavailable(error) ? new DatabaseUnavailable(error) : error
  }
}

/** The answer to a statement that was not sent yet, or need not be. */
const nothing = { command: '', rowCount: 0, rows: [] }

const countsAsNumbers = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const driver = { Client: NamingClient, types: countsAsNumbers, pipeline: true }
