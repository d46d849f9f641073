import { eventBlocks, type BookedDate } from '#server/catalogue/event-blocks.ts'
import { plainName, type Block, type Content, type Fact, type Link } from '#server/outbox/content.ts'
import { labelsInWords } from '#src/checkout/rules/seat-words.ts'

import type { OrderTicket } from './order-tickets.ts'

interface Delivery {
  /** What the buyer has in the wallet: "tickets"; '' for nothing. */
  what: string
  /** The short reference; '' for none. */
  reference: string
  buyerName: string
  /** Gift vouchers of the order, with who they are from and for. */
  gift: Block[]
  /** Tickets that the buyer has. */
  tickets: OrderTicket[]
  /** Their event dates. */
  dates: BookedDate[]
  /** About an instalment plan, and tickets that the buyer no longer has. */
  notes: string[]
  /** The page of the order; none without a reference. */
  order: Link[]
  /** Links to the tickets of an event date that admit. */
  linksOf: (date: BookedDate) => Link[]
}

/** Writes the mail that brings the buyer to the wallet. Entry codes are only there, never in a mail [CALL-29]. */
export function ticketMail({
  what,
  reference,
  buyerName,
  gift,
  tickets,
  dates,
  notes,
  order,
  linksOf,
}: Delivery): Content {
  const about = what ? `your ${what} are in your ticket wallet` : 'you have no ticket of this order any more'
  return [
    `Hello${buyerName ? ` ${plainName(buyerName)}` : ''}, ${about}.`,
    ...notes,
    { button: 'Open your ticket wallet', href: '/account/wallet/' },
    `Sign in with this email address${what && ' to see them'}.${reference && ` Your reference is ${reference}.`}`,
    ...(order.length > 0 ? [{ links: order }] : []),
    ...dates.flatMap((date) =>
      eventBlocks(
        date,
        ticketFacts(tickets.filter((ticket) => ticket.event_date_id === date.id)),
        linksOf(date),
      ),
    ),
    ...gift,
  ]
}

/** Counts tickets by their type, with their seats: "2 × adult (Stalls, row C, seats 8 and 9), 1 × child". */
export function counted(tickets: Pick<OrderTicket, 'name' | 'seat'>[]): string {
  return [...Map.groupBy(tickets, ({ name }) => name)]
    .map(([name, some]) => `${some.length} × ${name}${seatsOf(some)}`)
    .join(', ')
}

function seatsOf(tickets: Pick<OrderTicket, 'seat'>[]): string {
  const seats = tickets.flatMap(({ seat }) => (seat ? [seat] : []))
  return seats.length > 0 ? ` (${labelsInWords(seats)})` : ''
}

function ticketFacts(tickets: OrderTicket[]): Fact[] {
  const list = (posted: boolean) => counted(tickets.filter(({ deliverable }) => deliverable === posted))
  return [
    { name: 'Tickets', value: list(false) },
    { name: 'By post', value: list(true) },
  ].filter(({ value }) => value)
}
