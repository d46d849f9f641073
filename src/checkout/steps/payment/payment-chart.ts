import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { paymentMachine } from '#machines/payment.ts'
import { statePath } from '#src/rules/step-of.ts'

/** The running payment chart. */
export type PaymentChart = ActorRefFrom<typeof paymentMachine>

/** Props of the parts of the payment step: the running chart. */
export interface PaymentProps {
  chart: PaymentChart
}

type Snapshot = SnapshotFrom<typeof paymentMachine>

/** Selects the innermost state: `choosing`, `preparing`, `paying`, … */
export const selectState = (snapshot: Snapshot) => statePath(snapshot.value).at(-1) ?? ''
export const selectIsOpen = (snapshot: Snapshot) => snapshot.hasTag('payment_open')
export const selectMethod = ({ context }: Snapshot) => context.method
export const selectPlan = ({ context }: Snapshot) => context.plan
export const selectIsBankRemoved = ({ context }: Snapshot) => context.isBankRemoved
export const selectIsPrepared = ({ context }: Snapshot) => context.isPrepared
export const selectIsDeclined = ({ context }: Snapshot) => context.isDeclined
export const selectCanPayByWallet = (snapshot: Snapshot) =>
  snapshot.can({ type: 'payment.pay', method: 'wallet', details: { contactNumber: '', account: null } })
export const selectIsChecked = ({ context }: Snapshot) => context.checks > 0
export const selectMessage = ({ context }: Snapshot) => context.message
