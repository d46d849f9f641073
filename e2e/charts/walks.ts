import type { TestPath } from '#machines/paths/test-path.ts'
import { account } from './account.ts'
import { checkoutRefresh } from './checkout-refresh.ts'
import { countdown } from './countdown.ts'
import { reservation } from './reservation.ts'
import { saleRelease } from './sale-release.ts'
import { stateReporting } from './state-reporting.ts'
import { bankPolling } from './bank-polling.ts'
import { payment } from './payment.ts'
import { basket } from './basket.ts'
import { freeSeats } from './free-seats.ts'
import { seatSelection } from './seat-selection.ts'
import { connection } from './connection.ts'
import { consent } from './consent.ts'
import { siteScripts } from './site-scripts.ts'
import { deliveryAddress } from './delivery-address.ts'
import { ticketDelivery } from './ticket-delivery.ts'
import { ticketQuestions } from './ticket-questions.ts'
import { transfers } from './transfers.ts'
import type { Walk } from './walk.ts'

/** How the paths of each chart are walked in a browser. */
export const walks: Partial<Record<TestPath['chart'], Walk>> = {
  account,
  reservation,
  countdown,
  stateReporting,
  saleRelease,
  checkoutRefresh,
  bankPolling,
  payment,
  basket,
  freeSeats,
  seatSelection,
  connection,
  consent,
  siteScripts,
  deliveryAddress,
  ticketDelivery,
  ticketQuestions,
  transfers,
}
