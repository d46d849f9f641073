import { createActor, type AnyActorRef, type StateValueFrom } from 'xstate'
import { checkoutMachine, type CheckoutContext } from '#machines/checkout.ts'
import type { CheckoutActor } from '#src/checkout/step-props.ts'

/** A checkout that stands still in a state, with the charts that run inside it: for drawing that state, not for running. */
export function restingCheckout(
  value: StateValueFrom<typeof checkoutMachine>,
  {
    context = {},
    children = {},
  }: { context?: Partial<CheckoutContext>; children?: Record<string, AnyActorRef> } = {},
): CheckoutActor {
  const fresh = createActor(checkoutMachine).getSnapshot().context
  const snapshot = checkoutMachine.resolveState({ value, context: { ...fresh, ...context } })
  const resting = Object.assign(snapshot, { children })
  return Object.assign(createActor(checkoutMachine), { getSnapshot: () => resting })
}
