import { fromCallback } from 'xstate'
import type { ConnectionEvent } from '#machines/connection.ts'

/** Tells the connection chart when the device goes offline and online, and if it is offline at the start. */
export const networkSignals = fromCallback<ConnectionEvent>(({ sendBack }) => {
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener('offline', () => sendBack({ type: 'network.lost' }), { signal })
  window.addEventListener('online', () => sendBack({ type: 'network.found' }), { signal })
  if (!navigator.onLine) sendBack({ type: 'network.lost' })
  return () => listening.abort()
})
