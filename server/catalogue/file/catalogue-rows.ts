import type { Catalogue } from './catalogue-schema.ts'

/** The catalogue's tables in the order in which rows are added; each refers only to tables before it. */
export const catalogueTables = [
  'refund_policies',
  'charities',
  'organisers',
  'events',
  'event_dates',
  'pools',
  'ticket_types',
  'ticket_requirements',
  'gift_voucher_products',
  'discount_codes',
  'questions',
  'waivers',
  'after_sale_messages',
] as const

export type CatalogueTable = (typeof catalogueTables)[number]

/** A value of a column; money is pence, shares are basis points. */
export type Value = string | number | boolean | Date | null | object

/** A row of the catalogue, as the database has it, and where its file says so. */
export interface CatalogueRow {
  table: CatalogueTable
  /** Unique in the table. */
  key: string
  row: Record<string, Value>
  path: PropertyKey[]
}

type Path = PropertyKey[]
type Organiser = Catalogue['organisers'][number]
type Event = Organiser['events'][number]
type EventDate = Event['dates'][number]

/** The id of a pool or ticket type that the file does not give one. */
export const defaultId = (dateId: string, name: string): string => `${dateId}-${name}`

/** Turns a catalogue into the rows of its tables. What stands first in a list gets position 0. */
export function catalogueRows(catalogue: Catalogue): CatalogueRow[] {
  const rows = [
    ...catalogue.refund_policies.map((row, index) =>
      make('refund_policies', ['refund_policies', index], row),
    ),
    ...catalogue.charities.map(
      ({ booking_fee_percent, booking_fee_vat_percent, ...row }, index): CatalogueRow =>
        make('charities', ['charities', index], {
          ...row,
          booking_fee_basis_points: booking_fee_percent,
          booking_fee_vat_basis_points: booking_fee_vat_percent,
        }),
    ),
    ...codeRows(catalogue.codes, ['codes'], null),
    ...catalogue.organisers.flatMap((organiser, index) => organiserRows(organiser, ['organisers', index])),
  ]
  return catalogueTables.flatMap((table) => rows.filter((row) => row.table === table))
}

function organiserRows(organiser: Organiser, at: Path): CatalogueRow[] {
  const { events, vouchers, codes, charity, refund_protection_percent, ...row } = organiser
  return [
    make('organisers', at, {
      ...row,
      charity_id: charity,
      refund_protection_cost_basis_points: refund_protection_percent,
    }),
    ...events.flatMap((event, index) => eventRows(event, [...at, 'events', index], organiser.id)),
    ...vouchers.map((voucher, index) =>
      make('gift_voucher_products', [...at, 'vouchers', index], { ...voucher, organiser_id: organiser.id }),
    ),
    ...codeRows(codes, [...at, 'codes'], organiser.id),
  ]
}

function codeRows(codes: Catalogue['codes'], at: Path, organiserId: string | null): CatalogueRow[] {
  return codes.map(({ event, ...code }, index) =>
    make('discount_codes', [...at, index], { ...code, event_id: event, organiser_id: organiserId }),
  )
}

function eventRows(event: Event, at: Path, organiserId: string): CatalogueRow[] {
  const { dates, questions, waivers, messages, ...row } = event
  const event_id = event.id
  return [
    make('events', at, { ...row, organiser_id: organiserId }),
    ...dates.flatMap((date, index) => dateRows(date, [...at, 'dates', index], event_id)),
    ...questions.map(({ ticket_type, ...question }, position) =>
      make('questions', [...at, 'questions', position], {
        ...question,
        ticket_type_id: ticket_type,
        event_id,
        position,
      }),
    ),
    ...waivers.map((waiver, index) => make('waivers', [...at, 'waivers', index], { ...waiver, event_id })),
    ...messages.map((message, index) =>
      make('after_sale_messages', [...at, 'messages', index], { ...message, event_id }),
    ),
  ]
}

function dateRows(date: EventDate, at: Path, eventId: string): CatalogueRow[] {
  const { pools, tickets, ...row } = date
  const event_date_id = date.id
  const poolIds = new Map(pools.map(({ name, id }) => [name, id ?? defaultId(event_date_id, name)]))
  const ticketIds = new Map(tickets.map(({ key, id }) => [key, id ?? defaultId(event_date_id, key)]))
  return [
    make('event_dates', at, { ...row, event_id: eventId }),
    ...pools.map(({ name, capacity }, index) =>
      make('pools', [...at, 'pools', index], { id: poolIds.get(name) ?? '', event_date_id, capacity }),
    ),
    ...tickets.flatMap(({ pool, requires, refund_policy, ...ticket }, position) => {
      const id = ticketIds.get(ticket.key) ?? ''
      const path = [...at, 'tickets', position]
      const poolName = pool ?? ticket.key
      return [
        make('ticket_types', path, {
          ...ticket,
          id,
          event_id: eventId,
          event_date_id,
          pool_id: poolIds.get(poolName) ?? poolName,
          refund_policy_id: refund_policy,
          position,
        }),
        ...requires.map((other, index) =>
          make('ticket_requirements', [...path, 'requires', index], {
            ticket_type_id: id,
            required_ticket_type_id: ticketIds.get(other) ?? other,
          }),
        ),
      ]
    }),
  ]
}

function make(table: CatalogueTable, path: Path, row: Record<string, Value>): CatalogueRow {
  return { table, path, row, key: keyOf(table, row) }
}

/** The columns by which a row is known. */
export function keyColumns(table: CatalogueTable): string[] {
  if (table === 'ticket_requirements') return ['ticket_type_id', 'required_ticket_type_id']
  return table === 'discount_codes' ? ['code'] : ['id']
}

/** The key of a row, unique in its table. */
export function keyOf(table: CatalogueTable, row: Record<string, unknown>): string {
  return keyColumns(table)
    .map((column) => String(row[column]))
    .join(' needs ')
}
