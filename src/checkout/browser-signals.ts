import { fromCallback } from 'xstate'
import type { CheckoutEvent } from '#machines/checkout.ts'
import { onChangeInOtherTab } from './other-tabs.ts'

/** Notifies the chart when the page becomes visible, is restored from the back/forward cache or goes online [CONT-60],
 * and when the hold has become longer in another tab. */
export const browserSignals = fromCallback<CheckoutEvent>(({ sendBack }) => {
  const listening = new AbortController()
  const { signal } = listening
  const shown = () => sendBack({ type: 'page.shown' })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && shown(), {
    signal,
  })
  window.addEventListener('online', shown, { signal })
  onChangeInOtherTab(shown, signal)
  window.addEventListener('pageshow', ({ persisted }) => persisted && sendBack({ type: 'page.restored' }), {
    signal,
  })
  return () => listening.abort()
})
