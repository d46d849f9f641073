import type { Selectable } from 'kysely'

import { readBasket } from '#server/basket/read-basket.ts'
import type { WantedVoucher } from '#server/basket/read-wanted.ts'
import { deliveryOf } from '#server/basket/totals.ts'
import { lacking, type WantedLines } from '#server/basket/top-up.ts'
import { readCatalogue } from '#server/catalogue/catalogue.ts'
import { niceDate } from '#server/catalogue/dates.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Currency, Tables } from '#server/database/tables.ts'
import type { Session } from '#server/http/session.ts'
import { priceOf } from '#server/pages/price.ts'
import { maxPerLine } from '#src/checkout/rules/quantities.ts'
import type { Priced } from '#src/lib/price-words.ts'
import type { Event, EventDate, TicketType } from '#server/pages/offer.ts'

import type { BasketLink } from './read-link.ts'

/** A line of a link as it is shown. */
interface ShownLine {
  /** The event, or the gift voucher. */
  title: string
  /** Date and ticket. */
  detail: string
  /** How many the basket lacks. */
  lacks: number
  /** Of one. */
  price: Priced
  isPosted: boolean
  /** Of its parcel, in pence. */
  delivery_cost: number
  organiser_id: string
  currency: Currency
}

export type TicketLine = WantedLines['tickets'][number] & ShownLine
export type VoucherLine = WantedVoucher & ShownLine

/** Something that cannot be added, why, and the page that says more. */
export interface Problem {
  /** The event or gift voucher; '' if it is unknown. */
  title: string
  text: string
  page: string
}

/** What a link puts in the basket now. */
export interface LinkOffer {
  /** What can be added, as far as the basket does not have it yet. */
  tickets: TicketLine[]
  vouchers: VoucherLine[]
  /** Dates whose tickets need seats, which only their page can choose. */
  seated: (ShownLine & { dateId: string })[]
  problems: Problem[]
  /** What the lines add to the delivery of the basket, in pence. */
  delivery: number
  /** The only event that the link is about; null if there are more, or gift vouchers. */
  event: Event | null
  /** How many of the link's lines the basket has already. */
  inBasket: number
}

/** Looks up what a link asks for: what can be added, and what not. Changes nothing. */
export async function lookUpLink(db: Database, session: Session, link: BasketLink): Promise<LinkOffer> {
  const events = await readCatalogue(db)
  const tickets = link.tickets.map((line) => findTicket(events, line))
  const vouchers = await findVouchers(db, link.vouchers)
  const named = [...new Set([...tickets.map(({ event }) => event?.id), link.event].filter(Boolean))]
  const event = named.length === 1 && link.vouchers.length === 0 ? (byId(events, named[0]) ?? null) : null
  const isEventAlone = link.tickets.length + link.vouchers.length === 0
  const wanted = {
    tickets: tickets.flatMap(({ line }) => line ?? []),
    vouchers: vouchers.flatMap(({ line }) => line ?? []),
  }
  const sale = session.saleId ? await readBasket(db, session.saleId) : null
  // What is paid has had its parcel.
  const basket = sale?.sale.paid_at ? null : sale
  const missing = lacking(basket, wanted)
  const judged = missing.tickets.map((line) => ({ ...line, problem: problemOf(line) }))
  const sold = judged.filter(({ problem }) => !problem)
  const added = sold.filter(({ date }) => !date.seating_plan)
  const there = basket ? [...basket.tickets, ...basket.vouchers] : []
  return {
    tickets: added,
    vouchers: missing.vouchers,
    delivery: deliveryOf([...there, ...added, ...missing.vouchers]) - deliveryOf(there),
    seated: sold.filter(({ date }) => date.seating_plan),
    problems: [
      ...judged.flatMap(({ title, detail, problem, eventId }) =>
        problem ? { title, text: `${detail}: ${problem}`, page: `/events/${eventId}/` } : [],
      ),
      ...[...tickets, ...vouchers].flatMap(({ problem }) => problem ?? []),
      ...(isEventAlone && !event ? [gone('The event is')] : []),
    ],
    event,
    inBasket:
      wanted.tickets.length + wanted.vouchers.length - missing.tickets.length - missing.vouchers.length,
  }
}

