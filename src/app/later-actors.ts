import { fromPromise } from 'xstate'
import { accountMachine } from '#machines/account.ts'
import { bankPollingMachine } from '#machines/bank-polling.ts'
import { countdownMachine } from '#machines/countdown.ts'
import { deliveryAddressMachine } from '#machines/delivery-address.ts'
import { paymentMachine } from '#machines/payment.ts'
import { saleReleaseMachine } from '#machines/sale-release.ts'
import { ticketDeliveryMachine } from '#machines/ticket-delivery.ts'
import { ticketQuestionsMachine } from '#machines/ticket-questions.ts'
import { createAccountActors } from '#src/actors/account-actors.ts'
import { createAddressActors } from '#src/actors/address-actors.ts'
import { createDeliveryActors } from '#src/actors/delivery-actors.ts'
import { createDonationActors } from '#src/actors/donation-actors.ts'
import { openAddress } from '#src/actors/open-address.ts'
import { createPaymentActors } from '#src/actors/payment-actors.ts'
import { createQuestionActors } from '#src/actors/question-actors.ts'
import { destroySale } from '#src/api/checkout-calls.ts'
import type { Complete } from './complete.ts'
import { notices } from './notices.ts'
import { queryClient } from './query-client.ts'

const account = createAccountActors(queryClient)
const { getTruelayerStatus, completePayment, ...paymentActors } = createPaymentActors(queryClient)
const delivery = createDeliveryActors(queryClient)
const { notifyError } = notices

/** The actors of the steps after the reservation. */
export const laterActors = {
  countdown: countdownMachine,
  saleRelease: saleReleaseMachine.provide({
    actors: {
      destroySale: fromPromise<void>(() => destroySale()),
    } satisfies Complete<typeof saleReleaseMachine>,
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
    actors: createAddressActors(queryClient) satisfies Complete<typeof deliveryAddressMachine>,
    actions: { notifyError },
  }),
  ticketQuestions: ticketQuestionsMachine.provide({
    actors: createQuestionActors(queryClient) satisfies Complete<typeof ticketQuestionsMachine>,
  }),
  payment: paymentMachine.provide({
    actors: { ...paymentActors, openAddress } satisfies Complete<typeof paymentMachine>,
    actions: { notifyError },
  }),
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
  ...createDonationActors(queryClient),
  completePayment,
  loadOrder: delivery.loadOrder,
  subscribeToEvents: delivery.subscribeToEvents,
}
