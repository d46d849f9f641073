import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { checkoutMachine } from '#machines/checkout.ts'

/** The running checkout. It is created once, outside React, in `src/app/checkout-actor.ts`. */
export type CheckoutActor = ActorRefFrom<typeof checkoutMachine>

export type CheckoutSnapshot = SnapshotFrom<typeof checkoutMachine>

/** What every step component gets: the running checkout to select from and to send to. */
export interface StepProps {
  actor: CheckoutActor
}
