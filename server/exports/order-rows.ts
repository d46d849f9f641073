import { sql } from 'kysely'

import { offsetTime } from '#server/catalogue/dates.ts'
import type { Database } from '#server/database/connect.ts'
import { decimal } from '#src/lib/money.ts'

import type { Cell } from './csv.ts'

/** Which orders or tickets are exported; all by default. */
export interface Wanted {
  eventId?: string | undefined
  dateId?: string | undefined
}

/** Rows read at a time, so that an export of any size needs little memory. */
const pageSize = 500

export const orderHeadings = [
  'order',
  'paid at',
  'name',
  'email',
  'phone',
  'tickets',
  'code',
  'currency',
  'total',
  'paid',
  'refunded',
  'donation',
  'address',
]

export const attendeeHeadings = [
  'order',
  'paid at',
  'event',
  'date',
  'starts at',
  'ticket',
  'seat',
  'currency',
  'price',
  'booking fee',
  'name',
  'email',
  'status',
  'admitted at',
  'answers',
]

/** Reads the paid orders, oldest first, that have a ticket of the wanted event or date. */
export async function* orderRows(db: Database, wanted: Wanted): AsyncGenerator<Cell[]> {
  for await (const row of paged(db, (after) => orderPage(after, wanted))) {
    const address = row.delivery_address
    yield [
      row.order_reference,
      offsetTime(row.paid_at),
      row.name,
      row.email,
      row.contact_number,
      row.tickets,
      row.code,
      row.currency,
      decimal(row.total ?? 0),
      decimal(row.paid),
      decimal(row.refunded),
      decimal(row.donation_amount),
      address === null
        ? null
        : [address.address_1, address.address_2, address.town, address.postcode].filter(Boolean).join(', '),
    ]
  }
}

/** Reads the tickets of paid orders, oldest order first, with who holds them. Without their codes, which admit people. */
export async function* attendeeRows(db: Database, wanted: Wanted): AsyncGenerator<Cell[]> {
  for await (const row of paged(db, (after) => attendeePage(after, wanted)))
    yield [
      row.order_reference,
      offsetTime(row.paid_at),
      row.title,
      row.event_date_id,
      offsetTime(row.starts_at),
      row.ticket,
      row.seat,
      row.currency,
      decimal(row.price),
      decimal(row.booking_fee),
      row.name,
      row.email,
      row.status,
      row.admitted_at && offsetTime(row.admitted_at),
      row.answers,
    ]
}

/** The last row that was read. */
interface Position {
  paid_at: Date
  /** The time with the database's precision. */
  paid_text: string
  id: string
}

/** Reads a query page by page in one snapshot of the database, so that no order is missed or doubled. */
async function* paged<Row extends Position>(
  db: Database,
  page: (after: Position | null) => ReturnType<typeof sql<Row>>,
): AsyncGenerator<Row> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    for (let after: Position | null = null; ;) {
      const { rows } = await page(after).execute(trx)
      yield* rows
      after = rows.at(-1) ?? null
      if (rows.length < pageSize) return
    }
  } finally {
    await trx.rollback().execute()
  }
}

interface OrderRow extends Position {
  order_reference: string
  name: string
  email: string
  contact_number: string
  tickets: number
  code: string | null
  currency: string
  total: number | null
  paid: number
  refunded: number
  donation_amount: number
  delivery_address: { address_1: string; address_2: string; town: string; postcode: string } | null
}

function orderPage(after: Position | null, { eventId, dateId }: Wanted) {
  return sql<OrderRow>`
    select sales.id, sales.paid_at, sales.paid_at::text as paid_text, order_reference, contact_number, currency, total,
      donation_amount, delivery_address,
      coalesce(nullif(guest_name, ''), trim(users.first_name || ' ' || users.last_name), '') as name,
      coalesce(users.email, guest_email) as email,
      (select code from sale_codes where sale_id = sales.id) as code,
      (select coalesce(sum(qty), 0)::int from sale_tickets where sale_id = sales.id) as tickets,
      ${moneyOf('charge')} as paid, ${moneyOf('refund')} as refunded
    from sales left join users on users.id = sales.user_id
    where paid_at is not null and ${isAfter(after)} and (${eventId ?? dateId ?? null}::text is null or exists (
      select 1 from sale_tickets join ticket_types on ticket_types.id = ticket_type_id
      where sale_id = sales.id and ${isWanted({ eventId, dateId })}))
    order by paid_at, sales.id limit ${pageSize}`
}

const moneyOf = (kind: 'charge' | 'refund') => sql<number>`(
  select coalesce(sum(amount), 0)::int from payments
  where sale_id = sales.id and kind = ${kind} and payments.status <> 'failed')`

interface AttendeeRow extends Position {
  order_reference: string
  title: string
  event_date_id: string
  starts_at: Date
  ticket: string
  seat: string
  currency: string
  price: number
  booking_fee: number
  name: string
  email: string
  status: string
  admitted_at: Date | null
  answers: string | null
}

function attendeePage(after: Position | null, wanted: Wanted) {
  return sql<AttendeeRow>`
    select tickets.id, sales.paid_at, sales.paid_at::text as paid_text, order_reference, events.title, event_date_id,
      starts_at, ticket_types.name as ticket, seat, sales.currency, admitted_at,
      coalesce(sale_tickets.price, ticket_types.price) as price,
      coalesce(sale_tickets.booking_fee, ticket_types.booking_fee) as booking_fee,
      coalesce(transfers.name, nullif(guest_name, ''), trim(users.first_name || ' ' || users.last_name), '') as name,
      coalesce(transfers.email, users.email, guest_email) as email,
      case when exists (select 1 from voided_codes where voided_codes.code = tickets.code and reason = 'refunded')
        then 'refunded' when released_at is null then 'not released' when admitted_at is not null then 'admitted'
        else 'valid' end as status,
      (select string_agg(question || ': ' || answer, E'\n' order by position, questions.id)
        from answers join questions on questions.id = question_id
        where answers.sale_id = sales.id and questions.event_id = events.id
          and (answers.ticket_type_id = '' or answers.ticket_type_id = tickets.ticket_type_id
            and answers.copy = tickets.copy)) as answers
    from tickets
    join sales on sales.id = tickets.sale_id
    join ticket_types on ticket_types.id = tickets.ticket_type_id
    join event_dates on event_dates.id = event_date_id
    join events on events.id = event_dates.event_id
    left join sale_tickets on sale_tickets.sale_id = sales.id
      and sale_tickets.ticket_type_id = tickets.ticket_type_id
    left join transfers on transfers.id = tickets.transfer_id
    left join users on users.id = coalesce(tickets.user_id, sales.user_id)
    left join admissions on admissions.ticket_id = tickets.id
    where paid_at is not null and ${isAfter(after, 'tickets')} and ${isWanted(wanted)}
    order by paid_at, tickets.id limit ${pageSize}`
}

const isAfter = (after: Position | null, table: 'sales' | 'tickets' = 'sales') =>
  after === null
    ? sql<boolean>`true`
    : sql<boolean>`(paid_at, ${sql.ref(`${table}.id`)}) > (${after.paid_text}::timestamptz, ${after.id}::uuid)`

const isWanted = ({ eventId = '', dateId = '' }: Wanted) =>
  sql<boolean>`(${eventId} = '' or ticket_types.event_id = ${eventId})
    and (${dateId} = '' or ticket_types.event_date_id = ${dateId})`
