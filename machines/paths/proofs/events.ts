import type { CallName } from '#machines/testing/fake-shop.ts'
import type { Edge } from './situations.ts'

/** Events that charts send each other. */
export const sentByCharts: readonly string[] = [
  'step.entered',
  'facts.changed',
  'order.changed',
  'checkout.refreshed',
  'countdown.shortened',
  'countdown.lengthened',
  'countdown.over',
  'countdown.expired',
  'countdown.corrected',
  'hold.corrected',
  'sale.released',
  'captcha.demanded',
  'basket.changed',
  'tickets.reserved',
  'payment.opened',
  'payment.settled',
  'state.entered',
  'state.known',
  'refresh.request',
  'release.request',
  'seats.released',
  'seats.changed',
]

/** Events that the browser sends. */
const sentByBrowser: readonly string[] = [
  'page.shown',
  'page.restored',
  'network.lost',
  'network.found',
  'call.started',
  'call.ended',
  'script.missing',
  'consent.found',
]

/** Events that a provider's part of the page sends: the card form, the wallet's sheet, the captcha, the seating plan. */
const sentByProviders: readonly string[] = [
  'form.fail',
  'card.changed',
  'wallet.opened',
  'captcha.fail',
  'plan.rendered',
  'plan.failed',
  'session.started',
  'session.expired',
  'hold.started',
  'hold.completed',
  'hold.failed',
  'selection.validated',
  'seat.selected',
  'seat.deselected',
]

const sentByOthers = new Set([...sentByCharts, ...sentByBrowser, ...sentByProviders])

/**
 * What answers each call of a chart; a missing one does not compile. The page says "Still working" of calls to the shop:
 * src/app/answered-by.test.ts runs each against a shop that does not reply.
 */
export const answeredBy: Record<CallName, 'shop' | 'shop, in the background' | 'provider' | 'browser'> = {
  loadUser: 'shop',
  loadCheckout: 'shop',
  refreshCheckout: 'shop',
  updateBasketState: 'shop, in the background',
  extendHold: 'shop',
  destroySale: 'shop',
  updateTicketQuantity: 'shop',
  updateGiftVoucherQuantity: 'shop',
  removeFromBasket: 'shop',
  removeGiftVoucherFromBasket: 'shop',
  updateRefundProtection: 'shop',
  setCode: 'shop',
  reserveTickets: 'shop',
  openAddress: 'browser',
  saveDonation: 'shop',
  updateDonation: 'shop',
  fetchUser: 'shop',
  sendOneTimeCode: 'shop',
  checkOneTimeCode: 'shop',
  saveGuestToSale: 'shop',
  logoutOfSale: 'shop',
  setMarketingPreferences: 'shop',
  loadAddresses: 'shop',
  lookupAddress: 'shop',
  deleteAddress: 'shop',
  setDeliveryAddress: 'shop',
  loadQuestions: 'shop',
  saveQuestionAnswers: 'shop',
  prepareCard: 'provider',
  claimFreeTickets: 'shop',
  saveExpressAccount: 'shop',
  confirmTotal: 'shop',
  preparePayment: 'provider',
  sendPayment: 'shop',
  loadPaidOrder: 'shop',
  reloadCheckout: 'shop',
  lookUpPayment: 'shop',
  getPaymentError: 'shop',
  getTruelayerStatus: 'shop',
  deliverToBitticket: 'shop',
  deliverToWallet: 'shop',
  ensureUser: 'shop',
  loadOrder: 'shop',
  subscribeToEvents: 'shop',
  setTransfers: 'shop',
  readOffers: 'shop',
  changeOffer: 'shop',
  sendFeedback: 'shop',
  resendTickets: 'shop',
  sendEmailCode: 'shop',
  changeEmail: 'shop',
  loadSeating: 'shop',
  loadPlanScript: 'provider',
  loadFreeSeats: 'shop',
  readPlan: 'provider',
  changeSeats: 'provider',
  holdBestSeats: 'provider',
  renewSession: 'provider',
  addSeats: 'shop',
  removeSeat: 'shop',
  listBasketSeats: 'shop',
  loadBaseScript: 'browser',
  readReadyFlag: 'browser',
  loadSiteScripts: 'browser',
  saveConsent: 'browser',
}

/** Whether the buyer does it, by a button, a field or a link. */
export const isByBuyer = ({ event: { type } }: Edge) => !type.startsWith('xstate.') && !sentByOthers.has(type)

export const isByProvider = ({ event: { type } }: Edge) => sentByProviders.includes(type)
export const isReply = ({ event: { type } }: Edge) => /^xstate\.(done|error)\.actor\./.test(type)
export const isFailure = ({ event: { type } }: Edge) => type.startsWith('xstate.error.actor.')
export const isDelay = ({ event: { type } }: Edge) => type.startsWith('xstate.after.')

/** Name of the call or child chart that a reply comes from. */
export const sourceOf = ({ event: { type } }: Edge) => type.replace(/^xstate\.(done|error)\.actor\./, '')

/** Length of a delay in milliseconds. */
export function lengthOf({ event: { type }, from }: Edge): number {
  const [, , name = ''] = type.split('.')
  return Number(from.snapshot.machine.implementations.delays[name])
}

/** Whether an edge leads to another state. */
export const isLeaving = ({ from, to }: Edge) =>
  to.snapshot.status !== 'active' || JSON.stringify(from.snapshot.value) !== JSON.stringify(to.snapshot.value)
