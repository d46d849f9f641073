import { fromCallback, type AnyActorRef } from 'xstate'
import type { CheckoutEvent } from '#machines/checkout.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { forgetDraft, forgetDrafts } from '#src/lib/form-drafts.ts'
import { stepOf } from '#src/checkout/rules/step-of.ts'

/** Notifies the checkout chart of each step that it enters, in order [CONT-50], and forgets the drafts of steps that are done. */
export const stepObserver = fromCallback<CheckoutEvent, { checkout: AnyActorRef }>(({ input, sendBack }) => {
  let last: CheckoutState | undefined
  let shown: CheckoutState = 'determining'
  const observing = input.checkout.subscribe(({ value }: { value: unknown }) => {
    const step = stepOf(value)
    if (step === last) return
    last = step
    if (step === 'determining') return
    if (step !== shown) forgetDone(shown, step)
    shown = step
    sendBack({ type: 'step.entered', step })
  })
  return () => observing.unsubscribe()
})

/** Going back to the basket keeps the drafts, since the hold may have expired while the buyer typed. */
function forgetDone(step: CheckoutState, next: CheckoutState) {
  if (next === 'deliver_tickets') forgetDrafts()
  else if (!['basket', 'reserve', 'captcha'].includes(next)) forgetDraft(step)
}