const byId = <Row extends { id: string }>(rows: Row[], id: string | undefined) =>
  rows.find((row) => row.id === id)

function findTicket(events: Event[], { id, qty }: BasketLink['tickets'][number]) {
  for (const event of events)
    for (const date of event.dates) {
      const type = byId(date.ticket_types, id)
      if (type) return { event, line: ticketLine(event, date, type, qty) }
    }
  return { problem: gone('Some of the tickets are') }
}

const gone = (what: string): Problem => ({
  title: '',
  text: `${what} not on sale any more`,
  page: '/all-events/',
})

function ticketLine(event: Event, date: EventDate, type: TicketType, qty: number) {
  return {
    typeId: type.id,
    eventId: event.id,
    dateId: date.id,
    key: type.key,
    seats: [],
    title: event.title,
    detail: `${niceDate(date.starts_at)}, ${type.name}`,
    qty,
    price: priceOf(event, type),
    currency: event.currency,
    isPosted: type.deliverable,
    delivery_cost: type.deliverable ? type.delivery_cost : 0,
    organiser_id: event.organiser_id,
    date,
    type,
  }
}

interface JudgedLine {
  date: EventDate
  type: TicketType
  qty: number
  lacks: number
}

/** Why a quantity cannot be bought at the moment; '' if it can. */
function problemOf({ date, type, qty, lacks }: JudgedLine): string {
  if (!date.is_on_sale)
    return date.opens_later && date.sale_opens_at
      ? `on sale from ${niceDate(date.sale_opens_at)}`
      : 'no longer on sale'
  const least = Math.max(1, type.min_per_customer)
  const most = type.max_per_customer ?? maxPerLine
  if (Math.min(type.places_left, most) < least) return 'sold out'
  if (lacks > type.places_left && type.places_left < most) return `only ${type.places_left} left`
  if (qty > most) return `at most ${most} at once`
  return qty < least ? `at least ${least}` : ''
}

async function findVouchers(db: Database, wanted: BasketLink['vouchers']) {
  if (wanted.length === 0) return []
  const products = await db
    .selectFrom('gift_voucher_products')
    .selectAll()
    .where('published', '=', true)
    .where('id', '=', ({ fn, val }) => fn.any(val(wanted.map(({ id }) => id))))
    .execute()
  return wanted.map(({ id, value, qty }) => {
    const product = byId(products, id)
    if (product && value >= product.min_value && value <= product.max_value)
      return { line: voucherLine(product, value, qty) }
    const text = product
      ? `values from ${money(product.min_value, product.currency)} to ${money(product.max_value, product.currency)}`
      : 'A gift voucher is not on sale any more'
    return { problem: { title: product?.name ?? '', text, page: '/gift-vouchers/' } }
  })
}

function voucherLine(
  { id, name, currency, delivery_cost, organiser_id }: Selectable<Tables['gift_voucher_products']>,
  value: number,
  qty: number,
) {
  const shown = {
    title: name,
    detail: money(value, currency),
    price: { price: value, fee: 0 },
    isPosted: true,
    delivery_cost,
    organiser_id,
    currency,
  }
  return { productId: id, value, qty, ...shown }
}

/** Shop time, and whether the session's basket has a code already. */
export async function readCodeState(db: Database, session: Session, code: string) {
  return db
    .selectNoFrom((eb) => [
      shopNow.as('now'),
      eb
        .exists(
          eb
            .selectFrom('sale_codes')
            .select('code')
            .where('sale_id', '=', session.saleId)
            .where('code', '=', code.toUpperCase()),
        )
        .$castTo<boolean>()
        .as('has_code'),
    ])
    .executeTakeFirstOrThrow()
}
