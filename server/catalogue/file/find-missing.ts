import { catalogueTables, type CatalogueRow, type CatalogueTable } from './catalogue-rows.ts'
import type { StoredRow } from './plain-tables.ts'
import type { StoredRows } from './read-rows.ts'

/** A row of the database that the file does not have. */
export interface MissingRow {
  table: CatalogueTable
  key: string
  row: StoredRow
}

/** Finds what the organisers of a file have in the database and not in the file, children first. */
export function findMissing(wanted: CatalogueRow[], stored: StoredRows): MissingRow[] {
  const named = new Set(wanted.map(({ table, key }) => `${table} ${key}`))
  const keysOf = (table: CatalogueTable, isOwn: (row: StoredRow) => boolean) =>
    new Set([...stored[table]].flatMap(([key, row]) => (isOwn(row) ? key : [])))
  const organisers = new Set(wanted.flatMap(({ table, key }) => (table === 'organisers' ? key : [])))
  const ofOrganiser = (row: StoredRow) => organisers.has(String(row.organiser_id))
  const events = keysOf('events', ofOrganiser)
  const ofEvent = (row: StoredRow) => events.has(String(row.event_id))
  const dates = keysOf('event_dates', ofEvent)
  const types = keysOf('ticket_types', ofEvent)
  const isOwn: Partial<Record<CatalogueTable, (row: StoredRow) => boolean>> = {
    events: ofOrganiser,
    event_dates: ofEvent,
    pools: (row) => dates.has(String(row.event_date_id)),
    ticket_types: ofEvent,
    ticket_requirements: (row) => types.has(String(row.ticket_type_id)),
    gift_voucher_products: ofOrganiser,
    discount_codes: ofOrganiser,
    questions: ofEvent,
    waivers: ofEvent,
    after_sale_messages: ofEvent,
  }
  return catalogueTables
    .toReversed()
    .flatMap((table) =>
      [...stored[table]]
        .filter(([key, row]) => isOwn[table]?.(row) && !named.has(`${table} ${key}`))
        .map(([key, row]) => ({ table, key, row })),
    )
}
