import { html } from 'hono/html'

import { plural } from '#src/lib/plural.ts'

import { icon } from './icon.ts'
import type { Content } from './layout.ts'
import { isShort, stock, type Event, type EventDate, type TicketType } from './offer.ts'
import { priceRow, ticketPrice } from './price.ts'
import { isSoldOut } from './sold-out.ts'
import type { TicketNotes } from './ticket-notes.ts'

/** Fewer free seats than this are shown as a number. */
const fewSeats = 50

/** The seats left on a date with numbered seats, and the way to its seating plan. */
export function seatedDate(date: Pick<EventDate, 'id' | 'is_on_sale' | 'ticket_types'>): Content {
  const { id, ticket_types } = date
  if (ticket_types.length === 0) return ''
  if (isSoldOut(date)) return html`<p class="mark" data-look="danger">Sold out</p>`
  const left = seatsLeft(ticket_types)
  const gone = ticket_types.filter((type) => stock(type) === 'none')
  const short = gone.filter(isShort)
  const soldOut = gone.filter((type) => !isShort(type))
  return html`<a class="button seats-link" data-look="primary" href="/events/book_seats/${id}/"
      >Choose seats ${icon('forward')}</a
    >
    ${left < fewSeats ? html`<p><span class="mark" data-look="warning">Only ${left} ${plural(left, 'seat')} left</span></p>` : ''}
    ${noneOf('Not enough seats left', short)} ${noneOf('Sold out', soldOut)}`
}

const noneOf = (why: string, types: TicketType[]): Content =>
  types.length > 0 ? html`<p class="quiet small">${why}: ${types.map(({ name }) => name).join('; ')}</p>` : ''

/** The prices of numbered seats. */
export function seatPrices(event: Event, { ticket_types }: Pick<EventDate, 'ticket_types'>): Content {
  return html`<ul class="prices" role="list">
    ${bandsOf(ticket_types).map(({ name, tickets }) =>
      name
        ? html`<li class="band">
            <span>${name}</span>
            <ul role="list">
              ${tickets.map((ticket) => seatPrice(event, ticket))}
            </ul>
          </li>`
        : tickets.map((ticket) => seatPrice(event, ticket)),
    )}
  </ul>`
}

const seatPrice = (event: Event, { name, type }: NamedTicket) => priceRow(name, ticketPrice(event, type))

/** A ticket type with the name that it has in its band. */
interface NamedTicket {
  name: string
  type: TicketType
}

/** Groups ticket types of a category whose names end alike: "Adult, Band A" and "Child, Band A" become "Adult" and "Child" of "Band A". */
export function bandsOf(types: TicketType[]): { name: string; tickets: NamedTicket[] }[] {
  return [...Map.groupBy(types, ({ seat_category }) => seat_category).values()].map((ofCategory) => {
    const name = ofCategory[0]?.name.split(', ').at(-1) ?? ''
    const isBand = ofCategory.length > 1 && ofCategory.every((type) => type.name.endsWith(`, ${name}`))
    return {
      name: isBand ? name : '',
      tickets: ofCategory.map((type) => ({
        name: isBand ? type.name.slice(0, -`, ${name}`.length) : type.name,
        type,
      })),
    }
  })
}

/** Whether dates have the same prices and terms of refunds, which then need to stand only once. */
export function areSoldAlike(dates: EventDate[], notes: TicketNotes): boolean {
  const lists = dates.map(({ ticket_types }) =>
    JSON.stringify(
      ticket_types.map(({ id, name, price, booking_fee, absorb_fee }) => [
        ...[name, price, booking_fee, absorb_fee],
        notes[id]?.policy,
      ]),
    ),
  )
  return new Set(lists).size === 1
}

/** The seats left in all pools; ticket types of a pool share them. */
function seatsLeft(types: TicketType[]): number {
  const pools = new Map(types.map(({ pool_id, places_left }) => [pool_id, Math.max(0, places_left)]))
  return [...pools.values()].reduce((sum, left) => sum + left, 0)
}
