import { relative } from 'node:path'

import type { Scope, StackFrame } from '@sentry/node'

import type { Config } from '#server/config.ts'
import { nameOf, stackOf, thrown, type Log, type LogFields } from '#server/log.ts'

/** Reports errors to a service that speaks Sentry's protocol. */
export interface ErrorReports {
  /** Writes a log line, and reports it if it is about an error. */
  log: Log
  /** Sends what is still waiting, for two seconds at most. */
  close: () => Promise<void>
}

const closeAfterMs = 2_000
const maxCauses = 5

/**
 * Makes a log whose lines about errors are reported too, if there is a DSN. A report has what the line has, and the names and places
 * of the error and its causes: no message, because messages quote personal data, and nothing of the request but its
 * route pattern, its id and the page's trace ([decision 27](docs/decisions/0027-reports-are-log-lines.md)).
 */
export async function reportErrors(
  { sentryDsn, mode }: Pick<Config, 'sentryDsn' | 'mode'>,
  log: Log,
): Promise<ErrorReports> {
  if (!sentryDsn) return { log, close: async () => {} }
  const sentry = await import('@sentry/node')
  // A client alone: `init` would also watch every call to the database and to providers.
  const client = new sentry.NodeClient({
    dsn: sentryDsn,
    environment: mode,
    integrations: [],
    transport: sentry.makeNodeTransport,
    stackParser: sentry.defaultStackParser,
    enableRuntimeChannelInjection: false,
    traceLifecycle: 'static',
    sendClientReports: false,
  })

  const framesOf = (error: Error): StackFrame[] =>
    sentry.defaultStackParser(stackOf(error)).map(({ filename, lineno, colno, in_app, ...frame }) => ({
      ...(frame.function === undefined ? {} : { function: frame.function }),
      ...(filename === undefined ? {} : { filename: withoutFolder(filename) }),
      ...(lineno === undefined ? {} : { lineno }),
      ...(colno === undefined ? {} : { colno }),
      ...(in_app === undefined ? {} : { in_app }),
    }))

  function report(fields: LogFields): void {
    const { event, kind, provider, reference, status } = fields
    // The outermost error is the last one.
    const exceptions = chainOf(fields[thrown])
      .toReversed()
      .map((error) => ({ type: nameOf(error), value: event, stacktrace: { frames: framesOf(error) } }))
    const scope = new sentry.Scope()
    continueTrace(scope, fields.trace)
    client.captureEvent(
      {
        level: 'error',
        transaction: fields.path ? `${fields.method} ${fields.path}` : (kind ?? event),
        tags: { event, kind, provider, reference, status },
        exception: {
          values: exceptions.length ? exceptions : [{ type: fields.error ?? 'unknown', value: event }],
        },
      },
      {},
      scope,
    )
  }

  return {
    log: (fields) => {
      log(fields)
      if (thrown in fields) report(fields)
    },
    close: async () => void (await client.close(closeAfterMs)),
  }
}

function chainOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let at = error; at instanceof Error && chain.length < maxCauses; at = at.cause) chain.push(at)
  return chain
}

function continueTrace(scope: Scope, trace: string | undefined): void {
  const [traceId, parentSpanId, sampled] = trace?.split('-') ?? []
  if (!traceId || !parentSpanId) return
  const dsc = { trace_id: traceId }
  const isSampled = sampled === undefined ? {} : { sampled: sampled === '1' }
  scope.setPropagationContext({ traceId, parentSpanId, sampleRand: 0, dsc, ...isSampled })
}

/** The path of a file within the shop's folder. */
function withoutFolder(filename: string): string {
  return filename.startsWith('/') ? relative(process.cwd(), filename) : filename
}
