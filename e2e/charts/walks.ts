import type { TestPath } from '#machines/paths/test-path.ts'
import { account } from './account.ts'
import { bankPolling } from './bank-polling.ts'
import { basket } from './basket.ts'
import { checkout } from './checkout.ts'
import { checkoutRefresh } from './checkout-refresh.ts'
import { connection } from './connection.ts'
import { consent } from './consent.ts'
import { countdown } from './countdown.ts'
import { deliveryAddress } from './delivery-address.ts'
import { freeSeats } from './free-seats.ts'
import { holdExtension } from './hold-extension.ts'
import { orderCompleted } from './order-completed.ts'
import { payment } from './payment.ts'
import { paymentAttempt } from './payment-attempt.ts'
import { reservation } from './reservation.ts'
import { saleRelease } from './sale-release.ts'
import { seatSelection } from './seat-selection.ts'
import { siteScripts } from './site-scripts.ts'
import { stateReporting } from './state-reporting.ts'
import { ticketDelivery } from './ticket-delivery.ts'
import { ticketQuestions } from './ticket-questions.ts'
import { transfers } from './transfers.ts'
import type { Walk } from './walk.ts'

/** How the paths of each chart are walked in a browser. */
export const walks: Partial<Record<TestPath['chart'], Walk>> = {
  account,
  bankPolling,
  basket,
  checkout,
  checkoutRefresh,
  connection,
  consent,
  countdown,
  deliveryAddress,
  freeSeats,
  holdExtension,
  orderCompleted,
  payment,
  paymentAttempt,
  reservation,
  saleRelease,
  seatSelection,
  siteScripts,
  stateReporting,
  ticketDelivery,
  ticketQuestions,
  transfers,
}
