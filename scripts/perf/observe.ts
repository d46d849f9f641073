import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { PageEvent } from '#src/lib/page-events.ts'

/** A step that the page has shown; times are milliseconds since the navigation. */
export interface ShownStep {
  state: CheckoutState
  shownAt: number
  /** When it could be used: nothing loads, and there is something to press or to fill in. */
  usableAt: number | null
}

/** A request, on the clock of the page. */
export interface Request {
  path: string
  begunAt: number
  endedAt: number
}

/** What a page has told about itself; times are milliseconds since the navigation, null if it has not happened. */
export interface Seen {
  firstPaint: number | null
  lcp: number | null
  /** The ticket's name was painted. */
  visible: number | null
  /** A press of Reserve has reached the chart. */
  usable: number | null
  cls: number
  longTasks: { begunAt: number; duration: number }[]
  /** Events of presses and their milliseconds until the next frame. */
  presses: { begunAt: number; duration: number }[]
  lastClick: number
  steps: ShownStep[]
}

declare global {
  interface Window {
    seen: Seen
  }
}

/**
 * Runs in the page before its scripts. With `isPressing`, Reserve is pressed at each frame until the chart is told: from then on
 * the basket is usable.
 */
export function observe(isPressing: boolean) {
  if (window !== window.top) return
  const seen: Seen = {
    firstPaint: null,
    lcp: null,
    visible: null,
    usable: null,
    cls: 0,
    longTasks: [],
    presses: [],
    lastClick: 0,
    steps: [],
  }
  window.seen = seen
  performance.setResourceTimingBufferSize(5_000)

  const watch = (type: string, read: (entry: never) => void, options = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) read(entry as never)
    }).observe({ type, buffered: true, ...options })
  watch('paint', ({ name, startTime }: PerformanceEntry) => {
    if (name === 'first-paint') seen.firstPaint = startTime
  })
  watch('largest-contentful-paint', ({ startTime }: PerformanceEntry) => (seen.lcp = startTime))
  watch('element', ({ identifier, renderTime }: { identifier: string; renderTime: number }) => {
    if (identifier === 'ticket-name') seen.visible ??= renderTime
  })
  watch('layout-shift', ({ value, hadRecentInput }: { value: number; hadRecentInput: boolean }) => {
    if (!hadRecentInput) seen.cls += value
  })
  watch('longtask', ({ startTime, duration }: PerformanceEntry) =>
    seen.longTasks.push({ begunAt: startTime, duration }),
  )
  watch(
    'event',
    ({ startTime, duration, interactionId }: PerformanceEntry & { interactionId: number }) => {
      if (interactionId) seen.presses.push({ begunAt: startTime, duration })
    },
    { durationThreshold: 16 },
  )
  addEventListener('click', ({ timeStamp }) => (seen.lastClick = timeStamp), true)

  const isUsable = (state: string) => {
    const main = document.querySelector('main')
    const title = main?.querySelector('h1')?.textContent
    if (!main || !title || title === 'Checkout') return false
    // The delivery asks for nothing, and says that it is loading.
    if (state === 'deliver_tickets') return true
    const isLoading = [...main.querySelectorAll('[role="status"]')].some((one) =>
      one.textContent.includes('Loading'),
    )
    const wanted = state === 'login' ? 'input[type="email"]' : 'a, input, select, textarea, button'
    const controls = [...main.querySelectorAll(wanted)]
    return (
      !isLoading &&
      controls.some((one) => !one.matches(':disabled, [aria-disabled="true"], [aria-busy="true"]'))
    )
  }
  new MutationObserver(() => {
    const { state } = document.querySelector<HTMLElement>('[data-state]')?.dataset ?? {}
    if (!state) return
    if (seen.steps.at(-1)?.state !== state)
      seen.steps.push({ state: state as CheckoutState, shownAt: performance.now(), usableAt: null })
    const last = seen.steps.at(-1)
    if (last && last.usableAt === null && isUsable(state)) last.usableAt = performance.now()
  }).observe(document, { subtree: true, childList: true, attributes: true })

  if (!isPressing) return
  window.onPageEvent = (event: PageEvent) => {
    if (event.type === '@xstate.event' && event.event.type === 'basket.reserve')
      seen.usable ??= performance.now()
  }
  const press = () => {
    if (seen.usable !== null) return
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')]
    buttons.find(({ textContent }) => textContent.startsWith('Reserve Basket'))?.click()
    requestAnimationFrame(press)
  }
  requestAnimationFrame(press)
}
