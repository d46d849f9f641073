import {
  fromCallback,
  fromPromise,
  type AnyActorRef,
  type EventObject,
  type NonReducibleUnknown,
} from 'xstate'
import {
  accountMachine,
  type CodeCheck,
  type CodeSending,
  type GuestSaving,
  type KnownBuyer,
} from '#machines/account.ts'
import { bankPollingMachine, type BankStatus } from '#machines/bank-polling.ts'
import { checkoutRefreshMachine, type Loaded, type Refreshed } from '#machines/checkout-refresh.ts'
import { basketMachine, type QuantityDraft } from '#machines/basket.ts'
import { checkoutMachine, type CheckoutEvent } from '#machines/checkout.ts'
import { connectionMachine, type ConnectionEvent } from '#machines/connection.ts'
import { consentMachine, type ConsentChoice, type ConsentEvent } from '#machines/consent.ts'
import { countdownMachine, type Hold } from '#machines/countdown.ts'
import { deliveryAddressMachine } from '#machines/delivery-address.ts'
import { freeSeatsMachine } from '#machines/free-seats.ts'
import { holdExtensionMachine, type Extension } from '#machines/hold-extension.ts'
import { orderCompletedMachine, type OrderOffers } from '#machines/order-completed.ts'
import { paymentMachine } from '#machines/payment.ts'
import {
  paymentAttemptMachine,
  type Attempt,
  type Confirmation,
  type PayOutcome,
  type Preparation,
  type Sending,
} from '#machines/payment-attempt.ts'
import { reservationMachine, type ReserveOutcome } from '#machines/reservation.ts'
import { saleReleaseMachine } from '#machines/sale-release.ts'
import {
  seatSelectionMachine,
  type AddOutcome,
  type DrawnPlan,
  type SeatEvent,
  type Removal,
  type Selection,
} from '#machines/seat-selection.ts'
import { siteScriptsMachine } from '#machines/site-scripts.ts'
import { stateReportingMachine } from '#machines/state-reporting.ts'
import { ticketDeliveryMachine } from '#machines/ticket-delivery.ts'
import { ticketQuestionsMachine, type AnswersOutcome, type StepKeys } from '#machines/ticket-questions.ts'
import { transfersMachine, type OrderTransfers } from '#machines/transfers.ts'
import { stepObserver } from '#src/checkout/step-observer.ts'
import type { Complete } from '#src/app/complete.ts'
import type { FoundAddress, SavedAddress } from '#src/address/schemas.ts'
import type { Answers } from '#src/questions/requests.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import type { ChosenSeat } from '#src/seats/rules/seats.ts'

/** Output of every call that the charts make. */
export interface Replies {
  loadUser: { facts: Facts | null }
  loadCheckout: Loaded
  /** `loadCheckout` as called by the checkout refresh chart. */
  refreshCheckout: Refreshed
  updateBasketState: { hold: Hold | null }
  extendHold: Extension
  destroySale: void
  updateTicketQuantity: { sent: QuantityDraft[] }
  updateGiftVoucherQuantity: { sent: QuantityDraft[] }
  removeFromBasket: void
  removeGiftVoucherFromBasket: void
  updateRefundProtection: { isWanted: boolean }
  setCode: { isApplied: boolean }
  reserveTickets: ReserveOutcome
  openAddress: void
  saveDonation: { facts: Facts }
  updateDonation: { facts: Facts }
  fetchUser: KnownBuyer
  sendOneTimeCode: CodeSending
  checkOneTimeCode: CodeCheck
  saveGuestToSale: GuestSaving
  logoutOfSale: void
  setMarketingPreferences: void
  loadAddresses: { savedAddresses: SavedAddress[]; isTyped: boolean; chosenId?: string }
  lookupAddress: FoundAddress[]
  deleteAddress: { savedAddresses: SavedAddress[] }
  setDeliveryAddress: { facts: Facts }
  loadQuestions: { steps: StepKeys[]; answers: Answers }
  saveQuestionAnswers: AnswersOutcome
  prepareCard: void
  claimFreeTickets: PayOutcome
  saveExpressAccount: { error: string }
  confirmTotal: Confirmation
  preparePayment: Preparation
  sendPayment: Sending
  loadPaidOrder: { facts: Facts }
  reloadCheckout: { isPaid: boolean; isNoneOpen?: boolean }
  lookUpPayment: { text: string; isPending: boolean }
  getPaymentError: { text: string; isPending: boolean; isUncharged: boolean }
  getTruelayerStatus: BankStatus
  deliverToBitticket: { isCompleted: boolean }
  deliverToWallet: { isCompleted: boolean }
  ensureUser: void
  loadOrder: OrderOffers
  subscribeToEvents: void
  setTransfers: OrderTransfers
  readOffers: OrderTransfers
  changeOffer: OrderTransfers & { message: string }
  sendFeedback: void
  resendTickets: { message: string }
  sendEmailCode: { message: string }
  changeEmail: { message: string }
  loadSeating: { isOffered: boolean }
  loadPlanScript: void
  loadFreeSeats: { isListed: boolean }
  readPlan: DrawnPlan
  changeSeats: Selection
  holdBestSeats: Selection
  renewSession: Selection
  addSeats: AddOutcome
  removeSeat: Removal
  listBasketSeats: { inBasket: ChosenSeat[] }
  loadBaseScript: void
  readReadyFlag: { isReady: boolean }
  loadSiteScripts: { failed: string[] }
  saveConsent: { choice: ConsentChoice }
}
export type CallName = keyof Replies

