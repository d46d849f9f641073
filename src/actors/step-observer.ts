import { fromCallback, type AnyActorRef } from 'xstate'
import type { CheckoutEvent } from '#machines/checkout.ts'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'
import { stepOf } from '#src/rules/step-of.ts'

/** Notifies the checkout chart of each step that it enters, in order [CONT-50]. */
export const stepObserver = fromCallback<CheckoutEvent, { checkout: AnyActorRef }>(({ input, sendBack }) => {
  let last: CheckoutState | undefined
  const observing = input.checkout.subscribe(({ value }: { value: unknown }) => {
    const step = stepOf(value)
    if (step === last) return
    last = step
    if (step !== 'determining') sendBack({ type: 'step.entered', step })
  })
  return () => observing.unsubscribe()
})
