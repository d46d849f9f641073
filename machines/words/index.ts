import { accountWords } from './account.ts'
import { bankPollingWords } from './bank-polling.ts'
import { basketWords } from './basket.ts'
import type { ChartWords } from './chart-words.ts'
import { checkoutRefreshWords } from './checkout-refresh.ts'
import { checkoutWords } from './checkout.ts'
import { connectionWords } from './connection.ts'
import { consentWords } from './consent.ts'
import { countdownWords } from './countdown.ts'
import { deliveryAddressWords } from './delivery-address.ts'
import { freeSeatsWords } from './free-seats.ts'
import { holdExtensionWords } from './hold-extension.ts'
import { orderCompletedWords } from './order-completed.ts'
import { paymentAttemptWords } from './payment-attempt.ts'
import { paymentWords } from './payment.ts'
import { reservationWords } from './reservation.ts'
import { saleReleaseWords } from './sale-release.ts'
import { seatSelectionWords } from './seat-selection.ts'
import { siteScriptsWords } from './site-scripts.ts'
import { stateReportingWords } from './state-reporting.ts'
import { ticketDeliveryWords } from './ticket-delivery.ts'
import { ticketQuestionsWords } from './ticket-questions.ts'
import { transfersWords } from './transfers.ts'

/** The words of each chart, by the id of its machine. */
export type AllWords = Partial<Record<string, ChartWords>>

/** The words of today's charts. */
export const chartWords: AllWords = {
  account: accountWords,
  bankPolling: bankPollingWords,
  basket: basketWords,
  checkout: checkoutWords,
  checkoutRefresh: checkoutRefreshWords,
  connection: connectionWords,
  consent: consentWords,
  countdown: countdownWords,
  deliveryAddress: deliveryAddressWords,
  freeSeats: freeSeatsWords,
  holdExtension: holdExtensionWords,
  orderCompleted: orderCompletedWords,
  payment: paymentWords,
  paymentAttempt: paymentAttemptWords,
  reservation: reservationWords,
  saleRelease: saleReleaseWords,
  seatSelection: seatSelectionWords,
  siteScripts: siteScriptsWords,
  stateReporting: stateReportingWords,
  ticketDelivery: ticketDeliveryWords,
  ticketQuestions: ticketQuestionsWords,
  transfers: transfersWords,
}
