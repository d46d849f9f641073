import { fromCallback, type EventObject } from 'xstate'
import { entryOf, isOfCode } from '#src/checkout/step-history.ts'

/**
 * Gives the code, and the name after it, an entry in the browser's history, so that its Back leads to the email as the "Back" of the page
 * does. What the page finds when it comes to the account (`isRecalled`) has none but that of before a reload: Back leads where it did.
 * The entry becomes that of the next step (`src/checkout/step-history.ts`).
 */
export const codeHistory = fromCallback<EventObject, { isRecalled: boolean }>(({ input, sendBack }) => {
  if (!input.isRecalled && !isOfCode(history.state))
    history.pushState({ ...(history.state as object | null), isCode: true }, '')
  if (!isOfCode(history.state)) return
  const listening = new AbortController()
  window.addEventListener(
    'popstate',
    ({ state }) => {
      if (entryOf(state) && !isOfCode(state)) sendBack({ type: 'email.change' })
    },
    { signal: listening.signal },
  )
  return () => listening.abort()
})
