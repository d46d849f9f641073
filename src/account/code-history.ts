import { fromCallback, type EventObject } from 'xstate'
import { isOfCode } from '#src/checkout/step-history.ts'

/**
 * Gives the code, and the name after it, an entry in the browser's history, so that its Back leads to the email as the "Back" of the page
 * does. The entry is that of the next step once there is one (`src/checkout/step-history.ts`).
 */
export const codeHistory = fromCallback<EventObject>(({ sendBack }) => {
  const listening = new AbortController()
  // After a reload, or Forward, the entry is there already.
  if (!isOfCode(history.state)) history.pushState({ ...(history.state as object | null), isCode: true }, '')
  window.addEventListener(
    'popstate',
    ({ state }) => {
      if (!isOfCode(state)) sendBack({ type: 'email.change' })
    },
    { signal: listening.signal },
  )
  return () => listening.abort()
})
