import { expressionBuilder, sql, type Selectable } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'

export type TicketType = Awaited<ReturnType<typeof readTicketTypes>>[number] & { requires: RequiredTicket[] }
export type VoucherProduct = Awaited<ReturnType<typeof readProducts>>[number]
export type EventRow = Selectable<Tables['events']>
export type OrganiserRow = Selectable<Tables['organisers']>
export type CharityRow = Selectable<Tables['charities']>

/** A ticket type that another one requires. */
export interface RequiredTicket {
  id: string
  /** Event and ticket. */
  title: string
  event_id: string
}

/** An event with what is asked and said after its tickets are in a basket. */
export interface KnownEvent extends EventRow {
  questions: Selectable<Tables['questions']>[]
  hasWaivers: boolean
  messages: Selectable<Tables['after_sale_messages']>[]
}

export interface KnownOrganiser {
  row: OrganiserRow
  charity: CharityRow | null
  upcoming: Upcoming
}

/** An organiser's next events, by their next dates. True between two shop times: until the first date begins. */
interface Upcoming {
  events: UpcomingEvent[]
  from: Date
  until: Date | null
}

/** What the shop sells, without its stock, as far as it was asked for; of one version (decision 33). */
export interface Catalogue {
  ticketTypes: Map<string, TicketType>
  products: Map<string, VoucherProduct>
  events: Map<string, KnownEvent>
  organisers: Map<string, KnownOrganiser>
}

/** What a basket names, and the shop time for which it is read. */
export interface Named {
  ticketTypeIds: string[]
  productIds: string[]
  now: Date
}

/** Events that are kept of each organiser: as many as the checkout shows, and as many as a basket may have itself. */
const maxUpcoming = 60

/** By version, which is unique, so that it does not matter which database or transaction it comes from. */
const known = new Map<string, Catalogue>()
/** More than one, because a transaction may read an older or its own newer version. */
const maxVersions = 4

/**
 * Returns the catalogue at a version, with everything that is named; reads what is not known yet. If the catalogue has changed
 * since, returns the newer one.
 */
export async function catalogueAt(db: Database, version: string, named: Named): Promise<Catalogue> {
  for (let current = version; ;) {
    const catalogue = catalogueOf(current)
    if (isComplete(catalogue, named)) return catalogue
    const before = await readVersion(db)
    const parts = await readParts(db, named)
    current = await readVersion(db)
    // Only what was read without a change in between belongs to one version.
    if (current === before) add(catalogueOf(current), parts, named)
  }
}

function catalogueOf(version: string): Catalogue {
  const catalogue = known.get(version) ?? {
    ticketTypes: new Map(),
    products: new Map(),
    events: new Map(),
    organisers: new Map(),
  }
  // The one that was used last is dropped last.
  known.delete(version)
  known.set(version, catalogue)
  for (const oldest of known.keys()) if (known.size > maxVersions) known.delete(oldest)
  return catalogue
}

function isComplete(
  { ticketTypes, products, organisers }: Catalogue,
  { ticketTypeIds, productIds, now }: Named,
): boolean {
  const sold = [
    ...ticketTypeIds.map((id) => ticketTypes.get(id)),
    ...productIds.map((id) => products.get(id)),
  ]
  return sold.every((one) => one && isCurrent(organisers.get(one.organiser_id)?.upcoming, now))
}

function isCurrent(upcoming: Upcoming | undefined, now: Date): boolean {
  return upcoming !== undefined && upcoming.from <= now && (upcoming.until === null || now < upcoming.until)
}

type Parts = Awaited<ReturnType<typeof readParts>>

function add(
  catalogue: Catalogue,
  { types, requirements, products, events, organisers }: Parts,
  { now }: Named,
): void {
  for (const type of types)
    catalogue.ticketTypes.set(type.id, {
      ...type,
      requires: requirements
        .filter(({ ticket_type_id }) => ticket_type_id === type.id)
        .map(({ id, title, name, event_id }) => ({ id, title: `${title} - ${name}`, event_id })),
    })
  for (const product of products) catalogue.products.set(product.product_id, product)
  for (const event of events.rows)
    catalogue.events.set(event.id, {
      ...event,
      questions: events.questions.filter(({ event_id }) => event_id === event.id),
      hasWaivers: events.waivers.some(({ event_id }) => event_id === event.id),
      messages: events.messages.filter(({ event_id }) => event_id === event.id),
    })
  for (const row of organisers.rows) {
    const upcoming = organisers.upcoming.filter(({ organiser_id }) => organiser_id === row.id)
    catalogue.organisers.set(row.id, {
      row,
      charity: organisers.charities.find(({ id }) => id === row.charity_id) ?? null,
      upcoming: { events: upcoming, from: now, until: upcoming[0]?.starts_at ?? null },
    })
  }
}

