import { fromCallback, type AnyActorRef } from 'xstate'
import type { CheckoutEvent } from '#machines/checkout.ts'
import type { CheckoutSnapshot, StepProps } from '#src/checkout/step-props.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { isEarlier, type Step } from '#src/checkout/rules/sale-steps.ts'
import { stepOf } from '#src/checkout/rules/step-of.ts'
import { selectIsSaving, selectStepChart, selectWayBack } from './selectors.ts'

/** What an entry of the browser's history holds: its step, and how many entries of the checkout are before it. */
interface Entry {
  step: Step
  depth: number
}

/** The entry of a step, if the page has made it. */
export const entryOf = (state: unknown) => (state as { checkout?: Entry } | null)?.checkout
const stateOf = (checkout: Entry) => ({ ...(history.state as object | null), checkout, isCode: false })

/** Whether an entry is the second one of the account, of its code (`src/account/code-history.ts`). */
export const isOfCode = (state: unknown) => (state as { isCode?: boolean } | null)?.isCode ?? false

/**
 * Gives each step that a buyer may come back to an entry in the browser's history, so that its Back does what the "Back" of the page
 * does. Where no step is to go back to, Back leaves the checkout as it always did; while a step waits, as for a payment, it stays.
 */
export const stepHistory = fromCallback<CheckoutEvent, { checkout: AnyActorRef }>(
  ({ input, sendBack, receive }) => {
    const now = () => input.checkout.getSnapshot() as CheckoutSnapshot
    const listening = new AbortController()
    // Tells Back from Forward, which the browser does not.
    let depth = entryOf(history.state)?.depth ?? 0
    // The page goes back to where the buyer is, who has pressed Forward or may not leave.
    let isReturning = false

    function stay(delta: number) {
      isReturning = true
      history.go(delta)
    }

    function follow(step: CheckoutState) {
      const entry = entryOf(history.state)
      if (step === 'determining' || step === entry?.step) return
      const isOnward = entry && isEarlier(entry.step, step) && now().can({ type: 'step.back' })
      if (isOnward) depth += 1
      const isNew = isOnward && !isOfCode(history.state)
      history[isNew ? 'pushState' : 'replaceState'](stateOf({ step, depth }), '')
    }

    /** Goes past the two entries of an account whose code is asked for no more, so that Back is not pressed in vain. */
    function pass(entry: Entry, isCode: boolean) {
      const account = now().children.account?.getSnapshot()
      const isHere = isReturning || entry.step !== 'login' || account?.can({ type: 'email.change' })
      isReturning = false
      if (isHere) return
      if (isCode) stay(-1)
      else if (selectIsSaving(account)) stay(1)
      else history.back()
    }

    function comeTo({ state }: PopStateEvent) {
      const entry = entryOf(state)
      const step = stepOf(now().value)
      if (!entry || step === 'determining') return
      if (entry.depth === depth) return pass(entry, isOfCode(state))
      if (entry.depth > depth) return stay(depth - entry.depth)
      const way = selectWayBack(now())
      const isSaving = way === 'open' && selectIsSaving(selectStepChart(now())?.getSnapshot())
      if (isSaving || way === 'waits' || now().hasTag('payment_open')) return stay(depth - entry.depth)
      depth = entry.depth
      sendBack({ type: 'step.back' })
      // Otherwise the chart tells the step that it has come to, and the entry gets its name.
      if (stepOf(now().value) === step) history.go(-depth - 1)
    }

    receive((event) => event.type === 'step.entered' && follow(event.step))
    window.addEventListener('popstate', comeTo, { signal: listening.signal })
    return () => listening.abort()
  },
)

/** Goes back as the browser's Back does, so that both agree where the buyer is; without an entry to go back to, by the chart alone. */
export function goBack(checkout: StepProps['actor']) {
  if (entryOf(history.state)?.depth) history.back()
  else checkout.send({ type: 'step.back' })
}

/** Goes back from the code to the email in the same way. */
export function goBackToEmail(account: { send: (event: { type: 'email.change' }) => void } | undefined) {
  if (isOfCode(history.state)) history.back()
  else account?.send({ type: 'email.change' })
}
