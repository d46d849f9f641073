import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { basketMachine } from '#machines/basket.ts'
import { checkoutMachine } from '#machines/checkout.ts'
import { checkoutRefreshMachine } from '#machines/checkout-refresh.ts'
import { countdownMachine } from '#machines/countdown.ts'
import { holdExtensionMachine } from '#machines/hold-extension.ts'
import { reservationMachine } from '#machines/reservation.ts'
import { saleReleaseMachine } from '#machines/sale-release.ts'
import { stateReportingMachine } from '#machines/state-reporting.ts'
import { browserSignals } from '#src/checkout/browser-signals.ts'
import { createCheckoutActors } from '#src/checkout/checkout-actors.ts'
import { lazyMachine } from '#src/lib/lazy-machine.ts'
import { lazyActors, loadedActors } from '#src/checkout/lazy-actors.ts'
import { tellOtherTabs } from '#src/checkout/other-tabs.ts'
import { stepHistory } from '#src/checkout/step-history.ts'
import { stepObserver } from '#src/checkout/step-observer.ts'
import { destroySale } from '#src/checkout/checkout-calls.ts'
import type { Complete } from './complete.ts'
import { notices } from './notices.ts'
import {
  loadAccount,
  loadAddress,
  loadBasket,
  loadDelivery,
  loadDonation,
  loadMoreTime,
  loadOrderCompleted,
  loadPayment,
  loadQuestions,
  loadReservation,
} from './step-actors.ts'

const { notifyError } = notices

/** The checkout's chart with the actors that work with this cache, for the page and for the shop that draws it. */
export function checkoutWith(queryClient: QueryClient) {
  const { refreshCheckout, updateBasketState, ...loads } = createCheckoutActors(queryClient)

  const actors: Complete<typeof checkoutMachine> = {
    browserSignals,
    stepObserver,
    stepHistory,
    ...loads,
    stateReporting: stateReportingMachine.provide({
      actors: { updateBasketState } satisfies Complete<typeof stateReportingMachine>,
      actions: { notifyError },
    }),
    checkoutRefresh: checkoutRefreshMachine.provide({
      actors: { loadCheckout: refreshCheckout } satisfies Complete<typeof checkoutRefreshMachine>,
      actions: { notifyError, reloadPage: () => location.reload() },
    }),
    basket: basketMachine.provide({
      actors: {
        loadCheckout: loads.loadCheckout,
        ...lazyActors(
          queryClient,
          loadBasket,
          'updateTicketQuantity',
          'updateGiftVoucherQuantity',
          'removeFromBasket',
          'removeGiftVoucherFromBasket',
          'updateRefundProtection',
          'setCode',
        ),
      } satisfies Complete<typeof basketMachine>,
      actions: { notifyError },
    }),
    reservation: reservationMachine.provide({
      actors: lazyActors(queryClient, loadReservation, 'reserveTickets', 'openAddress') satisfies Complete<
        typeof reservationMachine
      >,
      actions: { notifyError },
    }),
    countdown: countdownMachine,
    holdExtension: holdExtensionMachine.provide({
      actors: lazyActors(queryClient, loadMoreTime, 'extendHold') satisfies Complete<
        typeof holdExtensionMachine
      >,
      actions: { notifyError, notifyTabs: tellOtherTabs },
    }),
    saleRelease: saleReleaseMachine.provide({
      actors: { destroySale: fromPromise<void>(() => destroySale()) } satisfies Complete<
        typeof saleReleaseMachine
      >,
      actions: { notifyError },
    }),
    account: lazyMachine(loadAccount, ({ accountChart }) =>
      accountChart(queryClient).provide({ actions: { notifyError } }),
    ),
    ...lazyActors(queryClient, loadDonation, 'saveDonation', 'updateDonation'),
    ...lazyActors(queryClient, loadAccount, 'setMarketingPreferences'),
    // Its answers wait until the page has taken over the screen that was drawn while it loads.
    deliveryAddress: lazyMachine(loadAddress, ({ deliveryAddressMachine }) =>
      deliveryAddressMachine.provide({
        actors: loadedActors(queryClient, loadAddress) satisfies Complete<typeof deliveryAddressMachine>,
        actions: { notifyError },
      }),
    ),
    ticketQuestions: lazyMachine(loadQuestions, ({ ticketQuestionsChart }) =>
      ticketQuestionsChart(queryClient),
    ),
    payment: lazyMachine(loadPayment, ({ paymentMachine, paymentAttemptChart }) =>
      paymentMachine.provide({
        actors: {
          ...loadedActors(queryClient, loadPayment),
          paymentAttempt: paymentAttemptChart(queryClient),
        } satisfies Complete<typeof paymentMachine>,
        actions: { notifyError },
      }),
    ),
    ...lazyActors(queryClient, loadPayment, 'loadPaidOrder'),
    bankPolling: lazyMachine(loadPayment, ({ bankPollingMachine }) =>
      bankPollingMachine.provide({
        actors: loadedActors(queryClient, loadPayment) satisfies Complete<typeof bankPollingMachine>,
        actions: { notifyError },
      }),
    ),
    ticketDelivery: lazyMachine(loadDelivery, ({ ticketDeliveryMachine }) =>
      ticketDeliveryMachine.provide({
        actors: {
          ...loadedActors(queryClient, loadDelivery),
          ...lazyActors(queryClient, loadAccount, 'ensureUser'),
        } satisfies Complete<typeof ticketDeliveryMachine>,
        actions: { notifyError },
      }),
    ),
    orderCompleted: lazyMachine(loadOrderCompleted, ({ orderCompletedWith }) =>
      orderCompletedWith(queryClient),
    ),
  }
  return checkoutMachine.provide({ actors, actions: { notifyError } })
}
