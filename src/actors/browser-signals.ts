import { fromCallback } from 'xstate'
import type { CheckoutEvent } from '#machines/checkout.ts'

/** Tells the chart when the page is seen again [CONT-60], comes back from the browser's cache, or is online again. */
export const browserSignals = fromCallback<CheckoutEvent>(({ sendBack }) => {
  const listening = new AbortController()
  const { signal } = listening
  const shown = () => sendBack({ type: 'page.shown' })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && shown(), {
    signal,
  })
  window.addEventListener('online', shown, { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && sendBack({ type: 'page.restored' }), {
    signal,
  })
  return () => listening.abort()
})
