import type { Basket } from '#server/basket/read-basket.ts'
import { niceDay, niceTime } from '#server/catalogue/dates.ts'

/** Lists the messages shown after the sale [ENTI-30]. */
export function afterSaleMessages({ tickets, events }: Pick<Basket, 'tickets' | 'events'>) {
  return events
    .flatMap(({ messages }) => messages)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ event_id, message }) => {
      const line = tickets.find((ticket) => ticket.event_id === event_id)
      if (!line) return []
      return {
        organiser_name: line.organiser_name,
        event_title: line.event_title,
        event_nice_date: niceDay(line.starts_at),
        event_nice_time: niceTime(line.starts_at),
        message,
      }
    })
}
