import type { Basket } from '#server/basket/read-basket.ts'
import { eventBlocks, type BookedDate } from '#server/catalogue/event-blocks.ts'
import type { Content, Fact, Link } from '#server/outbox/content.ts'

interface Delivery {
  basket: Basket
  buyerName: string
  dates: BookedDate[]
  /** About a payment plan. */
  notes: string[]
  /** Links to the order and to each ticket that admits. */
  links: Link[]
}

/** Writes the mail that brings the buyer to the wallet. Entry codes are only there, never in a mail [CALL-29]. */
export function ticketMail({ basket, buyerName, dates, notes, links }: Delivery): Content {
  const what = basket.tickets.length > 0 ? 'tickets' : 'gift vouchers'
  return [
    `Hello${buyerName ? ` ${buyerName}` : ''}, your ${what} are in your ticket wallet.`,
    ...notes,
    { button: 'Open your ticket wallet', href: '/account/wallet/' },
    `Sign in with this email address to see them. Your reference is ${basket.sale.order_reference ?? ''}.`,
    { links },
    ...dates.flatMap((date) => eventBlocks(date, ticketsOf(basket, date))),
  ]
}

function ticketsOf({ tickets }: Basket, date: BookedDate): Fact[] {
  const lines = tickets.filter((line) => line.event_date_id === date.id)
  const list = (posted: boolean) =>
    lines
      .filter((line) => line.deliverable === posted)
      .map(({ qty, name }) => `${qty} × ${name}`)
      .join(', ')
  return [
    { name: 'Tickets', value: list(false) },
    { name: 'By post', value: list(true) },
  ].filter(({ value }) => value)
}
