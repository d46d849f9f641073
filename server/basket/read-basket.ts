import { sql, type Selectable } from 'kysely'

import type { Reader } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { seatNames } from '#server/seats/sale-seats.ts'

export type Sale = Selectable<Tables['sales']>

/** A sale with all its rows; the input of totals, the checkout view and reserving. */
export interface Basket {
  sale: Sale
  /** The sale is held or paid: prices, code and vouchers are those of the reservation. */
  isFrozen: boolean
  /** Whole seconds left of the hold, at least 0; null without a hold. */
  secondsRemaining: number | null
  /** Shop time of this reading. */
  now: Date
  tickets: TicketRow[]
  vouchers: VoucherRow[]
  organisers: OrganiserRow[]
  discount: DiscountRow | null
  appliedVouchers: AppliedVoucherRow[]
  charity: CharityRow | null
}

export type TicketRow = Awaited<ReturnType<typeof readTickets>>[number]
export type VoucherRow = Awaited<ReturnType<typeof readVouchers>>[number]
export type OrganiserRow = Selectable<Tables['organisers']>
export type CharityRow = Selectable<Tables['charities']>
export type DiscountRow = Selectable<Tables['discount_codes']> & { is_usable: boolean }
export type AppliedVoucherRow = Awaited<ReturnType<typeof readAppliedVouchers>>[number]

/** Reads a whole basket, with its lines in the order in which they were added. */
export async function readBasket(db: Reader, saleId: string): Promise<Basket> {
  const { now, seconds, ...sale } = await db
    .selectFrom('sales')
    .selectAll()
    .select(shopNow.as('now'))
    .select(sql<number | null>`floor(extract(epoch from held_until - shop_now()))::int`.as('seconds'))
    .where('id', '=', saleId)
    .executeTakeFirstOrThrow()
  const tickets = await readTickets(db, saleId)
  const vouchers = await readVouchers(db, saleId)
  const organisers = await readOrganisers(db, [...tickets, ...vouchers])
  return {
    sale,
    isFrozen: sale.held_until !== null || sale.paid_at !== null,
    secondsRemaining: seconds === null ? null : Math.max(0, seconds),
    now,
    tickets,
    vouchers,
    organisers,
    discount: (await readDiscount(db, saleId)) ?? null,
    appliedVouchers: await readAppliedVouchers(db, saleId),
    charity: (await readCharity(db, organisers[0]?.charity_id ?? null)) ?? null,
  }
}

function readTickets(db: Reader, saleId: string) {
  return db
    .selectFrom('sale_tickets')
    .innerJoin('ticket_types', 'ticket_types.id', 'sale_tickets.ticket_type_id')
    .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .innerJoin('organisers', 'organisers.id', 'events.organiser_id')
    .innerJoin('pools', 'pools.id', 'ticket_types.pool_id')
    .leftJoin('refund_policies', 'refund_policies.id', 'ticket_types.refund_policy_id')
    .select([
      'sale_tickets.ticket_type_id',
      'sale_tickets.qty',
      'sale_tickets.held_qty',
      'sale_tickets.line_number',
      'ticket_types.name',
      'ticket_types.pool_id',
      'ticket_types.min_per_customer',
      'ticket_types.max_per_customer',
      'ticket_types.deliverable',
      'ticket_types.delivery_cost',
      'ticket_types.non_refundable',
      'ticket_types.plan_months',
      'ticket_types.event_id',
      'ticket_types.event_date_id',
      'event_dates.starts_at',
      'event_dates.seating_plan',
      'events.organiser_id',
      'events.title as event_title',
      'events.currency',
      'events.picture',
      'events.refund_protection as is_protectable',
      'events.hide_booking_fee',
      'events.demands_captcha',
      'organisers.name as organiser_name',
      'refund_policies.title as policy_title',
      'refund_policies.description as policy_description',
      'refund_policies.text as policy_text',
    ])
    .select((eb) => [
      eb.fn.coalesce('sale_tickets.price', 'ticket_types.price').as('price'),
      eb.fn.coalesce('sale_tickets.booking_fee', 'ticket_types.booking_fee').as('booking_fee'),
      eb.fn.coalesce('sale_tickets.absorb_fee', 'ticket_types.absorb_fee').as('absorb_fee'),
      seatNames.as('seats'),
      eb('pools.capacity', '-', eb('pools.held', '+', eb.ref('pools.sold'))).as('places_left'),
      eb
        .and([
          eb('event_dates.published', '=', true),
          eb('events.published', '=', true),
          eb('event_dates.starts_at', '>', shopNow),
          eb.or([eb('sale_opens_at', 'is', null), eb('sale_opens_at', '<=', shopNow)]),
          eb.or([eb('sale_closes_at', 'is', null), eb('sale_closes_at', '>', shopNow)]),
        ])
        .as('is_on_sale'),
    ])
    .where('sale_tickets.sale_id', '=', saleId)
    .orderBy('sale_tickets.line_number')
    .execute()
}

