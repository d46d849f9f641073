import { createActor } from 'xstate'
import { accountMachine } from '#machines/account.ts'
import { bankPollingMachine } from '#machines/bank-polling.ts'
import { checkoutMachine } from '#machines/checkout.ts'
import { checkoutRefreshMachine } from '#machines/checkout-refresh.ts'
import { countdownMachine } from '#machines/countdown.ts'
import { deliveryAddressMachine } from '#machines/delivery-address.ts'
import { saleReleaseMachine } from '#machines/sale-release.ts'
import { stateReportingMachine } from '#machines/state-reporting.ts'
import { ticketDeliveryMachine } from '#machines/ticket-delivery.ts'
import { ticketQuestionsMachine } from '#machines/ticket-questions.ts'
import { createAccountActors } from '#src/actors/account-actors.ts'
import { createAddressActors } from '#src/actors/address-actors.ts'
import { createBasketActors } from '#src/actors/basket-actors.ts'
import { browserSignals } from '#src/actors/browser-signals.ts'
import { createCheckoutActors } from '#src/actors/checkout-actors.ts'
import { createDeliveryActors } from '#src/actors/delivery-actors.ts'
import { createDonationActors } from '#src/actors/donation-actors.ts'
import { openAddress } from '#src/actors/open-address.ts'
import { createPaymentActors } from '#src/actors/payment-actors.ts'
import { createQuestionActors } from '#src/actors/question-actors.ts'
import { createReservationActors } from '#src/actors/reservation-actors.ts'
import { notices } from './notices.ts'
import { queryClient } from './query-client.ts'

/** Every actor of a machine: one that is missing or mistyped does not compile. */
type Complete<Machine extends { provide: (implementations: never) => unknown }> = Required<
  NonNullable<Parameters<Machine['provide']>[0]['actors']>
>

const checkout = createCheckoutActors(queryClient)
const account = createAccountActors(queryClient)
const addresses = createAddressActors(queryClient)
const questions = createQuestionActors(queryClient)
const payment = createPaymentActors(queryClient)
const delivery = createDeliveryActors(queryClient)
const donation = createDonationActors(queryClient)
const { notifyError } = notices

const actors: Complete<typeof checkoutMachine> = {
  browserSignals,
  openAddress,
  countdown: countdownMachine,
  stateReporting: stateReportingMachine.provide({
    actors: { updateBasketState: checkout.updateBasketState } satisfies Complete<
      typeof stateReportingMachine
    >,
    actions: { notifyError },
  }),
  checkoutRefresh: checkoutRefreshMachine.provide({
    actors: { loadCheckout: checkout.refreshCheckout } satisfies Complete<typeof checkoutRefreshMachine>,
    actions: { notifyError },
  }),
  saleRelease: saleReleaseMachine.provide({
    actors: { destroySale: checkout.destroySale } satisfies Complete<typeof saleReleaseMachine>,
    actions: { notifyError },
  }),
  account: accountMachine.provide({
    actors: {
      fetchUser: account.fetchUser,
      sendOneTimeCode: account.sendOneTimeCode,
      checkOneTimeCode: account.checkOneTimeCode,
      saveGuestToSale: account.saveGuestToSale,
      logoutOfSale: account.logoutOfSale,
    } satisfies Complete<typeof accountMachine>,
    actions: { notifyError },
  }),
  deliveryAddress: deliveryAddressMachine.provide({
    actors: addresses satisfies Complete<typeof deliveryAddressMachine>,
    actions: { notifyError },
  }),
  ticketQuestions: ticketQuestionsMachine.provide({
    actors: questions satisfies Complete<typeof ticketQuestionsMachine>,
  }),
  bankPolling: bankPollingMachine.provide({
    actors: { getTruelayerStatus: payment.getTruelayerStatus } satisfies Complete<typeof bankPollingMachine>,
    actions: { notifyError },
  }),
  ticketDelivery: ticketDeliveryMachine.provide({
    actors: {
      deliverToBitticket: delivery.deliverToBitticket,
      deliverToWallet: delivery.deliverToWallet,
      ensureUser: account.ensureUser,
    } satisfies Complete<typeof ticketDeliveryMachine>,
    actions: { notifyError },
  }),
  loadCheckout: checkout.loadCheckout,
  completePayment: checkout.completePayment,
  ...createBasketActors(),
  ...createReservationActors(queryClient),
  ...donation,
  prepareCard: payment.prepareCard,
  claimFreeTickets: payment.claimFreeTickets,
  saveExpressAccount: payment.saveExpressAccount,
  payWithCard: payment.payWithCard,
  createTruelayerPayment: payment.createTruelayerPayment,
  getPaymentError: payment.getPaymentError,
  loadOrder: delivery.loadOrder,
  subscribeToEvents: delivery.subscribeToEvents,
}

/** The running checkout: one for the page, made outside React, so that rendering twice starts nothing twice. */
export const checkoutActor = createActor(checkoutMachine.provide({ actors, actions: notices })).start()
