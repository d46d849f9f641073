import * as z from 'zod'

import type { Database } from '#server/database/connect.ts'

import { defaultId, type CatalogueTable } from './catalogue-rows.ts'
import { catalogueSchema, type CatalogueFile } from './catalogue-schema.ts'
import { unwrap } from './known-keys.ts'
import { CatalogueRejected } from './catalogue-rejected.ts'
import type { StoredRow } from './plain-tables.ts'
import { readRows, type StoredRows } from './read-rows.ts'

type Row = Record<string, unknown>

/**
 * Exports the whole catalogue, what is off sale included, such that importing it changes nothing. Leaves out what has the
 * default value. Throws `CatalogueRejected` if the database has something that a file cannot have.
 */
export async function exportCatalogue(db: Database): Promise<CatalogueFile> {
  const stored = await readRows(db)
  const catalogue = {
    refund_policies: rowsOf(stored, 'refund_policies'),
    charities: rowsOf(stored, 'charities').map((row) => ({
      ...row,
      booking_fee_percent: row.booking_fee_basis_points,
      booking_fee_vat_percent: row.booking_fee_vat_basis_points,
    })),
    codes: codesOf(stored, null),
    organisers: rowsOf(stored, 'organisers').map((row) => ({
      ...row,
      charity: row.charity_id,
      refund_protection_percent: row.refund_protection_cost_basis_points,
      events: eventsOf(stored, row.id),
      vouchers: rowsOf(stored, 'gift_voucher_products', { organiser_id: row.id }),
      codes: codesOf(stored, row.id ?? null),
    })),
  }
  const known = pick(catalogueSchema, catalogue)
  // Encoding checks everything that the type promises.
  const { data, error } = z.safeEncode(catalogueSchema, known as z.output<typeof catalogueSchema>)
  if (!data)
    throw new CatalogueRejected(
      error.issues.map(({ path, message }) => ({ path, message: `in the database: ${message}` })),
    )
  // Leaving out defaults keeps the type.
  return withoutDefaults(catalogueSchema, data) as CatalogueFile
}

function eventsOf(stored: StoredRows, organiserId: unknown): Row[] {
  return rowsOf(stored, 'events', { organiser_id: organiserId }).map((event) => ({
    ...event,
    dates: rowsOf(stored, 'event_dates', { event_id: event.id }).map((date) => ({
      ...date,
      pools: poolsOf(stored, String(date.id)),
      tickets: ticketsOf(stored, String(date.id)),
    })),
    questions: rowsOf(stored, 'questions', { event_id: event.id }).map((row) => ({
      ...row,
      ticket_type: row.ticket_type_id,
    })),
    waivers: rowsOf(stored, 'waivers', { event_id: event.id }),
    messages: rowsOf(stored, 'after_sale_messages', { event_id: event.id }),
  }))
}

function poolsOf(stored: StoredRows, dateId: string): Row[] {
  return rowsOf(stored, 'pools', { event_date_id: dateId }).map(({ id, capacity }) => {
    const name = poolName(String(id), dateId)
    return { name, capacity, ...(id === defaultId(dateId, name) ? {} : { id }) }
  })
}

const poolName = (id: string, dateId: string) =>
  id.startsWith(defaultId(dateId, '')) ? id.slice(defaultId(dateId, '').length) : id

function ticketsOf(stored: StoredRows, dateId: string): Row[] {
  const types = rowsOf(stored, 'ticket_types', { event_date_id: dateId })
  const keys = new Map(types.map(({ id, key }) => [id, key]))
  return types.map(({ id, ...type }) => {
    const key = String(type.key)
    const isOwn = stored.pools.get(String(type.pool_id))?.event_date_id === dateId
    const pool = isOwn ? poolName(String(type.pool_id), dateId) : type.pool_id
    return {
      ...type,
      ...(id === defaultId(dateId, key) ? {} : { id }),
      ...(pool === key ? {} : { pool }),
      refund_policy: type.refund_policy_id,
      requires: rowsOf(stored, 'ticket_requirements', { ticket_type_id: id }).map(
        ({ required_ticket_type_id: other }) => keys.get(other ?? null) ?? other,
      ),
    }
  })
}

function codesOf(stored: StoredRows, organiserId: unknown): Row[] {
  return rowsOf(stored, 'discount_codes', { organiser_id: organiserId }).map((row) => ({
    ...row,
    event: row.event_id,
  }))
}

/** The rows of a table with these values, by position, then by time, then by key. */
function rowsOf(stored: StoredRows, table: CatalogueTable, values: Row = {}): StoredRow[] {
  return [...stored[table]]
    .filter(([, row]) => Object.entries(values).every(([column, value]) => row[column] === value))
    .toSorted(([a, one], [b, other]) => rank(one) - rank(other) || (a < b ? -1 : 1))
    .map(([, row]) => row)
}

function rank({ position, starts_at }: StoredRow): number {
  if (typeof position === 'number') return position
  return starts_at instanceof Date ? starts_at.getTime() : 0
}

/** Keeps what the schema knows. */
function pick(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = unwrap(schema)
  if (Array.isArray(value) && inner instanceof z.ZodArray)
    return value.map((item) => pick(inner.element, item))
  if (!(inner instanceof z.ZodObject) || value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(inner.shape).flatMap(([key, of]) => {
      const part = (value as Row)[key]
      return part === undefined ? [] : [[key, pick(of, part)]]
    }),
  )
}

function withoutDefaults(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = unwrap(schema)
  if (Array.isArray(value) && inner instanceof z.ZodArray)
    return value.map((item) => withoutDefaults(inner.element, item))
  if (!(inner instanceof z.ZodObject) || value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value as Row)
      .filter(([key, part]) => !isDefault(inner.shape[key], part))
      .map(([key, part]) => [key, withoutDefaults(inner.shape[key] ?? z.unknown(), part)]),
  )
}

function isDefault(schema: z.core.$ZodType | undefined, value: unknown): boolean {
  if (!(schema instanceof z.ZodDefault)) return false
  return JSON.stringify(z.encode(schema, schema.def.defaultValue)) === JSON.stringify(value)
}