function readVouchers(db: Reader, saleId: string) {
  return db
    .selectFrom('sale_gift_vouchers')
    .innerJoin('gift_voucher_products', 'gift_voucher_products.id', 'sale_gift_vouchers.product_id')
    .innerJoin('organisers', 'organisers.id', 'gift_voucher_products.organiser_id')
    .select([
      'sale_gift_vouchers.product_id',
      'sale_gift_vouchers.value',
      'sale_gift_vouchers.qty',
      'sale_gift_vouchers.line_number',
      'gift_voucher_products.name',
      'gift_voucher_products.picture',
      'gift_voucher_products.currency',
      'gift_voucher_products.valid_months',
      'gift_voucher_products.delivery_cost',
      'gift_voucher_products.organiser_id',
      'gift_voucher_products.published as is_on_sale',
      'organisers.name as organiser_name',
    ])
    .where('sale_gift_vouchers.sale_id', '=', saleId)
    .orderBy('sale_gift_vouchers.line_number')
    .execute()
}

/** Reads the organisers of the lines, in the order of the lines. */
async function readOrganisers(
  db: Reader,
  lines: { organiser_id: string; line_number: number }[],
): Promise<OrganiserRow[]> {
  const inOrder = lines.toSorted((a, b) => a.line_number - b.line_number)
  const ids = [...new Set(inOrder.map((line) => line.organiser_id))]
  if (ids.length === 0) return []
  const rows = await db.selectFrom('organisers').selectAll().where('id', 'in', ids).execute()
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

function readDiscount(db: Reader, saleId: string): Promise<DiscountRow | undefined> {
  return db
    .selectFrom('sale_codes')
    .innerJoin('discount_codes', 'discount_codes.code', 'sale_codes.code')
    .selectAll('discount_codes')
    .select((eb) =>
      eb
        .or([eb('sale_codes.is_held', '=', true), isDiscountOpen()])
        .$castTo<boolean>()
        .as('is_usable'),
    )
    .where('sale_codes.sale_id', '=', saleId)
    .executeTakeFirst()
}

/** SQL: the discount code is valid now and has a use left. */
export function isDiscountOpen() {
  return sql<boolean>`(starts_at is null or starts_at <= shop_now())
    and (ends_at is null or ends_at > shop_now())
    and (max_uses is null or held + used < max_uses)`
}

function readAppliedVouchers(db: Reader, saleId: string) {
  return db
    .selectFrom('sale_vouchers_applied')
    .innerJoin('issued_vouchers', 'issued_vouchers.id', 'sale_vouchers_applied.issued_voucher_id')
    .select([
      'issued_vouchers.id',
      'issued_vouchers.organiser_id',
      'issued_vouchers.currency',
      'sale_vouchers_applied.held_amount',
    ])
    .select((eb) => [
      eb
        .case()
        .when('issued_vouchers.expires_at', '>', shopNow)
        .then(eb('issued_vouchers.balance', '-', eb.ref('issued_vouchers.held')))
        .else(0)
        .end()
        .as('available'),
    ])
    .where('sale_vouchers_applied.sale_id', '=', saleId)
    .orderBy('sale_vouchers_applied.applied_at')
    .orderBy('issued_vouchers.id')
    .execute()
}

async function readCharity(db: Reader, id: string | null): Promise<CharityRow | undefined> {
  if (!id) return undefined
  return db.selectFrom('charities').selectAll().where('id', '=', id).executeTakeFirst()
}
