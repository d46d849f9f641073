import { fromCallback, type AnyActorRef } from 'xstate'
import type { CheckoutEvent } from '#machines/checkout.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import {
  forgetDraft,
  forgetDrafts,
  forgetSentDrafts,
  noteDraftOpen,
  noteDraftSent,
} from '#src/lib/form-drafts.ts'
import { isEarlier, saleSteps, type Step } from '#src/checkout/rules/sale-steps.ts'
import { stepOf } from '#src/checkout/rules/step-of.ts'

/** Notifies the checkout chart of each step that it enters, in order [CONT-50], and forgets drafts in time. */
export const stepObserver = fromCallback<CheckoutEvent, { checkout: AnyActorRef }>(({ input, sendBack }) => {
  let last: CheckoutState | undefined
  let shown: Step | undefined
  const observing = input.checkout.subscribe(({ value }: { value: unknown }) => {
    const step = stepOf(value)
    if (step === last) return
    last = step
    if (step === 'determining') return
    if (shown && step !== shown) forgetDone(shown, step)
    shown = step
    sendBack({ type: 'step.entered', step })
  })
  return () => observing.unsubscribe()
})

/**
 * What was typed stays for the way back, and until the order is paid. In the basket a step that was sent, and not come back to, is
 * forgotten: a choice must not be made again for the buyer, nor one that was skipped.
 */
function forgetDone(step: Step, next: Step) {
  if (saleSteps[next].phase === 'paid') return forgetDrafts()
  if (step === 'donation' && next === 'login') ['donation', 'gift_aid'].forEach(forgetDraft)
  if (next === 'basket') forgetSentDrafts()
  else if (isEarlier(step, next)) noteDraftSent(step)
  noteDraftOpen(next)
}
