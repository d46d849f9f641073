import type { readCatalogue } from '#server/catalogue/catalogue.ts'
import { maxPerLine } from '#src/checkout/rules/quantities.ts'
import { plural } from '#src/lib/plural.ts'

export type Event = Awaited<ReturnType<typeof readCatalogue>>[number]
export type EventDate = Event['dates'][number]
export type TicketType = EventDate['ticket_types'][number]

const fewTickets = 5

/** Price of a ticket including its booking fee, in pence. */
export function toPay(type: Pick<TicketType, 'price' | 'booking_fee'>): number {
  return type.price + type.booking_fee
}

/** Quantities of a ticket type that can be added; [] if fewer than the minimum are left. */
export function quantities(type: TicketType): number[] {
  const most = Math.min(type.places_left, type.max_per_customer ?? maxPerLine, maxOffered)
  const least = Math.max(1, type.min_per_customer)
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => least + index)
}

const maxOffered = 20

/** Whether there are places left, but fewer than are sold at once. */
export function isShort({ places_left, min_per_customer }: TicketType): boolean {
  return places_left > 0 && places_left < min_per_customer
}

/**
 * Says how few places are left, and for which tickets that can be bought if others of the date have places of their own; '' for
 * plenty.
 */
export function fewLeft(type: TicketType, { ticket_types }: Pick<EventDate, 'ticket_types'>): string {
  if (stock(type) !== 'few') return ''
  const { places_left, pool_id } = type
  const sharing = ticket_types.filter((other) => other.pool_id === pool_id && quantities(other).length > 0)
  const places = `Only ${places_left} ${plural(places_left, 'place')} left`
  if (ticket_types.every((other) => other.pool_id === pool_id || other.places_left <= 0)) return places
  if (sharing.length === 1) return `Only ${places_left} of these left`
  return `${places} for ${sharing.map(({ name }) => name).join('; ')}`
}

/** Availability of a ticket type; `few` is shown with the number of tickets left. */
export function stock(type: TicketType): 'plenty' | 'few' | 'none' {
  if (quantities(type).length === 0) return 'none'
  return type.places_left <= fewTickets ? 'few' : 'plenty'
}

/** Summarises an event's availability and price for its card. */
export function offer({ dates }: Pick<Event, 'dates'>) {
  const open = dates.filter((date) => date.is_on_sale)
  const available = open.flatMap((date) => date.ticket_types).filter((type) => stock(type) !== 'none')
  // A ticket that requires another one is not an offer by itself, nor is the price of a group one for those who come alone.
  const alone = available.filter((type) => !type.needs_another)
  const single = alone.filter(({ min_per_customer }) => min_per_customer <= 1)
  const admissions = (single.length > 0 ? single : alone).toSorted((a, b) => toPay(a) - toPay(b))
  return {
    isSoldOut: open.length > 0 && available.length === 0,
    /** Whether only a few tickets are left of all that can be bought. */
    isAlmostSoldOut: available.length > 0 && available.every((type) => stock(type) === 'few'),
    /** The ticket with the lowest price of admission for one, including fees; for the fewest that are sold, if none is sold alone; null for none. */
    cheapest: admissions[0] ?? null,
    hasPrices: new Set(admissions.map(toPay)).size > 1,
    first: dates[0],
    more: Math.max(0, dates.length - 1),
  }
}
