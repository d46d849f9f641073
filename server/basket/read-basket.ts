import {
  catalogueAt,
  type Catalogue,
  type CharityRow,
  type KnownEvent,
  type KnownOrganiser,
  type OrganiserRow,
  type TicketType,
  type VoucherProduct,
} from '#server/catalogue/known-catalogue.ts'
import type { Database } from '#server/database/connect.ts'

import { readBasketRows, type BasketRows, type Sale } from './basket-rows.ts'

export type { CharityRow, OrganiserRow, Sale }

/** A sale with all its rows; the input of totals, the checkout view and reserving. */
export interface Basket extends Pick<
  BasketRows,
  'sale' | 'now' | 'discount' | 'appliedVouchers' | 'isPaying'
> {
  /** The sale is held or paid: prices, code and vouchers are those of the reservation. */
  isFrozen: boolean
  /** Whole seconds left of the hold, at least 0; null without a hold. */
  secondsRemaining: number | null
  tickets: TicketRow[]
  vouchers: VoucherRow[]
  /** In the order of the lines. */
  organisers: OrganiserRow[]
  charity: CharityRow | null
  /** Instalments of the sale are still due. */
  hasOpenInstalments: boolean
  /** The events of its tickets, in the order of the lines. */
  events: KnownEvent[]
  /** The next events of its organisers. */
  upcoming: KnownOrganiser['upcoming']['events']
}

type BasketLine = BasketRows['lines'][number]

/** A ticket line; frozen prices stand for those of the catalogue. */
export interface TicketRow
  extends
    Omit<TicketType, 'id' | 'is_published' | 'sale_opens_at' | 'sale_closes_at'>,
    Pick<BasketLine, 'ticket_type_id' | 'qty' | 'held_qty' | 'line_number' | 'places_left'> {
  is_on_sale: boolean
  /** The names of its seats, in the order in which they were chosen; see `seatName`. */
  seats: string[]
  /** Those that the shop does not hold, or no longer. */
  lapsed_seats: string[]
  restricted_seats: string[]
}

export type VoucherRow = Omit<VoucherProduct, 'published'> &
  BasketRows['vouchers'][number] & { is_on_sale: boolean }
export type DiscountRow = NonNullable<BasketRows['discount']>
export type AppliedVoucherRow = BasketRows['appliedVouchers'][number]

/** Reads a whole basket, with its lines in the order in which they were added. Throws if there is no such sale. */
export async function readBasket(db: Database, saleId: string): Promise<Basket> {
  const [basket] = await readBaskets(db, [saleId])
  if (!basket) throw new Error('There is no such sale')
  return basket
}

/** Reads baskets in the order of their ids; those that do not exist are left out. */
export async function readBaskets(db: Database, saleIds: string[]): Promise<Basket[]> {
  return completeBaskets(db, await readBasketRows(db, saleIds))
}

/** Adds what the catalogue knows to rows of baskets that were read in one statement. */
export async function completeBaskets(db: Database, all: BasketRows[]): Promise<Basket[]> {
  const [first] = all
  if (!first) return []
  const catalogue = await catalogueAt(db, first.version, {
    ticketTypeIds: [...new Set(all.flatMap(({ lines }) => lines.map((line) => line.ticket_type_id)))],
    productIds: [...new Set(all.flatMap(({ vouchers }) => vouchers.map((line) => line.product_id)))],
    now: first.now,
  })
  return all.map((rows) => basketOf(rows, catalogue))
}

function basketOf(rows: BasketRows, catalogue: Catalogue): Basket {
  const { sale, now, seconds, discount, appliedVouchers, isPaying, hasOpenInstalments } = rows
  const tickets = rows.lines.map((line) => ticketRow(line, rows, catalogue))
  const vouchers = rows.vouchers.map((line) => voucherRow(line, catalogue))
  const inOrder = [...tickets, ...vouchers].toSorted((a, b) => a.line_number - b.line_number)
  const known = distinct(inOrder.map((line) => line.organiser_id)).map((id) =>
    found(catalogue.organisers.get(id)),
  )
  return {
    sale,
    isFrozen: sale.held_until !== null || sale.paid_at !== null,
    secondsRemaining: seconds === null ? null : Math.max(0, seconds),
    now,
    tickets,
    vouchers,
    organisers: known.map(({ row }) => row),
    discount,
    appliedVouchers,
    charity: known[0]?.charity ?? null,
    isPaying,
    hasOpenInstalments,
    events: distinct(tickets.map((line) => line.event_id)).map((id) => found(catalogue.events.get(id))),
    upcoming: known.flatMap(({ upcoming }) => upcoming.events),
  }
}

function ticketRow(line: BasketLine, { now, seats }: BasketRows, { ticketTypes }: Catalogue): TicketRow {
  const { id, is_published, sale_opens_at, sale_closes_at, ...type } = found(
    ticketTypes.get(line.ticket_type_id),
  )
  const own = seats.filter((seat) => seat.ticket_type_id === id)
  return {
    ...type,
    ...line,
    price: line.price ?? type.price,
    booking_fee: line.booking_fee ?? type.booking_fee,
    absorb_fee: line.absorb_fee ?? type.absorb_fee,
    seats: own.map(({ name }) => name),
    lapsed_seats: own.filter(({ is_lapsed }) => is_lapsed).map(({ name }) => name),
    restricted_seats: own.filter(({ is_restricted }) => is_restricted).map(({ name }) => name),
    is_on_sale:
      is_published &&
      type.starts_at > now &&
      (sale_opens_at === null || sale_opens_at <= now) &&
      (sale_closes_at === null || sale_closes_at > now),
  }
}

function voucherRow(line: BasketRows['vouchers'][number], { products }: Catalogue): VoucherRow {
  const { published, ...product } = found(products.get(line.product_id))
  return { ...product, ...line, is_on_sale: published }
}

const distinct = (ids: string[]) => [...new Set(ids)]

/** `catalogueAt` has read everything that the lines name. */
function found<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('The catalogue does not have what is in the basket')
  return one
}
