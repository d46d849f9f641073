import type { Case } from './cases.ts'
import { labelOf, type Model } from './model.ts'

/** What happens on every purchase, in the checkout chart. */
const mainPathEvents = [
  'done basket: chosen',
  'captcha.demanded',
  'done reservation: reserved',
  'donation.save',
  'donation.skip',
  'done saveDonation',
  'declaration.save',
  'done updateDonation',
  'done account: confirmed',
  'preferences.save',
  'done setMarketingPreferences',
  'done deliveryAddress',
  'done ticketQuestions',
  'payment.opened',
  'done payment: paid',
  'done bankPolling: completed',
  'done loadPaidOrder',
  'payment.continue',
  'done ticketDelivery',
  'waiver.continue',
  'messages.continue',
]

/** Returns whether the label of an event of the checkout is on the way of every purchase. */
export const isOnMainPath = (label: string) => mainPathEvents.some((prefix) => label.startsWith(prefix))

/** What fewer buyers come to, although it makes a path no longer. */
const isUncommon = (label: string) =>
  ['payment.pay: bank', 'done paymentAttempt: left', 'done fetchUser: guest with a code'].includes(label)

/**
 * Returns how unusual an event is, so that a path to somewhere is the one that a tester would think of first: the buyer
 * buys, the first case of a reply is the usual one, and nothing fails or interrupts without need. `index` is the place of
 * the case among the cases of its event.
 */
export function costOf(chart: Model['chart'], event: Case, index: number): number {
  const label = labelOf(event)
  if (label.startsWith('error ')) return 8
  if (isUncommon(label)) return 4
  if (chart !== 'checkout') return index === 0 ? 1 : 2
  if (label.startsWith('done loadCheckout: basket')) return 1
  if (isOnMainPath(label)) return index === 0 ? 1 : 12
  return label.startsWith('done ') ||
    label === 'method.switch' ||
    label === 'bank.retry' ||
    label === 'checkout.retry'
    ? 12
    : 20
}