async function readParts(db: Database, { ticketTypeIds, productIds, now }: Named) {
  const types = await readTicketTypes(db, ticketTypeIds)
  const products = await readProducts(db, productIds)
  const eventIds = [...new Set(types.map(({ event_id }) => event_id))]
  const organiserIds = [...new Set([...types, ...products].map(({ organiser_id }) => organiser_id))]
  const ofEvents = anyOf(eventIds)
  return {
    types,
    products,
    requirements: await readRequired(db, ticketTypeIds),
    events: {
      rows: await db.selectFrom('events').selectAll().where('id', '=', anyOf(eventIds)).execute(),
      questions: await db
        .selectFrom('questions')
        .selectAll()
        .where('event_id', '=', ofEvents)
        .where('published', '=', true)
        .orderBy('position')
        .orderBy('id')
        .execute(),
      waivers: await db
        .selectFrom('waivers')
        .select('event_id')
        .where('event_id', '=', ofEvents)
        .where('published', '=', true)
        .execute(),
      messages: await db
        .selectFrom('after_sale_messages')
        .selectAll()
        .where('event_id', '=', ofEvents)
        .orderBy('id')
        .execute(),
    },
    organisers: {
      rows: await db.selectFrom('organisers').selectAll().where('id', '=', anyOf(organiserIds)).execute(),
      charities: await readCharities(db, organiserIds),
      upcoming: await readUpcoming(db, organiserIds, now),
    },
  }
}

/** SQL that has the same text for any number of ids. */
function anyOf(ids: string[]) {
  const { fn, val } = expressionBuilder()
  return fn.any(val(ids))
}

async function readVersion(db: Database): Promise<string> {
  return (await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version
}

function readTicketTypes(db: Database, ids: string[]) {
  return db
    .selectFrom('ticket_types')
    .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .innerJoin('organisers', 'organisers.id', 'events.organiser_id')
    .leftJoin('refund_policies', 'refund_policies.id', 'ticket_types.refund_policy_id')
    .select([
      'ticket_types.id',
      'ticket_types.name',
      'ticket_types.pool_id',
      'ticket_types.price',
      'ticket_types.booking_fee',
      'ticket_types.absorb_fee',
      'ticket_types.min_per_customer',
      'ticket_types.max_per_customer',
      'ticket_types.deliverable',
      'ticket_types.delivery_cost',
      'ticket_types.non_refundable',
      'ticket_types.plan_months',
      'ticket_types.event_id',
      'ticket_types.event_date_id',
      'event_dates.starts_at',
      'event_dates.sale_opens_at',
      'event_dates.sale_closes_at',
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
    .select(({ eb, and }) =>
      and([
        eb('ticket_types.published', '=', true),
        eb('event_dates.published', '=', true),
        eb('events.published', '=', true),
      ])
        .$castTo<boolean>()
        .as('is_published'),
    )
    .where('ticket_types.id', '=', anyOf(ids))
    .execute()
}

function readRequired(db: Database, ids: string[]) {
  return db
    .selectFrom('ticket_requirements')
    .innerJoin('ticket_types', 'ticket_types.id', 'ticket_requirements.required_ticket_type_id')
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .select([
      'ticket_requirements.ticket_type_id',
      'ticket_types.id',
      'ticket_types.name',
      'ticket_types.event_id',
      'events.title',
    ])
    .where('ticket_requirements.ticket_type_id', '=', anyOf(ids))
    .orderBy('ticket_types.id')
    .execute()
}

function readProducts(db: Database, ids: string[]) {
  return db
    .selectFrom('gift_voucher_products')
    .innerJoin('organisers', 'organisers.id', 'gift_voucher_products.organiser_id')
    .select([
      'gift_voucher_products.id as product_id',
      'gift_voucher_products.name',
      'gift_voucher_products.picture',
      'gift_voucher_products.currency',
      'gift_voucher_products.valid_months',
      'gift_voucher_products.delivery_cost',
      'gift_voucher_products.organiser_id',
      'gift_voucher_products.published',
      'organisers.name as organiser_name',
    ])
    .where('gift_voucher_products.id', '=', anyOf(ids))
    .execute()
}

function readCharities(db: Database, organiserIds: string[]) {
  return db
    .selectFrom('charities')
    .innerJoin('organisers', 'organisers.charity_id', 'charities.id')
    .selectAll('charities')
    .where('organisers.id', '=', anyOf(organiserIds))
    .execute()
}

interface UpcomingEvent extends Pick<EventRow, 'id' | 'title' | 'picture' | 'venue_name' | 'organiser_id'> {
  starts_at: Date
}

async function readUpcoming(db: Database, organiserIds: string[], now: Date): Promise<UpcomingEvent[]> {
  const { rows } = await sql<UpcomingEvent>`
    select next.* from unnest(${organiserIds}::text[]) o (id) cross join lateral (
      select e.id, e.title, e.picture, e.venue_name, e.organiser_id, min(d.starts_at) as starts_at
      from events e join event_dates d on d.event_id = e.id
      where e.organiser_id = o.id and e.published and d.published and d.starts_at > ${now}
      group by e.id order by starts_at, e.id limit ${maxUpcoming}
    ) next`.execute(db)
  return rows
}
