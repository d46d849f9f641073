/** Fields of a log line: names, codes and counts, never a buyer's input. */
export interface LogFields {
  event: string
  method?: string
  /** The route's pattern or the path, without the query. */
  path?: string
  status?: number
  milliseconds?: number
  /** Shown to the buyer with an unexpected error, to find the log entry. */
  reference?: string
  error?: string
  at?: string
  count?: number
  kind?: string
  provider?: string
}

export type Log = (fields: LogFields) => void

/** Writes one JSON line per event to standard output. */
export const logToOutput: Log = (fields) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...fields })}\n`)
}

/** Name and place of an error, without its message, because messages of databases and providers quote personal data. */
export function describeError(error: unknown): Pick<LogFields, 'error' | 'at'> {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = (error as { code?: unknown }).code
  const place =
    error.stack
      ?.split('\n')
      .find((line) => line.includes('/server/'))
      ?.trim() ?? ''
  return { error: typeof code === 'string' ? `${error.name} ${code}` : error.name, at: place }
}
