import {
  addBreadcrumb,
  captureException,
  captureMessage,
  init,
  setTag,
  setUser,
  type Breadcrumb,
  type ErrorEvent,
  type EventHint,
} from '@sentry/react'
import { config } from '#src/lib/config.ts'
import type { PageEvent } from '#src/lib/page-events.ts'
import { siteConfig } from '#src/lib/site-config.ts'
import { readLog } from '#src/lib/session-log.ts'
import { whenIdle } from '#src/lib/when-idle.ts'
import type { ChartStep } from './chart-steps.ts'
import { debugImages } from './debug-images.ts'
import { replayRate } from './rates.ts'
import { isReplayAllowed } from './replay-consent.ts'
import { scrubAddress, scrubMessage, scrubText } from './scrub.ts'
import { keepTexts, scrubbingTransport } from './scrubbing-transport.ts'

const { environment = config.isSandbox ? 'sandbox' : 'production', release } = siteConfig.monitoring

/** The charts of the two screens, whose states are the state of the page. */
const screens = ['checkout', 'seatSelection']

/** The reports of a page at most, so that an error that is repeated for hours costs neither the buyer nor the shop. */
const maxReports = 100
let reports = 0

/**
 * What is written to the console may contain anything. The locale of the buyer is of no use, and reading it for each span
 * takes as long as everything else of a trace.
 */
const unused = ['Console', 'CultureContext']

/** Starts error reports and traces as documented [MONI-02..03, MONI-06..12]. */
export function startReporting() {
  init({
    dsn: siteConfig.monitoringAddress,
    environment,
    ...(release && { release }),
    integrations: (usual) => usual.filter(({ name }) => !unused.includes(name)),
    tracesSampleRate: 1,
    replaysSessionSampleRate: replayRate,
    replaysOnErrorSampleRate: 1,
    maxBreadcrumbs: 100,
    transportOptions: { bufferSize: 30 },
    transport: scrubbingTransport,
    // Paths are those of this origin; other addresses are compared as a whole.
    tracePropagationTargets: [/^\/(?!\/)/, /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/],
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: { request: { allow: ['User-Agent'] }, response: false },
      httpBodies: [],
      urlQueryParams: false,
      stackFrameVariables: false,
    },
    beforeBreadcrumb: withoutText,
    beforeSend: withLog,
  })
  setTag('support_code', readLog().code)
  void traceAndRecord()
}

/** In parts that leave the page time for the buyer: together they would block a slow device for a quarter of a second. */
async function traceAndRecord() {
  await whenIdle()
  const tracing = await import('./tracing.ts').catch(() => null)
  await whenIdle()
  tracing?.startTracing()
  await followConsent()
}

/** Reports what has happened: errors of before the start, transitions and invalid replies. Later errors report themselves. */
export function report(event: PageEvent, step: ChartStep | undefined, at: number) {
  if (event.type === 'error') captureException(event.error, { mechanism: { type: 'early', handled: false } })
  if (event.type === 'reply') reportReply(event)
  if (event.type === 'problem') captureMessage(`${event.name}: ${event.detail}`, 'warning')
  if (step?.isNew) reportStep(step, at)
}

/** Names the buyer in reports: the id, and the email unless the shop has switched it off; nobody for a guest [MONI-13]. */
export function reportUser(user: { id: string; email: string } | null) {
  const email = user && siteConfig.monitoring.email !== 'off' ? user.email : ''
  keepTexts(user ? [user.id, email].filter(Boolean) : [])
  setUser(user && { id: user.id, ...(email && { email }) })
}

function reportStep({ chart, state, event }: ChartStep, at: number) {
  if (screens.includes(chart)) setTag('state', state)
  void followConsent()
  addBreadcrumb({
    category: 'state',
    type: 'navigation',
    message: `${chart}: ${state}`,
    data: { event },
    timestamp: at / 1000,
  })
}

const reported = new Set<string>()

/** Reports an invalid reply once, with the paths of its fields. */
function reportReply({ path, fields, isRejected }: PageEvent & { type: 'reply' }) {
  const message = `${isRejected ? 'Invalid reply' : 'Invalid fields in the reply'} of ${path}`
  const key = [message, ...fields].join(' ')
  if (reported.has(key)) return
  reported.add(key)
  captureMessage(message, {
    level: isRejected ? 'error' : 'warning',
    fingerprint: [message],
    contexts: { reply: { path, fields: fields.join(', ') } },
  })
}

let isRecorded = false

/** Starts the replay once the buyer has allowed it, and stops it when they no longer do [L9]. */
async function followConsent() {
  const isAllowed = isReplayAllowed()
  if (isAllowed === isRecorded) return
  isRecorded = isAllowed
  if (isAllowed) await whenIdle()
  const replay = await import('./replay.ts').catch(() => null)
  // Tried again with the next step.
  if (!replay) isRecorded = false
  if (isAllowed) await whenIdle()
  if (!isReplayAllowed()) replay?.stopReplay()
  else if (isAllowed) await replay?.startReplay()
}

/** Breadcrumbs without texts of the page and private parts of addresses. */
function withoutText(breadcrumb: Breadcrumb): Breadcrumb {
  const { category = '', message, data } = breadcrumb
  if (category.startsWith('ui.')) return { ...breadcrumb, message: scrubText(message ?? ''), data: {} }
  const addresses = Object.entries(data ?? {}).map(([name, value]) =>
    ['url', 'from', 'to'].includes(name) ? [name, scrubAddress(String(value))] : [name, value],
  )
  return { ...breadcrumb, ...(data && { data: Object.fromEntries(addresses) }) }
}

/** Error reports without quoted data, with the session's log and the ids of the source maps; null if there were too many. */
function withLog(event: ErrorEvent, hint: EventHint): ErrorEvent | null {
  reports += 1
  if (reports > maxReports) return null
  const { code, lines } = readLog()
  hint.attachments = [
    { filename: `session-${code}.txt`, data: scrubText(lines.join('\n')), contentType: 'text/plain' },
  ]
  const exceptions = event.exception?.values ?? []
  // Messages of the shop are for the buyer, who they may name.
  for (const exception of exceptions)
    exception.value = exception.type === 'HttpFailure' ? 'Failed reply' : scrubMessage(exception.value ?? '')
  return { ...event, debug_meta: { images: debugImages(exceptions) } }
}
