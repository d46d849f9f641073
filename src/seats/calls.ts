import { queryOptions } from '@tanstack/react-query'
import { request } from '#src/http/client.ts'
import { InvalidReply, isMissingCall } from '#src/http/errors.ts'
import { reading } from '#src/http/reading.ts'
import type { RemoveTicketRequest } from '#src/basket/requests.ts'
import type { BasketPost } from './requests.ts'
import {
  eventDateReplySchema,
  freeSeatsSchema,
  seatingPlanSchema,
  type EventDateReply,
  type FreeSeat,
  type SeatingPlan,
} from './schemas.ts'
import { ignored } from '#src/http/wire.ts'

/** Loads a date of an event with its seat prices [CALL-41]. */
export function getEventDate(eventDateId: string): Promise<EventDateReply> {
  const path = `/ajax/organiser/event_dates/get_event_date/${encodeURIComponent(eventDateId)}/`
  return request(eventDateReplySchema, 'GET', path)
}

export const eventDateQuery = (eventDateId: string) =>
  queryOptions({
    queryKey: ['event-date', eventDateId],
    queryFn: () => getEventDate(eventDateId),
    ...reading,
  })

/** Loads the seating plan of a date, with its provider [CALL-42]. */
export function getCurrentSeatingPlan(eventDateId: string): Promise<SeatingPlan> {
  const path = `/ajax/organiser/event_dates/get_current_seating_plan/${encodeURIComponent(eventDateId)}/`
  return request(seatingPlanSchema, 'GET', path)
}

export const seatingPlanQuery = (eventDateId: string) =>
  queryOptions({
    queryKey: ['seating-plan', eventDateId],
    queryFn: () => getCurrentSeatingPlan(eventDateId),
    ...reading,
  })

/**
 * Loads the free seats of a date, for the list beside the seating plan, which does not tell them itself. An addition to
 * the documented calls: null if the back-end lacks it.
 */
export async function getFreeSeats(eventDateId: string): Promise<FreeSeat[] | null> {
  const path = `/ajax/organiser/event_dates/get_free_seats/${encodeURIComponent(eventDateId)}/`
  try {
    return (await request(freeSeatsSchema, 'GET', path)).seats
  } catch (error) {
    if (isMissingCall(error) || error instanceof InvalidReply) return null
    throw error
  }
}

export const freeSeatsQuery = (eventDateId: string) =>
  queryOptions({
    queryKey: ['free-seats', eventDateId],
    queryFn: () => getFreeSeats(eventDateId),
    ...reading,
  })

/** Adds held seats to the basket. Throws `HttpFailure` with the server's message if they are rejected [CALL-40]. */
export function addToBasket(seats: BasketPost): Promise<void> {
  return request(ignored, 'POST', '/do/checkout/add/', seats)
}

/** Removes one seat of a ticket line, of a shop with `can_remove_seats` [CALL-08]. Throws `HttpFailure` if it is not in the basket. */
export function removeSeat(seat: RemoveTicketRequest): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/remove_from_basket/', seat)
}
