import { fromCallback } from 'xstate'
import type { ConsentChoice, ConsentEvent } from '#machines/consent.ts'

/** Tells the chart which choice is stored: at the start, when the page is shown again and when the cookie changes. */
export const consentSignals = (read: () => ConsentChoice) =>
  fromCallback<ConsentEvent>(({ sendBack }) => {
    const listening = new AbortController()
    const { signal } = listening
    const found = () => sendBack({ type: 'consent.found', choice: read() })
    found()
    document.addEventListener('visibilitychange', found, { signal })
    window.addEventListener('pageshow', found, { signal })
    // Browsers without it notice when the page is shown again.
    if ('cookieStore' in window) window.cookieStore.addEventListener('change', found, { signal })
    return () => listening.abort()
  })
