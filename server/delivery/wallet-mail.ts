import { giftNames } from '#server/basket/gift-names.ts'
import { readBasket, type Basket, type Sale } from '#server/basket/read-basket.ts'
import type { Buyer } from '#server/buyer/find-buyer.ts'
import { readBookedDates, subjectAbout, type BookedDate } from '#server/catalogue/event-blocks.ts'
import { mailPicture } from '#server/catalogue/event-picture.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { inGroups, type Block, type Link } from '#server/outbox/content.ts'
import type { Draft } from '#server/outbox/queue.ts'
import { plural } from '#src/lib/plural.ts'
import { ticketInWords } from '#src/checkout/rules/seat-words.ts'

import { orderPath } from '#server/basket/order-path.ts'
import { ticketPath } from './addresses.ts'
import { isHeld, type OrderTicket } from './order-tickets.ts'
import { counted, ticketMail } from './ticket-mail.ts'

interface Delivered {
  sale: Sale
  buyer: Buyer
  tickets: OrderTicket[]
}

/**
 * Writes the mail about a wallet: the tickets that the buyer has, and what became of the others. It is another mail when the
 * tickets of an instalment plan have come into the wallet.
 */
export async function walletMail(trx: Transaction, { sale, buyer, tickets }: Delivered): Promise<Draft> {
  const held = tickets.filter(isHeld)
  const planned = tickets.filter((ticket) => ticket.is_on_plan)
  const isPlanPaid = planned.some((ticket) => ticket.released_at)
  const isWaiting = planned.length > 0 && !isPlanPaid
  const basket = await readBasket(trx, sale.id)
  const dates = await readBookedDates(trx, held)
  const reference = sale.order_reference ?? ''
  const what = held.length > 0 ? 'tickets' : basket.vouchers.length > 0 ? 'gift vouchers' : ''
  return {
    key: isPlanPaid ? `wallet:${sale.id}:plan` : `wallet:${sale.id}`,
    to: buyer.email,
    subject: subjectAbout(dates, `your ${what || 'order'}`),
    heading: `Your ${what || 'order'}`,
    picture: mailPicture(dates[0]),
    content: ticketMail({
      what,
      reference: inGroups(reference),
      buyerName: buyer.name,
      gift: giftBlocks(basket),
      tickets: held,
      dates,
      order: reference
        ? [{ text: 'Your order, with PDF tickets and invoice', href: orderPath(reference) }]
        : [],
      linksOf: ticketLinks(held),
      notes: [
        ...(isPlanPaid ? ['Your payment plan is complete. Thank you.'] : []),
        ...(isWaiting ? ['Tickets that you pay in instalments come with the last payment.'] : []),
        ...noLongerHeld(tickets),
      ],
    }),
  }
}

/** Tells who the gift vouchers of an order are from and for, as its receipt does; their codes are in the wallet. */
function giftBlocks({ sale, vouchers }: Basket): Block[] {
  const count = vouchers.reduce((sum, { qty }) => sum + qty, 0)
  const names = giftNames(sale)
  if (count === 0 || names.length === 0) return []
  return [{ heading: `Your gift ${plural(count, 'voucher')}` }, { facts: names }]
}

/** Says what became of the tickets that the buyer no longer has. */
function noLongerHeld(tickets: OrderTicket[]): string[] {
  const passedOn = tickets.filter(({ transferred_to }) => transferred_to !== null)
  const refunded = tickets.filter((ticket) => ticket.transferred_to === null && !isHeld(ticket))
  return [
    ...[...Map.groupBy(passedOn, ({ transferred_to }) => transferred_to)].map(
      ([name, some]) => `${name} has accepted ${counted(some)} from you.`,
    ),
    ...(refunded.length > 0 ? [`No longer valid: ${counted(refunded)}.`] : []),
  ]
}

/** Links to the tickets of an event date that admit; to none of an order with many, which the page of the order lists. */
function ticketLinks(tickets: OrderTicket[]): (date: Pick<BookedDate, 'id'>) => Link[] {
  const admitting = tickets.filter((ticket) => ticket.released_at && !ticket.deliverable)
  if (admitting.length > maxTicketLinks) return () => []
  return ({ id: dateId }) =>
    admitting
      .filter(({ event_date_id }) => event_date_id === dateId)
      .map(({ id, name, seat }, index) => ({
        text: [`Ticket ${index + 1}`, ticketInWords(name, seat)].filter(Boolean).join(', '),
        href: ticketPath(id),
      }))
}

const maxTicketLinks = 10
