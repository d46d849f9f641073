import { fromCallback, type AnyActorRef } from 'xstate'
import type { CheckoutEvent } from '#machines/checkout.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { forgetDraft, forgetDrafts, forgetOtherDrafts } from '#src/lib/form-drafts.ts'
import { stepOf } from '#src/checkout/rules/step-of.ts'

/** Notifies the checkout chart of each step that it enters, in order [CONT-50], and forgets drafts in time. */
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

/**
 * What was typed stays for the way back. In the basket only the draft of the step that the buyer was torn from stays: a choice that was
 * sent must not be made again for the buyer, nor one that was skipped.
 */
function forgetDone(step: CheckoutState, next: CheckoutState) {
  if (next === 'deliver_tickets') forgetDrafts()
  else if (next === 'basket') forgetOtherDrafts(step)
  else if (step === 'donation' && next !== 'gift_aid') forgetDraft(step)
}
