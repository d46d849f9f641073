/** Fields of a log line: names, codes and counts, never a buyer's input. */
export interface LogFields {
  event: string
  method?: string
  /** The route's pattern or the path, without the query. */
  path?: string
  status?: number
  milliseconds?: number
  /** The id of the request, which its reply has too: as `X-Request-Id`, and in the message of an unexpected error. */
  reference?: string
  /** The trace of the buyer's page, as its `sentry-trace` header names it. */
  trace?: string
  error?: string
  at?: string
  count?: number
  kind?: string
  provider?: string
  /** What a browser has blocked; see `policyReports`. */
  directive?: string
  host?: string
  [thrown]?: unknown
}

/** The error that a line is about, for error reports. A symbol, so that its message is never written to the log. */
export const thrown = Symbol('thrown')

export type Log = (fields: LogFields) => void

/** Writes one JSON line per event to standard output. */
export const logToOutput: Log = (fields) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...fields })}\n`)
}

/** Name and place of an error, without its message, because messages of databases and providers quote personal data. */
export function describeError(error: unknown): Pick<LogFields, 'error' | 'at' | typeof thrown> {
  if (!(error instanceof Error)) return { error: typeof error, [thrown]: error }
  const place = stackOf(error)
    .split('\n')
    .find((line) => line.includes('/server/'))
  return { error: nameOf(error), at: place?.trim() ?? '', [thrown]: error }
}

/** The name of an error with its code, such as `error 55P03`. */
export function nameOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}

/** The stack of an error without its message, of which a line may look like a place. */
export function stackOf({ stack = '', message }: Error): string {
  return message ? stack.replace(message, () => '') : stack
}
