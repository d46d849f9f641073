import { mostPerLine } from '#server/basket/line-limits.ts'
import type { readCatalogue } from '#server/catalogue/catalogue.ts'

export type Event = Awaited<ReturnType<typeof readCatalogue>>[number]
export type EventDate = Event['dates'][number]
export type TicketType = EventDate['ticket_types'][number]

const fewPlaces = 5

/** What one ticket costs in the end, in pence: the price with its booking fee. */
export function toPay(type: Pick<TicketType, 'price' | 'booking_fee'>): number {
  return type.price + type.booking_fee
}

/** The quantities of a ticket type that can be put in the basket: [] when none is left, or fewer than must be taken. */
export function quantities(type: TicketType): number[] {
  const most = Math.min(type.places_left, type.max_per_customer ?? mostPerLine, mostOffered)
  const least = Math.max(1, type.min_per_customer)
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => least + index)
}

const mostOffered = 20

/** How a ticket type stands: `few` is said with the number of places left. */
export function stock(type: TicketType): 'plenty' | 'few' | 'none' {
  if (quantities(type).length === 0) return 'none'
  return type.places_left <= fewPlaces ? 'few' : 'plenty'
}

/** What can be said of a whole event on its card. */
export function offer({ dates }: Pick<Event, 'dates'>) {
  const open = dates.filter((date) => date.is_on_sale)
  const available = open.flatMap((date) => date.ticket_types).filter((type) => stock(type) !== 'none')
  // What is only sold together with something else gets nobody in.
  const prices = available.filter((type) => !type.needs_another).map(toPay)
  return {
    isSoldOut: open.length > 0 && available.length === 0,
    /** The least that gets one in, in pence, with everything that must be paid; null when there is nothing to buy. */
    from: prices.length ? Math.min(...prices) : null,
    hasPrices: new Set(prices).size > 1,
    first: dates[0],
    more: Math.max(0, dates.length - 1),
  }
}
