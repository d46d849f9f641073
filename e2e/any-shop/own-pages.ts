import { shapes } from '#sandbox/basket-shapes.ts'
import { shapeNames, type Baskets } from './baskets-file.ts'

/**
 * The baskets that a buyer can get on the event pages of a shop of ours with the demo catalogue. Seats are chosen in a
 * drawing, so their baskets are not among them; vouchers change no fact, so they are left out.
 */
export function ownPages(): Baskets {
  return Object.fromEntries(
    shapeNames.flatMap((shape) => {
      const tickets = shapes[shape].tickets
      if (tickets.some((ticket) => 'seats' in ticket)) return []
      const pages = [...new Set(tickets.map(({ event }) => event))].map((event) => ({
        link: `/events/${event}/`,
        tickets: Object.fromEntries(
          tickets
            .filter((ticket) => ticket.event === event)
            .map(({ date, key, qty }) => [`${event}|${date}|${key}|0`, qty]),
        ),
      }))
      return [[shape, [{ pages }]]]
    }),
  )
}
