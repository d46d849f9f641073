import { createActor, type AnyActorRef, type StateValueFrom } from 'xstate'
import { checkoutMachine, type CheckoutContext } from '#machines/checkout.ts'
import type { CheckoutActor } from '#src/checkout/step-props.ts'

/** Creates a checkout and its child charts in a fixed state, for rendering only. */
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
