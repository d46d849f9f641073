import type { QueryClient } from '@tanstack/react-query'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { rereadCheckout } from '#src/checkout/read-checkout.ts'
import { HttpFailure } from '#src/http/errors.ts'
import { basketSeats } from '#src/seats/rules/basket-seats.ts'
import { removeSeat } from './calls.ts'

/**
 * Removes a seat of a date from the basket; after a failure, the basket tells whether it is gone all the same. Fails with the message
 * of the shop, or ''.
 */
export async function giveBack(queryClient: QueryClient, eventDateId: string, label: string): Promise<void> {
  const find = () =>
    basketSeats(queryClient.getQueryData(checkoutQuery.queryKey), eventDateId).find(
      (one) => one.label === label,
    )
  const seat = find()
  // Any other shop would remove the whole line.
  const failure: unknown = seat?.canBeRemoved
    ? await removeSeat({ ticket_id: seat.ticketType, seat: label }).catch((error: unknown) => error)
    : new Error('the shop does not remove single seats')
  await rereadCheckout(queryClient).catch(() => {
    if (!failure) queryClient.removeQueries(checkoutQuery)
  })
  if (failure && (!seat || find()))
    throw new Error(failure instanceof HttpFailure ? failure.message : '', { cause: failure })
}
