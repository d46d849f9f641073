import { createHash, randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'

import pg from 'pg'

import { countTries, isPlanOutdated } from './tries.ts'

/** Most statements that a connection keeps prepared, so that texts of varying length cannot use up PostgreSQL's memory. */
const maxPrepared = 500
const preparable = /^\s*(?:select|insert|update|delete|with)\b/i

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/**
 * Ends the text of statements since a table was changed, at random; the same for all connections of the process. PgBouncer
 * prepares a text once for all its clients, and only another text is prepared anew.
 */
let mark = ''

/**
 * A connection that prepares each statement once, because planning one takes PostgreSQL several times as long as executing
 * it. Behind PgBouncer in transaction mode this needs its version 1.21 or newer.
 */
export class NamingClient extends pg.Client {
  readonly #names = new Map<string, string>()
  #mark = mark

  // `pg` declares an overload for each way to pass a callback; Kysely passes the text and the values.
  override query(...args: unknown[]): never {
    const [text, values] = args
    const isPreparable = typeof text === 'string' && args.length <= 2 && preparable.test(text)
    return (isPreparable ? this.#queryNamed(text, values) : this.#query(...args)) as never
  }

  /**
   * Sends statements in one packet, and returns their answers. Throws the error of the first that fails; in a transaction,
   * those after it then fail too. A statement outside transactions is repeated if only others made it fail (`countTries`).
   */
  async sendTogether(statements: Statement[]): Promise<pg.QueryResult[]> {
    // Asked before: when a statement fails that was sent with a commit, the transaction may be over.
    const isAlone = statements.length === 1 && this.getTransactionStatus() === 'I'
    const mayRepeat = countTries()
    for (;;)
      try {
        return await this.#sendOnce(statements)
      } catch (error) {
        // A transaction has failed as a whole; `inTransaction` repeats it.
        if (!isAlone || !mayRepeat(error)) throw error
      }
  }

  async #sendOnce(statements: Statement[]): Promise<pg.QueryResult[]> {
    const { stream } = this.#connection
    stream.cork()
    const answers = statements.map(
      ({ sql, parameters }) => this.query(sql, [...parameters]) as Promise<pg.QueryResult>,
    )
    stream.uncork()
    const ended = await Promise.allSettled(answers)
    const failed = ended.find((answer) => answer.status === 'rejected')
    if (failed) throw failed.reason
    return Promise.all(answers)
  }

  /** Breaks the connection, which fails its statements. */
  abandon(): void {
    this.#connection.stream.destroy()
  }

  /** Not declared by `pg`. */
  get #connection(): { stream: Duplex } {
    return (this as unknown as { connection: { stream: Duplex } }).connection
  }

  async #queryNamed(text: string, values: unknown): Promise<unknown> {
    const sent = mark
    try {
      return await this.#query(this.#named(text, values))
    } catch (error) {
      // Another connection may have met the change first.
      if (isPlanOutdated(error) && sent === mark) mark = ` /* ${randomUUID()} */`
      throw error
    }
  }

  #query(...args: unknown[]): Promise<unknown> {
    return (super.query as (...args: unknown[]) => Promise<unknown>)(...args)
  }

  #named(unmarked: string, values: unknown): object {
    if (this.#mark !== mark) this.#names.clear()
    this.#mark = mark
    const text = unmarked + mark
    const known = this.#names.get(text)
    if (!known && this.#names.size >= maxPrepared) return { text, values }
    const name = known ?? nameOf(text)
    this.#names.set(text, name)
    return { name, text, values }
  }
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
