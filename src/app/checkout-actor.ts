import { createActor } from 'xstate'
import { basketMachine } from '#machines/basket.ts'
import { checkoutMachine } from '#machines/checkout.ts'
import { checkoutRefreshMachine } from '#machines/checkout-refresh.ts'
import { reservationMachine } from '#machines/reservation.ts'
import { stateReportingMachine } from '#machines/state-reporting.ts'
import { createBasketActors } from '#src/actors/basket-actors.ts'
import { browserSignals } from '#src/actors/browser-signals.ts'
import { createCheckoutActors } from '#src/actors/checkout-actors.ts'
import { openAddress } from '#src/actors/open-address.ts'
import { createReservationActors } from '#src/actors/reservation-actors.ts'
import { stepObserver } from '#src/actors/step-observer.ts'
import type { Complete } from './complete.ts'
import { withFirstTouch } from './first-touch.ts'
import { lateActors } from './late-actors.ts'
import { notices } from './notices.ts'
import { queryClient } from './query-client.ts'

const { standIns, arrive } = lateActors(async () => (await import('./later-actors.ts')).laterActors)
withFirstTouch(arrive)
const checkout = createCheckoutActors(queryClient, { beforeLaterSteps: arrive })
const { notifyError } = notices

const actors: Complete<typeof checkoutMachine> = {
  browserSignals,
  stepObserver,
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
  loadCheckout: checkout.loadCheckout,
  basket: basketMachine.provide({
    actors: { loadCheckout: checkout.loadCheckout, ...createBasketActors() } satisfies Complete<
      typeof basketMachine
    >,
    actions: { notifyError },
  }),
  reservation: reservationMachine.provide({
    actors: {
      ...createReservationActors(queryClient, { beforeLaterSteps: arrive }),
      openAddress,
    } satisfies Complete<typeof reservationMachine>,
    actions: { notifyError },
  }),
  ...standIns(
    'countdown',
    'saleRelease',
    'account',
    'deliveryAddress',
    'ticketQuestions',
    'payment',
    'bankPolling',
    'ticketDelivery',
    'saveDonation',
    'updateDonation',
    'setMarketingPreferences',
    'completePayment',
    'loadOrder',
    'subscribeToEvents',
  ),
}

/** The running checkout: one for the page, made outside React, so that rendering twice starts nothing twice. */
export const checkoutActor = createActor(checkoutMachine.provide({ actors, actions: notices })).start()
