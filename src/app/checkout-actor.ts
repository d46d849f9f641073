import { createActor, fromPromise } from 'xstate'
import { accountMachine } from '#machines/account.ts'
import { bankPollingMachine } from '#machines/bank-polling.ts'
import { basketMachine } from '#machines/basket.ts'
import { checkoutMachine } from '#machines/checkout.ts'
import { checkoutRefreshMachine } from '#machines/checkout-refresh.ts'
import { countdownMachine } from '#machines/countdown.ts'
import { deliveryAddressMachine } from '#machines/delivery-address.ts'
import { paymentMachine } from '#machines/payment.ts'
import { reservationMachine } from '#machines/reservation.ts'
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
import { emitPageEvent } from '#src/lib/page-events.ts'
import { lazyMachine } from '#src/lib/lazy-machine.ts'
import { createPaymentActors } from '#src/actors/payment-actors.ts'
import { createQuestionActors } from '#src/actors/question-actors.ts'
import { createReservationActors } from '#src/actors/reservation-actors.ts'
import { stepObserver } from '#src/actors/step-observer.ts'
import { destroySale } from '#src/api/checkout-calls.ts'
import type { Complete } from './complete.ts'
import { notices } from './notices.ts'
import { queryClient } from './query-client.ts'

const { notifyError } = notices
const account = createAccountActors(queryClient)
const { refreshCheckout, updateBasketState, ...loads } = createCheckoutActors(queryClient)
const delivery = createDeliveryActors(queryClient)
const { getTruelayerStatus, completePayment, ...paymentActors } = createPaymentActors(queryClient)

const actors: Complete<typeof checkoutMachine> = {
  browserSignals,
  stepObserver,
  ...loads,
  stateReporting: stateReportingMachine.provide({
    actors: { updateBasketState } satisfies Complete<typeof stateReportingMachine>,
    actions: { notifyError },
  }),
  checkoutRefresh: checkoutRefreshMachine.provide({
    actors: { loadCheckout: refreshCheckout } satisfies Complete<typeof checkoutRefreshMachine>,
    actions: { notifyError },
  }),
  basket: basketMachine.provide({
    actors: { loadCheckout: loads.loadCheckout, ...createBasketActors(queryClient) } satisfies Complete<
      typeof basketMachine
    >,
    actions: { notifyError },
  }),
  reservation: reservationMachine.provide({
    actors: createReservationActors(queryClient) satisfies Complete<typeof reservationMachine>,
    actions: { notifyError },
  }),
  countdown: countdownMachine,
  saleRelease: saleReleaseMachine.provide({
    actors: { destroySale: fromPromise<void>(() => destroySale()) } satisfies Complete<
      typeof saleReleaseMachine
    >,
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
    actions: { notifyError, clearSentCode: account.clearSentCode },
  }),
  ...createDonationActors(queryClient),
  deliveryAddress: deliveryAddressMachine.provide({
    actors: createAddressActors(queryClient) satisfies Complete<typeof deliveryAddressMachine>,
    actions: { notifyError },
  }),
  ticketQuestions: ticketQuestionsMachine.provide({
    actors: createQuestionActors(queryClient) satisfies Complete<typeof ticketQuestionsMachine>,
  }),
  payment: paymentMachine.provide({
    actors: paymentActors satisfies Complete<typeof paymentMachine>,
    actions: { notifyError },
  }),
  completePayment,
  bankPolling: bankPollingMachine.provide({
    actors: { getTruelayerStatus } satisfies Complete<typeof bankPollingMachine>,
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
  orderCompleted: lazyMachine(() => import('./order-completed-chart.ts')),
}

/** The checkout of the page, created outside React so that double rendering cannot start it twice. */
export const checkoutActor = createActor(checkoutMachine.provide({ actors, actions: { notifyError } }), {
  inspect: emitPageEvent,
})
