import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { csrfToken } from '#server/http/session-middleware.ts'

/** The session key of a measured shop: the bench makes sessions itself. */
export const sessionKey = 'the session key of the bench, which is not secret'

/** How many dates the wide sale has; the hot one has a single pool. */
export const wideDates = 100
const priceOfTicket = 1000

/**
 * Fills a migrated shop: an event with one pool that everybody wants, one with many dates, a flash sale, and orders of the
 * past. Then has the database count its rows for the planner, as it does by itself in time.
 */
export async function fill(db: Database, orders: number, flashPlaces: number): Promise<void> {
  await db
    .insertInto('organisers')
    .values({ id: 'bench', name: 'Bench', marketing_signup_message: '' })
    .execute()
  await addEvent(db, 'hot', 1, 10_000_000)
  await addEvent(db, 'wide', wideDates, 10_000_000)
  await addEvent(db, 'flash', 1, flashPlaces)
  await addEvent(db, 'past', wideDates, 10_000_000)
  await addEvent(db, 'queue', 1, 10_000_000)
  await db.updateTable('events').set({ waiting_room_capacity: 100 }).where('id', '=', 'queue').execute()
  // Without checking the references row by row, which takes a minute.
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await addOrders(trx, orders)
  })
}

async function addOrders(trx: Database, orders: number): Promise<void> {
  await sql`with made as (
      insert into sales (reference, order_reference, state, currency, total, known_total, paid_at, guest_email, guest_name,
        delivered_to_bitticket_at, delivered_to_wallet_at)
      select 'past-' || n, 'P' || n, 'order_completed', 'GBP', 2000, 2000, now(), 'past-' || n || '@example.com', 'Ada Lovelace', now(), now()
      from generate_series(1, ${orders}::int) n returning id
    ), numbered as (select id, row_number() over () n from made)
    , lines as (insert into sale_tickets (sale_id, ticket_type_id, qty, held_qty, price, booking_fee, absorb_fee)
      select id, 'past-' || n % ${wideDates}::int, 2, 2, 1000, 0, false from numbered)
    , paid as (insert into payments (sale_id, kind, provider, provider_id, amount, currency, status)
      select id, 'charge', 'stripe', 'past-' || n, 2000, 'GBP', 'done' from numbered)
    insert into tickets (sale_id, ticket_type_id, copy, code)
      select id, 'past-' || n % ${wideDates}::int, copy, 'PAST' || n || 'C' || copy from numbered, generate_series(1, 2) copy
  `.execute(trx)
}

async function addEvent(db: Database, id: string, dates: number, capacity: number): Promise<void> {
  await db.insertInto('events').values({ id, organiser_id: 'bench', title: id }).execute()
  await sql`insert into event_dates (id, event_id, starts_at)
    select ${id} || '-' || n, ${id}, now() + interval '60 days' from generate_series(0, ${dates}::int - 1) n`.execute(
    db,
  )
  await sql`insert into pools (id, event_date_id, capacity)
    select id, id, ${capacity}::int from event_dates where event_id = ${id}`.execute(db)
  await sql`insert into ticket_types (id, event_id, event_date_id, pool_id, key, name, price)
    select id, event_id, id, id, 'adult', 'Adult', ${priceOfTicket}::int from event_dates where event_id = ${id}`.execute(
    db,
  )
}

/**
 * Makes sessions, each with a basket of one ticket; their requests are made by `headersOf`. `event` names the pools: those of
 * `wide` are taken in turn.
 */
export async function addBaskets(db: Database, event: string, run: string, count: number): Promise<void> {
  const pools = event === 'wide' ? wideDates : 1
  await sql`with people as (
      insert into sessions (token_hash, expires_at)
      select ${hashOf(run)}, now() + interval '30 days'
      from generate_series(0, ${count}::int - 1) n returning id
    ), baskets as (
      insert into sales (session_id, currency, known_total) select id, 'GBP', ${priceOfTicket}::int from people
      returning id, session_id
    ), numbered as (select id, row_number() over () n from baskets)
    insert into sale_tickets (sale_id, ticket_type_id, qty)
      select id, ${event}::text || '-' || n % ${pools}::int, 1 from numbered`.execute(db)
  // A separate statement, because one does not see what its own parts insert.
  await sql`update sessions set sale_id = sales.id from sales
    where sales.session_id = sessions.id and sessions.sale_id is null`.execute(db)
}

/** Makes sessions that wait for the event `queue`, as if each had last looked a minute ago. */
export async function addPlaces(db: Database, run: string, count: number): Promise<void> {
  await sql`with people as (
      insert into sessions (token_hash, expires_at)
      select ${hashOf(run)}, now() + interval '30 days'
      from generate_series(0, ${count}::int - 1) n returning id
    )
    insert into waiting_room_places (event_id, session_id, seen_at)
      select 'queue', id, now() - interval '1 minute' from people`.execute(db)
}

/** SQL: the hash of the token of the n-th session of a run. */
function hashOf(run: string) {
  const token = sql`rpad(${run}::text || '-' || n || '-', 43, 'x')`
  return sql`rtrim(translate(encode(sha256(convert_to(${token}, 'UTF8')), 'base64'), '+/', '-_'), '=')`
}

/** Has the planner know the tables, and writes out what was filled, so that this is not done while something is measured. */
export async function settle(db: Database): Promise<void> {
  await sql`vacuum analyze`.execute(db)
  await sql`checkpoint`.execute(db)
}

/** The header lines of the i-th session of a run. */
export function headersOf(run: string, index: number): string[] {
  const token = `${run}-${index}-`.padEnd(43, 'x')
  const forgery = csrfToken(sessionKey, token)
  return [`Cookie: __Host-session=${token}; XSRF-TOKEN=${forgery}`, `X-XSRF-TOKEN: ${forgery}`]
}

/** A client address for the i-th buyer, as a proxy reports it: limits count by address. */
export function addressOf(index: number): string {
  const digest = createHash('sha256').update(String(index)).digest()
  return `X-Forwarded-For: 10.${digest[0]}.${digest[1]}.${digest[2]}`
}
