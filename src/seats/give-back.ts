import type { QueryClient } from '@tanstack/react-query'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { rereadCheckout } from '#src/checkout/read-checkout.ts'
import { HttpFailure } from '#src/http/errors.ts'
import { basketSeats, withoutSeat } from '#src/seats/rules/basket-seats.ts'
import { removeSeat } from './calls.ts'

/**
 * Removes a seat of a date from the basket, and reads the basket anew. After no reply, or if the shop does not know the seat, the basket
 * tells whether it is gone all the same. `message` is the shop's refusal, '' for none.
 */
export async function giveBack(queryClient: QueryClient, eventDateId: string, label: string) {
  const cached = queryClient.getQueryData(checkoutQuery.queryKey)
  const find = (checkout = cached) => basketSeats(checkout, eventDateId).find((seat) => seat.label === label)
  const seat = find()
  // Any other shop would remove the whole line.
  const failure: unknown = seat?.canBeRemoved
    ? await removeSeat({ ticket_id: seat.ticketType, seat: label }).catch((error: unknown) => error)
    : new Error('the shop does not remove single seats')
  if (!failure && cached && seat)
    queryClient.setQueryData(checkoutQuery.queryKey, withoutSeat(cached, seat.ticketType, label))
  const now = await rereadCheckout(queryClient).catch(() => null)
  const isRefused = failure instanceof HttpFailure && failure.status !== 404
  const isGone = !isRefused && now !== null && !now.payment_complete && !find(now)
  return { isRemoved: !failure || isGone, message: isRefused ? failure.message : '' }
}