interface OpenCall {
  name: CallName
  resolve(output: unknown): void
  reject(error: unknown): void
}

/**
 * Provides all charts with a fake shop. Each call waits for `reply` or `fail`, unless it has a standing reply. `made`
 * records every call with its input, `errors` and `successes` the notifications, `problems` what is reported, `remembered` the
 * attempts to pay that are kept for a reload, each time.
 */
export function fakeShop(standing: Partial<Replies> = {}) {
  const open: OpenCall[] = []
  const made: { name: CallName; input: unknown }[] = []
  const errors: string[] = []
  const successes: string[] = []
  const problems: string[] = []
  const remembered: Attempt[][] = []

  const call = <Name extends CallName, Input extends NonReducibleUnknown>(name: Name) =>
    fromPromise<Replies[Name], Input>(({ input, signal }) => {
      made.push({ name, input })
      if (name in standing) return Promise.resolve(standing[name] as Replies[Name])
      return new Promise((resolve, reject) => {
        // `reply` is typed by the name of the call
        const waiting: OpenCall = { name, resolve: (output) => resolve(output as Replies[Name]), reject }
        open.push(waiting)
        signal.addEventListener('abort', () => {
          if (open.includes(waiting)) open.splice(open.indexOf(waiting), 1)
        })
      })
    })

  function take(name: CallName) {
    const index = open.findIndex((waiting) => waiting.name === name)
    const [waiting] = index < 0 ? [] : open.splice(index, 1)
    if (!waiting) throw new Error(`${name} is not waiting: ${open.map((other) => other.name).join(', ')}`)
    return waiting
  }

  const notices = {
    notifyError: (_: unknown, { text }: { text: string }) => void errors.push(text),
    notifySuccess: (_: unknown, { text }: { text: string }) => void successes.push(text),
  }
  const { notifyError } = notices

  const stateReporting = stateReportingMachine.provide({
    actors: {
      updateBasketState: call('updateBasketState'),
    } satisfies Complete<typeof stateReportingMachine>,
    actions: { notifyError },
  })
  const checkoutRefresh = checkoutRefreshMachine.provide({
    actors: {
      loadCheckout: call('refreshCheckout'),
    } satisfies Complete<typeof checkoutRefreshMachine>,
    actions: { notifyError },
  })
  const holdExtension = holdExtensionMachine.provide({
    actors: {
      extendHold: call('extendHold'),
    } satisfies Complete<typeof holdExtensionMachine>,
    actions: { notifyError },
  })
  const saleRelease = saleReleaseMachine.provide({
    actors: {
      destroySale: call('destroySale'),
    } satisfies Complete<typeof saleReleaseMachine>,
    actions: { notifyError },
  })
  const basket = basketMachine.provide({
    actors: {
      loadCheckout: call('loadCheckout'),
      updateTicketQuantity: call('updateTicketQuantity'),
      updateGiftVoucherQuantity: call('updateGiftVoucherQuantity'),
      removeFromBasket: call('removeFromBasket'),
      removeGiftVoucherFromBasket: call('removeGiftVoucherFromBasket'),
      updateRefundProtection: call('updateRefundProtection'),
      setCode: call('setCode'),
    } satisfies Complete<typeof basketMachine>,
    actions: { notifyError },
  })
  const reservation = reservationMachine.provide({
    actors: {
      reserveTickets: call('reserveTickets'),
      openAddress: call('openAddress'),
    } satisfies Complete<typeof reservationMachine>,
    actions: { notifyError },
  })
  const account = accountMachine.provide({
    actors: {
      fetchUser: call('fetchUser'),
      sendOneTimeCode: call('sendOneTimeCode'),
      checkOneTimeCode: call('checkOneTimeCode'),
      saveGuestToSale: call('saveGuestToSale'),
      logoutOfSale: call('logoutOfSale'),
      codeHistory: fromCallback<EventObject, { isRecalled: boolean }>(() => {}),
    } satisfies Complete<typeof accountMachine>,
    actions: { notifyError },
  })
  const deliveryAddress = deliveryAddressMachine.provide({
    actors: {
      loadAddresses: call('loadAddresses'),
      lookupAddress: call('lookupAddress'),
      deleteAddress: call('deleteAddress'),
      setDeliveryAddress: call('setDeliveryAddress'),
    } satisfies Complete<typeof deliveryAddressMachine>,
    actions: { notifyError },
  })
  const ticketQuestions = ticketQuestionsMachine.provide({
    actors: {
      loadQuestions: call('loadQuestions'),
      saveQuestionAnswers: call('saveQuestionAnswers'),
    } satisfies Complete<typeof ticketQuestionsMachine>,
  })
  const paymentAttempt = paymentAttemptMachine.provide({
    actors: {
      confirmTotal: call('confirmTotal'),
      preparePayment: call('preparePayment'),
      sendPayment: call('sendPayment'),
      reloadCheckout: call('reloadCheckout'),
      lookUpPayment: call('lookUpPayment'),
      getPaymentError: call('getPaymentError'),
      openAddress: call('openAddress'),
    } satisfies Complete<typeof paymentAttemptMachine>,
    actions: { rememberAttempts: (_, { attempts }) => void remembered.push(attempts) },
  })
  const payment = paymentMachine.provide({
    actors: {
      getPaymentError: call('getPaymentError'),
      prepareCard: call('prepareCard'),
      saveExpressAccount: call('saveExpressAccount'),
      claimFreeTickets: call('claimFreeTickets'),
      paymentAttempt,
    } satisfies Complete<typeof paymentMachine>,
    actions: { notifyError },
  })
  const bankPolling = bankPollingMachine.provide({
    actors: {
      getTruelayerStatus: call('getTruelayerStatus'),
    } satisfies Complete<typeof bankPollingMachine>,
    actions: { notifyError },
  })
  const ticketDelivery = ticketDeliveryMachine.provide({
    actors: {
      deliverToBitticket: call('deliverToBitticket'),
      deliverToWallet: call('deliverToWallet'),
      ensureUser: call('ensureUser'),
    } satisfies Complete<typeof ticketDeliveryMachine>,
    actions: { notifyError },
  })
  const transfers = transfersMachine.provide({
    actors: {
      setTransfers: call('setTransfers'),
      readOffers: call('readOffers'),
      changeOffer: call('changeOffer'),
    } satisfies Complete<typeof transfersMachine>,
    actions: { notifyError },
  })
  const orderCompleted = orderCompletedMachine.provide({
    actors: {
      loadOrder: call('loadOrder'),
      subscribeToEvents: call('subscribeToEvents'),
      sendFeedback: call('sendFeedback'),
      resendTickets: call('resendTickets'),
      sendEmailCode: call('sendEmailCode'),
      changeEmail: call('changeEmail'),
      transfers,
      viewHistory: fromCallback<EventObject, { chart: AnyActorRef }>(() => {}),
    } satisfies Complete<typeof orderCompletedMachine>,
    actions: notices,
  })
  const freeSeats = freeSeatsMachine.provide({
    actors: { loadFreeSeats: call('loadFreeSeats') } satisfies Complete<typeof freeSeatsMachine>,
  })
  const seatSelection = seatSelectionMachine.provide({
    actors: {
      browserSignals: fromCallback<SeatEvent>(() => {}),
      countdown: countdownMachine,
      freeSeats,
      loadSeating: call('loadSeating'),
      loadPlanScript: call('loadPlanScript'),
      readPlan: call('readPlan'),
      changeSeats: call('changeSeats'),
      holdBestSeats: call('holdBestSeats'),
      renewSession: call('renewSession'),
      addSeats: call('addSeats'),
      removeSeat: call('removeSeat'),
      listBasketSeats: call('listBasketSeats'),
      openAddress: call('openAddress'),
    } satisfies Complete<typeof seatSelectionMachine>,
    actions: { notifyError },
  })
  const siteScripts = siteScriptsMachine.provide({
    actors: {
      loadBaseScript: call('loadBaseScript'),
      readReadyFlag: call('readReadyFlag'),
      loadSiteScripts: call('loadSiteScripts'),
    } satisfies Complete<typeof siteScriptsMachine>,
    actions: { notifyProblem: (_, { detail }) => void problems.push(detail) },
  })
  const consent = consentMachine.provide({
    actors: {
      browserSignals: fromCallback<ConsentEvent>(() => {}),
      saveConsent: call('saveConsent'),
    } satisfies Complete<typeof consentMachine>,
  })
  const connection = connectionMachine.provide({
    actors: { networkSignals: fromCallback<ConnectionEvent>(() => {}) } satisfies Complete<
      typeof connectionMachine
    >,
  })
  const checkout = checkoutMachine.provide({
    actors: {
      browserSignals: fromCallback<CheckoutEvent>(() => {}),
      stepObserver,
      stepHistory: fromCallback<CheckoutEvent, { checkout: AnyActorRef }>(() => {}),
      stateReporting,
      checkoutRefresh,
      countdown: countdownMachine,
      holdExtension,
      saleRelease,
      basket,
      reservation,
      account,
      deliveryAddress,
      ticketQuestions,
      payment,
      bankPolling,
      ticketDelivery,
      orderCompleted,
      loadUser: call('loadUser'),
      loadCheckout: call('loadCheckout'),
      saveDonation: call('saveDonation'),
      updateDonation: call('updateDonation'),
      setMarketingPreferences: call('setMarketingPreferences'),
      loadPaidOrder: call('loadPaidOrder'),
    } satisfies Complete<typeof checkoutMachine>,
    actions: { notifyError },
  })

  return {
    errors,
    successes,
    problems,
    remembered,
    made,
    /** Names of the pending calls. */
    waiting: () => open.map((waiting) => waiting.name),
    /** Inputs of all calls of that name, oldest first. */
    inputs: (name: CallName) => made.filter((one) => one.name === name).map((one) => one.input),
    /** Resolves the oldest pending call of that name. */
    async reply<Name extends CallName>(
      name: Name,
      ...[output]: Replies[Name] extends void ? [] : [Replies[Name]]
    ) {
      take(name).resolve(output)
      await settle()
    },
    /** Rejects the oldest pending call of that name. */
    async fail(name: CallName, error: unknown = new Error('no answer')) {
      take(name).reject(error)
      await settle()
    },
    charts: {
      checkout,
      stateReporting,
      checkoutRefresh,
      countdown: countdownMachine,
      holdExtension,
      saleRelease,
      freeSeats,
      seatSelection,
      connection,
      basket,
      reservation,
      account,
      deliveryAddress,
      ticketQuestions,
      payment,
      paymentAttempt,
      bankPolling,
      ticketDelivery,
      orderCompleted,
      transfers,
      siteScripts,
      consent,
    },
  }
}
export type FakeShop = ReturnType<typeof fakeShop>

/** Waits until all settled calls have reached their charts. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** An HTTP error with the message of the reply. */
export const refusal = (message: string, body = '') =>
  Object.assign(new Error(message), { status: 422, body })
