import type { AnyMachineSnapshot } from 'xstate'
import type { CheckoutSnapshot } from '#src/checkout/step-props.ts'
import { isLong } from '#src/checkout/rules/sale-steps.ts'
import { stepOf, statePath } from '#src/checkout/rules/step-of.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

/** Selects the current step [CONT-07]. */
export const selectStep = (snapshot: CheckoutSnapshot): CheckoutState => stepOf(snapshot.value)

/** Selects the innermost state of the step, or of the child chart that renders it. */
export const selectSubstate = (snapshot: CheckoutSnapshot) => statePath(snapshot.value).at(-1) ?? ''

/** Selects the child chart that renders the step, if it has one. */
export const selectStepChart = ({ children }: CheckoutSnapshot) =>
  children.basket ??
  children.reservation ??
  children.account ??
  children.deliveryAddress ??
  children.ticketQuestions ??
  children.payment ??
  children.bankPolling ??
  children.ticketDelivery ??
  children.orderCompleted

/** Selects what the step shows as its innermost state: that of its child chart, if it has one. */
export const selectShownSubstate = (snapshot: CheckoutSnapshot) => {
  const chart = selectStepChart(snapshot)?.getSnapshot()
  return (chart && statePath(chart.value).at(-1)) ?? selectSubstate(snapshot)
}

export const selectCountdown = (snapshot: CheckoutSnapshot) => snapshot.children.countdown
export const selectHoldExtension = (snapshot: CheckoutSnapshot) => snapshot.children.holdExtension
export const selectSaleRelease = (snapshot: CheckoutSnapshot) => snapshot.children.saleRelease
export const selectBasket = (snapshot: CheckoutSnapshot) => snapshot.children.basket
export const selectReservation = (snapshot: CheckoutSnapshot) => snapshot.children.reservation

export const selectIsBusy = (snapshot: CheckoutSnapshot) => snapshot.hasTag('busy')
/** Selects whether a payment is open, of which the result is waited for; the hold outlasts it. */
export const selectIsPaying = (snapshot: CheckoutSnapshot) =>
  snapshot.hasTag('payment_open') && !!(snapshot.children.payment ?? snapshot.children.bankPolling)
export const selectMessage = (snapshot: CheckoutSnapshot) => snapshot.context.message
export const selectContext = (snapshot: CheckoutSnapshot) => snapshot.context

export const selectReservingError = ({ context }: CheckoutSnapshot) => context.reservingError
export const selectShowsExpiryNotice = ({ context }: CheckoutSnapshot) => context.showsExpiryNotice

/** States of the account in which it asks whose it is. */
const askingStates = ['loading', 'enter_email', 'sending_code', 'confirm_account', 'signing_out']

/**
 * Selects where "Back" leads: to the step before, which `waits` while the root saves or a payment is open; out of the first step, to the
 * basket, or once a code was sent to the email; or nowhere. `substate` is what the step shows, where a component has it from its chart already.
 */
export const selectWayBack = (
  snapshot: CheckoutSnapshot,
  substate = selectShownSubstate(snapshot),
): 'open' | 'waits' | 'basket' | 'email' | 'none' => {
  const isPaying = snapshot.matches({ holding: { payment: 'paying' } })
  if (snapshot.can({ type: 'step.back' }) || (isPaying && isLong(snapshot.context.facts)))
    return isPaying || snapshot.hasTag('busy') ? 'waits' : 'open'
  const step = selectStep(snapshot)
  if (step === 'login') return askingStates.includes(substate) ? 'basket' : 'email'
  return step === 'donation' || step === 'payment' ? 'basket' : 'none'
}

/** Selects whether the chart of a step saves, or asks whether a payment is open, so that going back waits for it. */
export const selectIsSaving = (chart: Pick<AnyMachineSnapshot, 'value' | 'hasTag'> | undefined): boolean =>
  chart !== undefined &&
  chart.hasTag('busy') &&
  !['loading', 'preparing'].includes(statePath(chart.value).at(-1) ?? '')
