import { CompiledQuery, type Selectable } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import type { Currency, Tables } from '#server/database/tables.ts'

export type Sale = Selectable<Tables['sales']>

/** What the database knows of a basket, read in one statement; the rest is in the catalogue. */
export interface BasketRows {
  sale: Sale
  /** Shop time of this reading. */
  now: Date
  /** Whole seconds left of the hold, negative once it has expired; null without a hold. */
  seconds: number | null
  /** The version of the catalogue. */
  version: string
  lines: Line[]
  /** In the order in which they were chosen. The shop does not hold the lapsed ones, or no longer. */
  seats: { ticket_type_id: string; name: string; is_lapsed: boolean; is_restricted: boolean }[]
  vouchers: { product_id: string; value: number; qty: number; line_number: number }[]
  discount: (Selectable<Tables['discount_codes']> & { is_usable: boolean }) | null
  appliedVouchers: {
    id: string
    organiser_id: string
    currency: Currency
    held_amount: number
    /** Pence that can still be spent; 0 once it has expired. */
    available: number
  }[]
  /** A payment is in progress. */
  isPaying: boolean
  /** Instalments are still due. */
  hasOpenInstalments: boolean
}

interface Line {
  ticket_type_id: string
  qty: number
  held_qty: number
  line_number: number
  /** Price, fee and absorption when the line was reserved; null before. */
  price: number | null
  booking_fee: number | null
  absorb_fee: boolean | null
  /** Capacity that nobody holds or has bought. */
  places_left: number
}

/** SQL: a discount code is valid at a shop time, and has a use left. */
export const isDiscountOpen = (at = 'shop_now()') => `(starts_at is null or starts_at <= ${at})
  and (ends_at is null or ends_at > ${at}) and (max_uses is null or held + used < max_uses)`

/** SQL of a `BasketRows` as JSON, of the sale `s` at the shop time `n.at`. */
export const basketJson = `json_build_object(
  'sale', to_json(s),
  'now', n.at,
  'seconds', floor(extract(epoch from s.held_until - n.at))::int,
  'version', (select version from catalogue_version),
  'lines', coalesce((
    select json_agg(json_build_object('ticket_type_id', l.ticket_type_id, 'qty', l.qty, 'held_qty', l.held_qty,
      'line_number', l.line_number, 'price', l.price, 'booking_fee', l.booking_fee, 'absorb_fee', l.absorb_fee,
      'places_left', p.capacity - p.held - p.sold) order by l.line_number)
    from sale_tickets l join ticket_types t on t.id = l.ticket_type_id join pools p on p.id = t.pool_id
    where l.sale_id = s.id), '[]'),
  'seats', coalesce((
    select json_agg(json_build_object('ticket_type_id', x.ticket_type_id,
      'is_restricted', x.restricted_view,
      'name', concat_ws('-', nullif(x.section, ''), nullif(x.row_name, ''), nullif(x.number, '')),
      'is_lapsed', not exists (select from seat_claims m where m.event_date_id = x.event_date_id and m.label = x.label
        and m.sale_id = x.sale_id and m.status <> 'freeing')) order by x.seat_number)
    from sale_seats x where x.sale_id = s.id), '[]'),
  'vouchers', coalesce((
    select json_agg(json_build_object('product_id', g.product_id, 'value', g.value, 'qty', g.qty,
      'line_number', g.line_number) order by g.line_number)
    from sale_gift_vouchers g where g.sale_id = s.id), '[]'),
  'discount', (
    select to_jsonb(c) || jsonb_build_object('is_usable', a.is_held or (${isDiscountOpen('n.at')}))
    from sale_codes a join discount_codes c on c.code = a.code where a.sale_id = s.id),
  'appliedVouchers', coalesce((
    select json_agg(json_build_object('id', v.id, 'organiser_id', v.organiser_id, 'currency', v.currency,
      'held_amount', a.held_amount, 'available', case when v.expires_at > n.at then v.balance - v.held else 0 end)
      order by a.applied_at, v.id)
    from sale_vouchers_applied a join issued_vouchers v on v.id = a.issued_voucher_id where a.sale_id = s.id), '[]'),
  'isPaying', exists (select from payment_attempts y where y.sale_id = s.id and y.status = 'open'),
  'hasOpenInstalments', s.paid_at is not null
    and exists (select from instalments i where i.sale_id = s.id and i.payment_id is null)
)`

const statement = `select ${basketJson} as basket
  from (select shop_now() as at offset 0) n
  cross join unnest($1::uuid[]) with ordinality k(id, number)
  join sales s on s.id = k.id
  order by k.number`

/** Reads baskets in the order of their ids; those that do not exist are left out. */
export async function readBasketRows(db: Database, saleIds: string[]): Promise<BasketRows[]> {
  const { rows } = await db.executeQuery<{ basket: BasketJson }>(CompiledQuery.raw(statement, [saleIds]))
  return rows.map(({ basket }) => basketRowsOf(basket))
}

/** A `BasketRows` with its times as text. */
export interface BasketJson extends Omit<BasketRows, 'sale' | 'now' | 'discount'> {
  sale: Record<string, unknown>
  now: string
  discount: Record<string, unknown> | null
}

/** The columns of a sale and of a discount code that are times. */
const times: (keyof Sale | keyof Tables['discount_codes'])[] = [
  'created_at',
  'updated_at',
  'held_until',
  'paid_at',
  'gift_aid_declared_at',
  'captcha_asked_at',
  'captcha_passed_at',
  'delivered_to_bitticket_at',
  'delivered_to_wallet_at',
  'transferred_at',
  'starts_at',
  'ends_at',
]

export function basketRowsOf({ sale, now, discount, ...others }: BasketJson): BasketRows {
  return {
    ...others,
    sale: withTimes(sale) as Sale,
    now: new Date(now),
    discount: discount && (withTimes(discount) as NonNullable<BasketRows['discount']>),
  }
}

function withTimes(row: Record<string, unknown>): object {
  for (const time of times) if (typeof row[time] === 'string') row[time] = new Date(row[time])
  return row
}
