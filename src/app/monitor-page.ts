import { stepOf } from '#src/checkout/rules/step-of.ts'
import type { CheckoutSnapshot } from '#src/checkout/step-props.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { SupportDetails } from '#src/checkout/screen-failure.tsx'
import { missingScript, onPageEvents, type PageEvent } from '#src/lib/page-events.ts'
import { siteConfig } from '#src/lib/site-config.ts'
import { addToLog } from '#src/lib/session-log.ts'
import { whenIdle } from '#src/lib/when-idle.ts'
import type { ChartStep } from '#src/monitoring/chart-steps.ts'
import { describer } from '#src/monitoring/describe.ts'
import { isCheckout } from './checkout-actor.ts'
import { connectionActor } from './connection.tsx'
import { queryClient } from './query-client.ts'
import { noteStep } from './shown-steps.ts'

// Keeps the session's log, watches the connection, and starts error reporting if the shop has an address for it [MONI-02].

type Told = [event: PageEvent, step: ChartStep | undefined, at: number]

const waiting: Told[] = []
let report = (...told: Told) => {
  if (siteConfig.monitoringAddress && waiting.length < 200) waiting.push(told)
}

const describe = describer()
onPageEvents((event, at) => {
  const description = describe(event)
  if (description) addToLog(description.line, at)
  tellConnection(event)
  noteShown(event)
  if (event.type === 'problem' && event.name === missingScript)
    connectionActor.send({ type: 'script.missing' })
  report(event, description?.step, at)
})

/** Notes each step of the checkout, also those of before this file has loaded. */
function noteShown(event: PageEvent) {
  if (event.type !== '@xstate.snapshot' || !isCheckout(event.actorRef)) return
  noteStep(stepOf((event.snapshot as CheckoutSnapshot).value)) // as it is the checkout's
}

/**
 * Tells of the calls that the buyer waits for: all but the reports of the step, and loads of the checkout, which `tellReads` tells
 * of. One of them that hangs is given up.
 */
function tellConnection(event: PageEvent) {
  if (event.type !== 'sent' && event.type !== 'call') return
  if (/\/(?:update_basket_state|checkout\/get)\/$/.test(event.path)) return
  const { call } = event
  if (event.type === 'sent') connectionActor.send({ type: 'call.started', call })
  else connectionActor.send({ type: 'call.ended', call, session: sessionOf(event) })
}

/**
 * What the shop made of the token of a call, if its answer tells; 419 is Laravel's. That it gives what is read by POST, such as the keys
 * of the card provider, tells nothing: the page reads it ahead, and the buyer has pressed nothing.
 */
function sessionOf({ method, path, status }: { method: string; path: string; status: number }) {
  if (method !== 'POST') return undefined
  if ([403, 419].includes(status)) return 'refused'
  return status >= 200 && status < 300 && !/\/get_\w+\/$/.test(path) ? 'accepted' : undefined
}

/** Tells of reads from the first try to the last: a busy shop may ask for pauses between them. */
function tellReads() {
  const begin = (call: string) => connectionActor.send({ type: 'call.started', call })
  const reads = queryClient.getQueryCache()
  for (const { queryHash } of reads.findAll({ fetchStatus: 'fetching' })) begin(queryHash)
  reads.subscribe((event) => {
    const call = event.query.queryHash
    const isUpdated = event.type === 'updated'
    if (isUpdated && event.action.type === 'fetch') begin(call)
    // A pending read that the page drops ends without an update.
    else if (event.type === 'removed' || (isUpdated && event.query.state.fetchStatus === 'idle'))
      connectionActor.send({ type: 'call.ended', call })
  })
}

tellReads()

// For an error screen that is shown while the network fails.
void SupportDetails.prefetch()

if (siteConfig.monitoringAddress) void whenIdle().then(startReporting)

async function startReporting() {
  const reporting = await import('#src/monitoring/reporting.ts').catch(() => null)
  if (!reporting) return void setTimeout(startReporting, 30_000)
  await whenIdle()
  reporting.startReporting()
  const reportUser = () => reporting.reportUser(queryClient.getQueryData(userQuery.queryKey) ?? null)
  reportUser()
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === userQuery.queryKey[0]) reportUser()
  })
  for (const told of waiting.splice(0)) reporting.report(...told)
  // The service's own listeners report all errors from now on.
  report = (...told) => {
    if (told[0].type !== 'error') reporting.report(...told)
  }
}
