/** What may stand in a log line: names, codes and counts, nothing a buyer typed. */
export interface LogFields {
  event: string
  method?: string
  /** The route's pattern or the path, never the query. */
  path?: string
  status?: number
  milliseconds?: number
  /** Given to the buyer with an unforeseen failure, to find it here. */
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

/** The name and place of an error, without its message: messages of databases and providers quote what people typed. */
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
