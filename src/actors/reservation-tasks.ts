import type { QueryClient } from '@tanstack/react-query'
import type { ReserveOutcome } from '#machines/reservation.ts'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import { cardCredentialsQuery, squareCredentialsQuery } from '#src/api/payment-calls.ts'
import * as calls from '#src/api/reservation-calls.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import { isSupportedBrowser } from '#src/rules/browsers.ts'
import { applyChange } from './after-change.ts'
import type { Run } from './lazy-actors.ts'
import { holdFrom, noteReservation } from './read-checkout.ts'

export { openAddress } from './open-address.ts'

/** Reserves the tickets, or returns what is required first: a captcha or a redirect [CALL-10]. */
export async function reserveTickets(
  queryClient: QueryClient,
  { input }: Run<{ token: string }>,
): Promise<ReserveOutcome> {
  const reply = await calls.reserveTickets(input.token || undefined)
  switch (reply.outcome) {
    case 'reserved': {
      noteReservation()
      applyChange(queryClient, checkoutQuery, (checkout: Checkout) => ({
        ...checkout,
        sale_reference: reply.sale_reference,
        seconds_remaining: reply.checkout_time,
      }))
      void prepareCardProvider(queryClient)
      return {
        outcome: 'reserved',
        hold: holdFrom(reply.checkout_time),
        isSupportedBrowser: isSupportedBrowser(navigator.userAgent),
      }
    }
    case 'captcha':
      return { outcome: 'captcha', sitekey: reply.captcha_sitekey, error: reply.error }
    case 'redirect':
      return { outcome: 'redirect', url: reply.redirect }
    default:
      return reply
  }
}

/** Preloads the card credentials of this basket's organiser during earlier steps [RESV-09]; a failure has no effect. */
async function prepareCardProvider(queryClient: QueryClient) {
  for (const { queryKey } of [cardCredentialsQuery, squareCredentialsQuery])
    queryClient.removeQueries({ queryKey })
  const checkout = queryClient.getQueryData(checkoutQuery.queryKey)
  if (checkout?.basket_total === 0 || checkout?.opoa.provider === 'square') return
  await queryClient.prefetchQuery(cardCredentialsQuery)
}
