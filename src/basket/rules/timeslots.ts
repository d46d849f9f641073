import type { Event } from '#src/checkout/schemas/event.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'

/** The part of a basket that this rule reads. */
export type TimeslotBasket = {
  events: readonly Pick<Event, 'id' | 'warn_customers_about_different_timeslots_message'>[]
  tickets: readonly Pick<TicketLine, 'event_id' | 'date_id'>[]
}

/** Returns the warnings of events whose tickets are for different dates [BASK-36, BASK-37]. */
export function timeslotWarnings({
  events,
  tickets,
}: TimeslotBasket): { event_id: string; message: string }[] {
  return events
    .map((event) => ({
      event_id: event.id,
      message: event.warn_customers_about_different_timeslots_message,
    }))
    .filter(({ event_id, message }) => {
      const dates = tickets.filter((line) => line.event_id === event_id).map(({ date_id }) => date_id)
      return message !== '' && new Set(dates).size > 1
    })
}
