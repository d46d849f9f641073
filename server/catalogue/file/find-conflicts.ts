import type { Catalogue } from './catalogue-schema.ts'
import { catalogueRows, type CatalogueRow } from './catalogue-rows.ts'
import type { Problem } from './catalogue-rejected.ts'

type Organiser = Catalogue['organisers'][number]
type Event = Organiser['events'][number]
type EventDate = Event['dates'][number]
type Ticket = EventDate['tickets'][number]
type Code = Catalogue['codes'][number]
type Path = PropertyKey[]

/** Finds what contradicts itself in a catalogue: repeated ids, references to nothing, and times in the wrong order. */
export function findConflicts(catalogue: Catalogue): Problem[] {
  const rows = catalogueRows(catalogue)
  return [
    ...repeatedIds(rows),
    ...deadReferences(rows),
    ...catalogue.codes.flatMap((code, index) => codeConflicts(code, ['codes', index])),
    ...catalogue.organisers.flatMap((organiser, index) =>
      organiserConflicts(organiser, ['organisers', index]),
    ),
  ]
}

function repeatedIds(rows: CatalogueRow[]): Problem[] {
  const seen = new Set<string>()
  const isRepeated = (name: string) => seen.has(name) || !seen.add(name)
  return rows.flatMap(({ table, key, path, row }) => [
    ...(isRepeated(`${table} ${key}`)
      ? [{ path, message: `has the same id as an earlier one: "${key}"` }]
      : []),
    ...(table === 'ticket_types' && isRepeated(`key ${row.event_date_id} ${row.key}`)
      ? [{ path, message: `has the same key as an earlier ticket type of this date: "${row.key}"` }]
      : []),
  ])
}

/** Columns that refer to a row of another table, with the key of the file that the owner wrote. */
const references = [
  ['organisers', 'charity_id', 'charities', 'charity', 'charity'],
  ['ticket_types', 'pool_id', 'pools', 'pool', 'pool'],
  ['ticket_types', 'refund_policy_id', 'refund_policies', 'refund_policy', 'refund policy'],
  ['ticket_requirements', 'required_ticket_type_id', 'ticket_types', null, 'ticket type'],
  ['questions', 'ticket_type_id', 'ticket_types', 'ticket_type', 'ticket type'],
  ['discount_codes', 'event_id', 'events', 'event', 'event'],
] as const

function deadReferences(rows: CatalogueRow[]): Problem[] {
  const known = new Set(rows.map(({ table, key }) => `${table} ${key}`))
  return references.flatMap(([from, column, to, name, noun]) =>
    rows
      .filter(({ table, row }) => table === from && row[column] !== null)
      .filter(({ row }) => !known.has(`${to} ${String(row[column])}`))
      .map(({ path, row }) => ({
        path: name === null ? path : [...path, name],
        message: `refers to the ${noun} "${String(row[column])}", which this file does not have`,
      })),
  )
}

function organiserConflicts({ events, vouchers, codes }: Organiser, at: Path): Problem[] {
  return [
    ...events.flatMap((event, index) => eventConflicts(event, [...at, 'events', index])),
    ...vouchers.flatMap(({ min_value, max_value, values_offered }, index) => [
      ...when(max_value < min_value, [...at, 'vouchers', index, 'max_value'], 'is less than min_value'),
      ...when(
        values_offered.some((value) => value < min_value || value > max_value),
        [...at, 'vouchers', index, 'values_offered'],
        'has a value that is not between min_value and max_value',
      ),
    ]),
    ...codes.flatMap((code, index) => codeConflicts(code, [...at, 'codes', index])),
  ]
}

function eventConflicts({ dates, questions }: Event, at: Path): Problem[] {
  return [
    ...dates.flatMap((date, index) => dateConflicts(date, [...at, 'dates', index])),
    ...questions.flatMap(({ type, options }, index) =>
      when(
        type === 'dropdown' && options.length === 0,
        [...at, 'questions', index, 'options'],
        'is missing: a dropdown needs choices',
      ),
    ),
  ]
}

function dateConflicts(date: EventDate, at: Path): Problem[] {
  const { starts_at, ends_at, doors_at, sale_opens_at, sale_closes_at, seating_plan } = date
  return [
    ...when(ends_at !== null && ends_at <= starts_at, [...at, 'ends_at'], 'is not after starts_at'),
    ...when(doors_at !== null && doors_at > starts_at, [...at, 'doors_at'], 'is after starts_at'),
    ...when(
      sale_opens_at !== null && sale_closes_at !== null && sale_closes_at <= sale_opens_at,
      [...at, 'sale_closes_at'],
      'is not after sale_opens_at',
    ),
    ...when(
      seating_plan !== null && date.provider_identifier === '',
      [...at, 'provider_identifier'],
      'is missing: a date with a seating plan needs the key of its event at the provider',
    ),
    ...date.tickets.flatMap((ticket, index) => ticketConflicts(ticket, [...at, 'tickets', index])),
  ]
}

function ticketConflicts({ min_per_customer, max_per_customer }: Ticket, at: Path): Problem[] {
  return when(
    max_per_customer !== null && max_per_customer < min_per_customer,
    [...at, 'max_per_customer'],
    'is less than min_per_customer',
  )
}

function codeConflicts({ kind, amount, currency, starts_at, ends_at }: Code, at: Path): Problem[] {
  return [
    ...when(kind === 'ticket_percent' && amount > 100_00, [...at, 'amount'], 'is more than 100 per cent'),
    ...when(
      kind !== 'ticket_percent' && currency === null,
      [...at, 'currency'],
      'is missing: an amount needs one',
    ),
    ...when(
      starts_at !== null && ends_at !== null && ends_at <= starts_at,
      [...at, 'ends_at'],
      'is not after starts_at',
    ),
  ]
}

function when(isWrong: boolean, path: Path, message: string): Problem[] {
  return isWrong ? [{ path, message }] : []
}
