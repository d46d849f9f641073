import { sql, type InsertObject, type RawBuilder } from 'kysely'

import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction, type Work } from '#server/database/transaction.ts'

import { refundPolicies, type SeedDate, type SeedEvent, type SeedOrganiser } from './catalogue-shapes.ts'
import { eventOrder, organisers } from './demo-catalogue.ts'

/**
 * Adds the demo catalogue. A repeated run updates texts and prices, moves past dates into the future, and keeps sales.
 */
export async function seed(db: Database): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const policy of refundPolicies) await put(trx, 'refund_policies', ['id'], policy)
    for (const organiser of organisers) await seedOrganiser(trx, organiser)
  })
}

/**
 * Seeds at start: always in the sandbox, where past dates move into the future; in production only if the owner asks for
 * the demo and the catalogue is empty.
 */
export async function seedAtStart(
  db: Database,
  { mode, hasDemo }: Pick<Config, 'mode' | 'hasDemo'>,
): Promise<void> {
  if (mode === 'sandbox' || (hasDemo && (await isCatalogueEmpty(db)))) await seed(db)
}

/** Returns whether the catalogue has no events, as in a new database. */
export async function isCatalogueEmpty(db: Database): Promise<boolean> {
  return !(await db.selectFrom('organisers').select('id').limit(1).executeTakeFirst())
}

async function seedOrganiser(trx: Work, seed: SeedOrganiser): Promise<void> {
  const { charity, events, vouchers = [], codes = [], issued = [], ...organiser } = seed
  if (charity) await put(trx, 'charities', ['id'], charity)
  await put(trx, 'organisers', ['id'], { ...organiser, charity_id: charity?.id ?? null })
  for (const event of events) await seedEvent(trx, organiser.id, event)
  for (const voucher of vouchers)
    await put(trx, 'gift_voucher_products', ['id'], {
      ...voucher,
      organiser_id: organiser.id,
      picture: pictureOf(voucher.id),
    })
  for (const code of codes)
    await put(trx, 'discount_codes', ['code'], { max_uses: null, ...code, organiser_id: organiser.id })
  for (const { code, value } of issued)
    await trx
      .insertInto('issued_vouchers')
      .values({
        code,
        value,
        balance: value,
        organiser_id: organiser.id,
        currency: 'GBP',
        expires_at: sql`shop_now() + interval '2 years'`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function seedEvent(trx: Work, organiserId: string, seed: SeedEvent): Promise<void> {
  const { dates, questions = [], waivers = [], messages = [], ...event } = seed
  const position = eventOrder.indexOf(event.id)
  await put(trx, 'events', ['id'], {
    ...event,
    organiser_id: organiserId,
    picture: pictureOf(event.id),
    position,
  })
  for (const date of dates) await seedDate(trx, event.id, date)
  for (const [position, question] of questions.entries())
    await put(trx, 'questions', ['id'], { ...question, event_id: event.id, ticket_type_id: null, position })
  for (const waiver of waivers) await put(trx, 'waivers', ['id'], { ...waiver, event_id: event.id })
  for (const message of messages)
    await put(trx, 'after_sale_messages', ['id'], { ...message, event_id: event.id })
}

async function seedDate(trx: Work, eventId: string, seed: SeedDate): Promise<void> {
  const {
    tickets,
    requires = {},
    capacity,
    inDays,
    weekday,
    hour,
    minute = 0,
    doorsBefore,
    lasts,
    opensInDays,
    isSeated = false,
    id,
  } = seed
  const startsAt = ukTime(nextWeekday(inDays, weekday), hour * 60 + minute)
  const times = {
    starts_at: startsAt,
    ends_at: sql<Date>`${startsAt} + make_interval(mins => ${lasts}::int)`,
    doors_at:
      doorsBefore === undefined ? null : sql<Date>`${startsAt} - make_interval(mins => ${doorsBefore}::int)`,
    sale_opens_at: opensInDays === undefined ? null : ukTime(sql`${opensInDays}::int`, 9 * 60),
  }
  await trx
    .insertInto('event_dates')
    .values({
      id,
      event_id: eventId,
      ...times,
      ...(isSeated && { provider_identifier: id, seating_plan: JSON.stringify({ provider: 'seatsio' }) }),
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(times).where('event_dates.starts_at', '<', shopNow),
    )
    .execute()
  for (const [pool, places] of Object.entries(capacity))
    await put(trx, 'pools', ['id'], { id: `${id}-${pool}`, event_date_id: id, capacity: places })
  for (const [position, ticket] of tickets.entries()) {
    const { pool = ticket.key, ...type } = ticket
    await put(trx, 'ticket_types', ['id'], {
      max_per_customer: null,
      refund_policy_id: null,
      ...type,
      id: `${id}-${ticket.key}`,
      event_id: eventId,
      event_date_id: id,
      pool_id: `${id}-${pool}`,
      position,
    })
  }
  for (const [key, requiredKeys] of Object.entries(requires))
    for (const required of requiredKeys)
      await trx
        .insertInto('ticket_requirements')
        .values({ ticket_type_id: `${id}-${key}`, required_ticket_type_id: `${id}-${required}` })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
}

const ukToday = sql<Date>`date_trunc('day', shop_now() at time zone 'Europe/London')`

/** SQL: days from today to the first such weekday (1 is Monday) at least `inDays` away. */
function nextWeekday(inDays: number, weekday: number) {
  const day = sql`extract(isodow from ${ukToday} + make_interval(days => ${inDays}::int))::int`
  return sql<number>`(${inDays}::int + (${weekday}::int - ${day} + 7) % 7)`
}

/** SQL: the time `minutes` after midnight in the UK, `days` from today. */
function ukTime(days: RawBuilder<unknown>, minutes: number) {
  return sql<Date>`(${ukToday} + make_interval(days => ${days}, mins => ${minutes}::int)) at time zone 'Europe/London'`
}

const pictureOf = (id: string) => `/pictures/${id}.svg`

/** Inserts a row, or updates the one with the same key. */
async function put<T extends keyof Tables & string>(
  trx: Work,
  table: T,
  key: (keyof Tables[T] & string)[],
  row: InsertObject<Tables, T>,
): Promise<void> {
  const columns = Object.keys(row)
  const values = Object.values(row)
  const others = columns.filter((column) => !key.includes(column as never))
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values (${sql.join(values)})
    on conflict (${sql.join(key.map((column) => sql.ref(column)))}) do update
    set ${sql.join(others.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}
  `.execute(trx)
}
