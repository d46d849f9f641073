import { createActor } from 'xstate'
import { checkoutMachine } from '#machines/checkout.ts'
import { checkoutRefreshMachine } from '#machines/checkout-refresh.ts'
import { stateReportingMachine } from '#machines/state-reporting.ts'
import { createBasketActors } from '#src/actors/basket-actors.ts'
import { browserSignals } from '#src/actors/browser-signals.ts'
import { createCheckoutActors } from '#src/actors/checkout-actors.ts'
import { createReservationActors } from '#src/actors/reservation-actors.ts'
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
  ...createBasketActors(),
  ...createReservationActors(queryClient, { beforeLaterSteps: arrive }),
  ...standIns(
    'openAddress',
    'countdown',
    'saleRelease',
    'account',
    'deliveryAddress',
    'ticketQuestions',
    'bankPolling',
    'ticketDelivery',
    'saveDonation',
    'updateDonation',
    'setMarketingPreferences',
    'completePayment',
    'prepareCard',
    'claimFreeTickets',
    'saveExpressAccount',
    'payWithCard',
    'createTruelayerPayment',
    'getPaymentError',
    'loadOrder',
    'subscribeToEvents',
  ),
}

/** The running checkout: one for the page, made outside React, so that rendering twice starts nothing twice. */
export const checkoutActor = createActor(checkoutMachine.provide({ actors, actions: notices })).start()
