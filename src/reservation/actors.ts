import type { QueryClient } from '@tanstack/react-query'
import type { ReserveOutcome } from '#machines/reservation.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { forgetCredentials, prepareCardProvider } from '#src/payment/prepare-card-provider.ts'
import * as calls from './calls.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { isSupportedBrowser } from '#src/reservation/rules/browsers.ts'
import { applyChange } from '#src/checkout/after-change.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'
import { factsFrom, holdFrom } from '#src/checkout/read-checkout.ts'
import { whenIdle } from '#src/lib/when-idle.ts'

export { openAddress } from '#src/checkout/open-address.ts'

/** Reserves the tickets, or returns what is required first: a captcha or a redirect [CALL-10]. */
export async function reserveTickets(
  queryClient: QueryClient,
  { input }: Run<{ token: string }>,
): Promise<ReserveOutcome> {
  const reply = await calls.reserveTickets(input.token || undefined)
  switch (reply.outcome) {
    case 'reserved': {
      const checkout = applyChange(queryClient, checkoutQuery, (known: Checkout) => ({
        ...known,
        sale_reference: reply.sale_reference,
        seconds_remaining: reply.checkout_time,
        // The shop has cleared them too.
        reserving_error: '',
        basket_errors: [],
      }))
      if (!checkout) throw new Error('the tickets were reserved before the checkout was loaded')
      forgetCredentials(queryClient)
      // The next step is drawn first.
      void whenIdle()
        .then(() => prepareCardProvider(queryClient, checkout))
        .catch(() => {})
      return {
        outcome: 'reserved',
        facts: factsFrom(queryClient, checkout),
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
