import { sql, type RawBuilder } from 'kysely'

import { catalogueSchema, type CatalogueFile } from '#server/catalogue/file/catalogue-schema.ts'
import { importCatalogue } from '#server/catalogue/file/import-catalogue.ts'
import { defaultId } from '#server/catalogue/file/catalogue-rows.ts'
import { offsetTime } from '#server/catalogue/dates.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'

import { refundPolicies, type SeedDate, type SeedEvent } from './catalogue-shapes.ts'
import { eventOrder, organisers } from './demo-catalogue.ts'

/**
 * Imports the demo catalogue, as `npm run catalogue -- import` imports a file. A repeated run updates texts and prices, moves
 * past dates into the future, and keeps sales, capacity that was added and whatever else is in the catalogue. Throws
 * `CatalogueRejected`.
 */
export async function seed(db: Database): Promise<void> {
  const catalogue = catalogueSchema.parse(demoFile(await readTimes(db), await readCapacities(db)))
  await importCatalogue(db, catalogue, { keepsOthers: true })
  await issueVouchers(db)
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

interface Times {
  starts_at: string
  ends_at: string | null
  doors_at: string | null
  sale_opens_at: string | null
}

// The schema refuses a date without a start.
const unknownTimes: Times = { starts_at: '', ends_at: null, doors_at: null, sale_opens_at: null }

/** The demo catalogue as a file. */
function demoFile(times: Map<string, Times>, capacities: Map<string, number>): CatalogueFile {
  return {
    refund_policies: refundPolicies,
    charities: organisers.flatMap(({ charity }) => charity ?? []),
    organisers: organisers.map(({ charity, events, vouchers = [], issued: _, ...organiser }) => ({
      ...organiser,
      charity: charity?.id ?? null,
      events: events.map((event) => eventOf(event, times, capacities)),
      vouchers: vouchers.map((voucher) => ({ ...voucher, picture: pictureOf(voucher.id) })),
    })),
  }
}

function eventOf({ dates, ...event }: SeedEvent, times: Map<string, Times>, capacities: Map<string, number>) {
  return {
    ...event,
    picture: pictureOf(event.id),
    position: eventOrder.indexOf(event.id),
    dates: dates.map((date) => ({
      id: date.id,
      ...(times.get(date.id) ?? unknownTimes),
      ...(date.isSeated && { seating_plan: { provider: 'seatsio' as const }, provider_identifier: date.id }),
      pools: Object.entries(date.capacity).map(([name, capacity]) => ({
        name,
        capacity: Math.max(capacity, capacities.get(defaultId(date.id, name)) ?? 0),
      })),
      tickets: date.tickets.map((ticket) => ({ ...ticket, requires: date.requires?.[ticket.key] ?? [] })),
    })),
  }
}

/** Reads the capacities by pool: the sandbox adds to them, so that an arranged basket never sells an event out. */
async function readCapacities(db: Database): Promise<Map<string, number>> {
  const pools = await db.selectFrom('pools').select(['id', 'capacity']).execute()
  return new Map(pools.map(({ id, capacity }) => [id, capacity]))
}

/** Reads the times of the dates by id: those in the database, if the date is not past, or new ones. */
async function readTimes(db: Database): Promise<Map<string, Times>> {
  const stored = await db.selectFrom('event_dates').selectAll().where('starts_at', '>=', shopNow).execute()
  const times = new Map<string, Times>()
  for (const date of organisers.flatMap(({ events }) => events.flatMap(({ dates }) => dates))) {
    const current = stored.find(({ id }) => id === date.id) ?? (await newTimes(db, date))
    const text = (time: Date | null) => time && offsetTime(time)
    times.set(date.id, {
      starts_at: offsetTime(current.starts_at),
      ends_at: text(current.ends_at),
      doors_at: text(current.doors_at),
      sale_opens_at: text(current.sale_opens_at),
    })
  }
  return times
}

function newTimes(db: Database, seed: SeedDate) {
  const { inDays, weekday, hour, minute = 0, doorsBefore, lasts, opensInDays } = seed
  const startsAt = ukTime(nextWeekday(inDays, weekday), hour * 60 + minute)
  const none = sql<Date | null>`null::timestamptz`
  return db
    .selectNoFrom([
      startsAt.as('starts_at'),
      sql<Date>`${startsAt} + make_interval(mins => ${lasts}::int)`.as('ends_at'),
      (doorsBefore === undefined
        ? none
        : sql<Date | null>`${startsAt} - make_interval(mins => ${doorsBefore}::int)`
      ).as('doors_at'),
      (opensInDays === undefined ? none : ukTime(sql`${opensInDays}::int`, 9 * 60)).as('sale_opens_at'),
    ])
    .executeTakeFirstOrThrow()
}

/** Issues the gift vouchers to pay with; those that were spent stay as they are. */
async function issueVouchers(db: Database): Promise<void> {
  for (const { id, issued = [] } of organisers)
    for (const { code, value } of issued)
      await db
        .insertInto('issued_vouchers')
        .values({
          code,
          value,
          balance: value,
          organiser_id: id,
          currency: 'GBP',
          expires_at: sql`shop_now() + interval '2 years'`,
        })
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
