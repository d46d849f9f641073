import { sql, type InsertObject } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction, type Work } from '#server/database/transaction.ts'

import { organisers, refundPolicies, type SeedEvent, type SeedOrganiser } from './catalogue.ts'

/** Puts the catalogue of the seeds in the shop; run again it brings texts and prices up to date and leaves what was sold. */
export async function seed(db: Database): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const policy of refundPolicies) await put(trx, 'refund_policies', ['id'], policy)
    for (const organiser of organisers) await seedOrganiser(trx, organiser)
  })
}

/** Whether there is nothing on sale at all, as in a new database. */
export async function isCatalogueEmpty(db: Database): Promise<boolean> {
  return !(await db.selectFrom('organisers').select('id').limit(1).executeTakeFirst())
}

async function seedOrganiser(trx: Work, seed: SeedOrganiser): Promise<void> {
  const { charity, events, vouchers = [], codes = [], ...organiser } = seed
  if (charity) await put(trx, 'charities', ['id'], charity)
  await put(trx, 'organisers', ['id'], { ...organiser, charity_id: charity?.id ?? null })
  for (const event of events) await seedEvent(trx, organiser.id, event)
  for (const voucher of vouchers)
    await put(trx, 'gift_voucher_products', ['id'], { ...voucher, organiser_id: organiser.id })
  for (const code of codes)
    await put(trx, 'discount_codes', ['code'], { ...code, organiser_id: organiser.id })
}

async function seedEvent(trx: Work, organiserId: string, seed: SeedEvent): Promise<void> {
  const { dates, questions = [], waivers = [], messages = [], ...event } = seed
  await put(trx, 'events', ['id'], { ...event, organiser_id: organiserId })
  for (const date of dates) await seedDate(trx, event.id, date)
  for (const question of questions)
    await put(trx, 'questions', ['id'], { ...question, event_id: event.id, ticket_type_id: null })
  for (const waiver of waivers) await put(trx, 'waivers', ['id'], { ...waiver, event_id: event.id })
  for (const message of messages)
    await put(trx, 'after_sale_messages', ['id'], { ...message, event_id: event.id })
}

async function seedDate(trx: Work, eventId: string, seed: SeedEvent['dates'][number]): Promise<void> {
  const { tickets, requires = {}, capacity, inDays, hour, ...date } = seed
  const startsAt = sql<Date>`date_trunc('day', shop_now()) + make_interval(days => ${inDays}, hours => ${hour})`
  await put(trx, 'event_dates', ['id'], { ...date, event_id: eventId, starts_at: startsAt })
  for (const [pool, places] of Object.entries(capacity))
    await put(trx, 'pools', ['id'], { id: `${date.id}-${pool}`, event_date_id: date.id, capacity: places })
  for (const [position, ticket] of tickets.entries()) {
    const { pool = ticket.key, ...type } = ticket
    await put(trx, 'ticket_types', ['id'], {
      max_per_customer: null,
      refund_policy_id: null,
      ...type,
      id: `${date.id}-${ticket.key}`,
      event_id: eventId,
      event_date_id: date.id,
      pool_id: `${date.id}-${pool}`,
      position,
    })
  }
  for (const [key, requiredKeys] of Object.entries(requires))
    for (const required of requiredKeys)
      await trx
        .insertInto('ticket_requirements')
        .values({ ticket_type_id: `${date.id}-${key}`, required_ticket_type_id: `${date.id}-${required}` })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
}

/** Inserts the row, or updates the one that has the same key. */
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
