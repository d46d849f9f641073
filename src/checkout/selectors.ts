import type { CheckoutSnapshot } from '#src/checkout/step-props.ts'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'

/** The step that a snapshot stands on: the first level of its value, or the second inside a wrapper [CONT-07]. */
export function selectStep(snapshot: CheckoutSnapshot): CheckoutState {
  const [step] = statePath(snapshot.value)
  return step as CheckoutState // every name below the wrappers is one of the seventeen: machines/checkout.test.ts
}

/** Where the buyer is inside the step: the innermost state, or that of the child chart which draws the step. */
export function selectSubstate(snapshot: CheckoutSnapshot): string {
  return statePath(snapshot.value).at(-1) ?? ''
}

/** The chart that draws a step from inside, if the step has one of its own. */
export function selectStepChart(snapshot: CheckoutSnapshot) {
  const { account, deliveryAddress, ticketQuestions, bankPolling, ticketDelivery } = snapshot.children
  return account ?? deliveryAddress ?? ticketQuestions ?? bankPolling ?? ticketDelivery
}

export const selectCountdown = (snapshot: CheckoutSnapshot) => snapshot.children.countdown
export const selectSaleRelease = (snapshot: CheckoutSnapshot) => snapshot.children.saleRelease
export const selectAccount = (snapshot: CheckoutSnapshot) => snapshot.children.account
export const selectDeliveryAddress = (snapshot: CheckoutSnapshot) => snapshot.children.deliveryAddress
export const selectTicketQuestions = (snapshot: CheckoutSnapshot) => snapshot.children.ticketQuestions
export const selectBankPolling = (snapshot: CheckoutSnapshot) => snapshot.children.bankPolling
export const selectTicketDelivery = (snapshot: CheckoutSnapshot) => snapshot.children.ticketDelivery

export const selectIsBusy = (snapshot: CheckoutSnapshot) => snapshot.hasTag('busy')
export const selectMessage = (snapshot: CheckoutSnapshot) => snapshot.context.message
export const selectContext = (snapshot: CheckoutSnapshot) => snapshot.context

const wrappers = ['holding', 'paid']

/** `{ holding: { payment: 'paying' } }` → `['payment', 'paying']` */
export function statePath(value: CheckoutSnapshot['value'] | string | object): string[] {
  if (typeof value === 'string') return [value]
  const [name, inner] = Object.entries(value)[0] ?? ['', '']
  const rest = statePath(inner as object | string)
  return wrappers.includes(name) ? rest : [name, ...rest]
}

export const selectCanChangeBasket = (snapshot: CheckoutSnapshot) => snapshot.matches({ basket: 'open' })
export const selectIsLeavingBasket = (snapshot: CheckoutSnapshot) => snapshot.matches({ basket: 'leaving' })
export const selectCanReserve = (snapshot: CheckoutSnapshot) => snapshot.can({ type: 'basket.reserve' })
export const selectReservingError = ({ context }: CheckoutSnapshot) => context.reservingError
export const selectIsExpired = ({ context }: CheckoutSnapshot) => context.isExpired
export const selectDrafts = ({ context }: CheckoutSnapshot) => context.drafts
export const selectProtection = ({ context }: CheckoutSnapshot) => context.protection
export const selectCodeStatus = ({ context }: CheckoutSnapshot) => context.codeStatus
export const selectCaptcha = ({ context }: CheckoutSnapshot) => context.captcha
export const selectIsUnsupportedBrowser = (snapshot: CheckoutSnapshot) =>
  snapshot.matches({ reserve: 'unsupported_browser' })
export const selectIsSubscribed = ({ context }: CheckoutSnapshot) => context.isSubscribed
