import { sql, type RawBuilder } from 'kysely'

import type { Transaction } from '#server/database/transaction.ts'

import type { CatalogueTable } from './catalogue-rows.ts'

/** Columns that must not change any more once sales depend on them, because a sale does not keep its own copy. */
export interface Rule {
  table: CatalogueTable
  columns: string[]
  /** Why not, and what to do instead. */
  reason: string
  /** SQL: the keys of the rows that are in use. */
  used: RawBuilder<{ key: string }>
}

/** Sales with a hold, a payment on its way, or an order. */
const kept = sql`(sales.held_until is not null or sales.paid_at is not null or exists (
  select 1 from payment_attempts where payment_attempts.sale_id = sales.id and status = 'open'))`

const soldTickets = sql`sale_tickets join sales on sales.id = sale_tickets.sale_id
  join ticket_types on ticket_types.id = sale_tickets.ticket_type_id`

/**
 * Price and booking fee of a ticket are not among them: a sale has its own copy from its reservation on
 * (server/reservation/hold.ts).
 */
export const rules: Rule[] = [
  {
    table: 'ticket_types',
    columns: ['pool_id', 'deliverable', 'delivery_cost'],
    reason: 'tickets are sold or held; take this ticket type off sale and add another one',
    used: sql`select ticket_type_id as key from ${soldTickets} where ${kept}`,
  },
  {
    table: 'event_dates',
    columns: ['seating_plan', 'provider_identifier'],
    reason: 'tickets are in baskets or sold; take this date off sale and add another one',
    used: sql`select event_date_id as key from ${soldTickets}`,
  },
  {
    table: 'events',
    columns: ['currency'],
    reason: 'tickets are in baskets or sold; take this event off sale and add another one',
    used: sql`select ticket_types.event_id as key from ${soldTickets}`,
  },
  {
    table: 'events',
    columns: ['refund_protection'],
    reason: 'orders have refund protection',
    used: sql`select ticket_types.event_id as key from ${soldTickets} where sales.refund_protection and ${kept}`,
  },
  {
    table: 'organisers',
    columns: ['refund_protection_cost_basis_points'],
    reason: 'orders have refund protection',
    used: sql`select events.organiser_id as key from ${soldTickets}
      join events on events.id = ticket_types.event_id where sales.refund_protection and ${kept}`,
  },
  {
    table: 'organisers',
    columns: ['charity_id'],
    reason: 'orders have donations',
    used: sql`select organisers.id as key from organisers
      join sales on sales.donation_charity_id = organisers.charity_id where donation_amount > 0 and ${kept}`,
  },
  {
    table: 'organisers',
    columns: ['provider', 'merchant_id'],
    reason: 'tickets are reserved, payments are on their way or payment plans are not paid; try again later',
    used: sql`select events.organiser_id as key from ${soldTickets}
      join events on events.id = ticket_types.event_id
      where sales.held_until is not null
        or exists (select 1 from payment_attempts where sale_id = sales.id and status = 'open')
        or exists (select 1 from payment_plans where sale_id = sales.id and status <> 'completed')`,
  },
  {
    table: 'charities',
    columns: [
      'base_fee',
      'booking_fee_basis_points',
      'booking_fee_includes_vat',
      'booking_fee_vat_basis_points',
      'booking_fee_cap',
    ],
    reason: 'orders have donations with this fee; add another charity',
    used: sql`select donation_charity_id as key from sales where donation_amount > 0 and ${kept}`,
  },
  {
    table: 'gift_voucher_products',
    columns: ['currency', 'delivery_cost'],
    reason: 'vouchers are sold or held; take this one off sale and add another one',
    used: sql`select product_id as key from sale_gift_vouchers
      join sales on sales.id = sale_gift_vouchers.sale_id where ${kept}`,
  },
  {
    table: 'discount_codes',
    columns: ['kind', 'amount', 'currency', 'event_id'],
    reason: 'orders have this code; end it and add another one',
    used: sql`select code as key from sale_codes join sales on sales.id = sale_codes.sale_id where ${kept}`,
  },
  {
    table: 'questions',
    columns: ['type', 'ticket_type_id'],
    reason: 'buyers have answered; take this question out and add another one',
    used: sql`select question_id as key from answers`,
  },
  {
    table: 'waivers',
    columns: ['title', 'text_html'],
    reason: 'people have accepted these words; take this waiver out and add another one',
    used: sql`select waiver_id as key from waiver_acceptances`,
  },
]

/** A row belongs to the same one for ever. */
export const parents: Partial<Record<CatalogueTable, string[]>> = {
  events: ['organiser_id'],
  event_dates: ['event_id'],
  pools: ['event_date_id'],
  ticket_types: ['event_date_id', 'event_id', 'key'],
  gift_voucher_products: ['organiser_id'],
  discount_codes: ['organiser_id'],
  questions: ['event_id'],
  waivers: ['event_id'],
  after_sale_messages: ['event_id'],
}

/** A stock: the column that limits it, and the one that counts what is gone for good; `held` counts the rest. */
export interface Stock {
  table: 'pools' | 'discount_codes'
  limit: string
  done: string
}

export const stocks: Stock[] = [
  { table: 'pools', limit: 'capacity', done: 'sold' },
  { table: 'discount_codes', limit: 'max_uses', done: 'used' },
]

/** Reads which rows of a rule are in use. */
export async function readUsed(trx: Transaction, rule: Rule): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`select distinct key from (${rule.used}) as used`.execute(trx)
  return new Set(rows.map(({ key }) => key))
}
