import pg from 'pg'

/**
 * PostgreSQL cannot be reached, is stopping or full, or does not answer in time. What a transaction has done is undone; only
 * if it was committing, it may have been stored. Not for errors of a statement, such as a lock timeout.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  /** The code of PostgreSQL or of the network, such as `57P01` or `ECONNREFUSED`. */
  readonly code: string

  constructor(cause: unknown) {
    super(describe(cause), { cause })
    this.code = codeOf(cause)
  }
}

/**
 * SQL states of an unavailable database: connection exceptions, insufficient resources, shutdown and crash, system errors;
 * a statement or transaction that took too long; a standby, which cannot write.
 */
const unavailable = /^(?:08|53|57P|58)|^(?:57014|25P03|25P04|25006)$/

/** Returns whether an error of the driver means that the database is unavailable. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return unavailable.test(error.code ?? '')
  // Besides those of PostgreSQL, the driver throws network errors, and a TypeError for a value that it cannot send.
  return error instanceof Error && !(error instanceof TypeError)
}

function codeOf(cause: unknown): string {
  const { code } = cause as { code?: unknown }
  return typeof code === 'string' ? code : 'NO_ANSWER'
}

/** The message; Node's error about several addresses of a host has none of its own. */
function describe(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(String).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}
