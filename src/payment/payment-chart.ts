import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { paymentMachine } from '#machines/payment.ts'
import type { paymentAttemptMachine } from '#machines/payment-attempt.ts'
import { statePath } from '#src/checkout/rules/step-of.ts'

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
/** Selects the method of the attempt that failed last; null if it is not known, as after a reload. */
export const selectFailedMethod = ({ context }: Snapshot) => context.failedMethod
export const selectCanPayByWallet = (snapshot: Snapshot) =>
  snapshot.can({ type: 'payment.pay', method: 'wallet', details: { contactNumber: '', account: null } })
/** Selects the running attempt to pay, if there is one. */
export const selectAttempt = ({ children }: Snapshot) => children.paymentAttempt
export const selectMessage = ({ context }: Snapshot) => context.message

/** Tells the chart that the form may hold another card, so that paying with it is another attempt. */
export function tellCardChange(chart: PaymentChart) {
  chart.send({ type: 'card.changed', card: crypto.randomUUID() })
}

/** The running attempt to pay. */
export type AttemptChart = ActorRefFrom<typeof paymentAttemptMachine>

type AttemptSnapshot = SnapshotFrom<typeof paymentAttemptMachine> | undefined

/**
 * Selects whether the shop is asked about a payment that was sent before; also once the buyer has asked to check again. An
 * attempt whose chart is still loading has no context.
 */
export function selectIsChecked(attempt: AttemptSnapshot) {
  const context: Partial<NonNullable<AttemptSnapshot>['context']> = attempt?.context ?? {}
  const { checks = 0, isRecalled = false, attempts = [] } = context
  return checks > 0 || isRecalled || attempts.some(({ doubt }) => doubt === 'lost' || doubt === 'pending')
}
export const selectIsUnsettled = (attempt: AttemptSnapshot) => attempt?.value === 'unsettled'
/** Selects whether the buyer may ask to pay another way. */
export const selectCanSwitch = (attempt: AttemptSnapshot) => attempt?.can({ type: 'payment.switch' }) ?? false
export const selectIsRedirected = (attempt: AttemptSnapshot) => attempt?.value === 'redirecting'
