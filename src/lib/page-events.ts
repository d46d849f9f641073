import type { InspectionEvent } from 'xstate'

/** An event for the session's log and error monitoring. None contains what a buyer has typed. */
export type PageEvent =
  /** What goes on in the charts of the page, by the option `inspect` of their actors. */
  | InspectionEvent
  /** A call was sent; `call` is its number. */
  | { type: 'sent'; call: number; path: string }
  /** A call has ended after `ms` milliseconds; `status` is 0 without a reply. */
  | { type: 'call'; call: number; method: string; path: string; status: number; ms: number }
  /** A reply had invalid fields: the call failed, or went on without them. */
  | { type: 'reply'; path: string; fields: readonly string[]; isRejected: boolean }
  /** Something failed that does not concern the buyer, such as a script of the site: `name` is its kind. */
  | { type: 'problem'; name: string; detail: string }
  /** An error or rejected promise that nothing has handled, or that a step has ended with. */
  | { type: 'error'; error: unknown }

/** Name of the problem that a script of the page could not be loaded, perhaps since the shop has been updated. */
export const missingScript = 'MissingScript'

/** Passes on that a script could not be loaded, and fails as it did. */
export function failMissing(error: unknown): never {
  emitPageEvent({ type: 'problem', name: missingScript, detail: String(error) })
  throw error
}

declare global {
  var onPageEvent: ((event: PageEvent) => void) | undefined
}

/** `at` is the time in milliseconds since 1970. */
export type Listener = (event: PageEvent, at: number) => void

const kept: Parameters<Listener>[] = []

let listener: Listener = (...event) => {
  // If the listener never comes, they must not pile up.
  if (kept.length < 999) kept.push(event)
}

/**
 * Passes an event to the listener, or keeps it until there is one. A tester's script that sets `window.onPageEvent` before
 * the page loads is passed each event too (docs/testing-from-the-chart.md).
 */
export function emitPageEvent(event: PageEvent) {
  globalThis.onPageEvent?.(event)
  listener(event, Date.now())
}

/** Sets the listener, and passes it the events that were kept. */
export function onPageEvents(listen: Listener) {
  listener = listen
  for (const event of kept.splice(0)) listen(...event)
}
