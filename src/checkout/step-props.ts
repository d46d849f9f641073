import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { checkoutMachine } from '#machines/checkout.ts'

/** The running checkout, created once outside React in `src/app/checkout-actor.ts`. */
export type CheckoutActor = ActorRefFrom<typeof checkoutMachine>

export type CheckoutSnapshot = SnapshotFrom<typeof checkoutMachine>

/** Props of every step component: the running checkout. */
export interface StepProps {
  actor: CheckoutActor
}
