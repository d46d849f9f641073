import { offsetTime } from '#server/catalogue/dates.ts'
import { decimal } from '#src/lib/money.ts'

import { catalogueTables, type CatalogueTable, type Value } from './catalogue-rows.ts'
import type { ColumnChange, Difference, RowChange } from './compare-rows.ts'

const nouns: Record<CatalogueTable, string> = {
  refund_policies: 'refund policy',
  charities: 'charity',
  organisers: 'organiser',
  events: 'event',
  event_dates: 'date',
  pools: 'pool',
  ticket_types: 'ticket type',
  ticket_requirements: 'requirement',
  gift_voucher_products: 'gift voucher',
  discount_codes: 'code',
  questions: 'question',
  waivers: 'waiver',
  after_sale_messages: 'message',
}

/** Columns in pence or basis points. */
const inHundredths =
  /^(?:price|amount|.*_value|values_offered|.*_cost|.*_basis_points|base_fee|booking_fee|.*_cap|donation_options)$/

const longest = 60

/** Writes what an import changed, one row a line, for the shop's owner. */
export function writeDifference({ changes, same }: Difference): string {
  const inOrder = catalogueTables.flatMap((table) => changes.filter((change) => change.table === table))
  const left = `${same} left alone`
  if (changes.length === 0) return `Nothing changes; ${left}.`
  const counts = (['added', 'changed', 'taken off sale', 'deleted'] as const)
    .map((kind) => ({ kind, count: changes.filter((change) => change.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}`)
  return [...inOrder.map(writeRow), [...counts, left].join(', ') + '.'].join('\n')
}

function writeRow({ kind, table, key, columns }: RowChange): string {
  return `${kind}: ${nouns[table]} ${key}${columns.map((change) => `\n  ${writeColumn(change)}`).join('')}`
}

function writeColumn({ column, from, to }: ColumnChange): string {
  const show = (value: Value) => writeValue(value, inHundredths.test(column))
  return `${column}: ${show(from)} → ${show(to)}`
}

function writeValue(value: Value, isHundredths: boolean): string {
  if (value === null) return 'none'
  if (value instanceof Date) return offsetTime(value)
  if (Array.isArray(value))
    return `[${value.map((item: Value) => writeValue(item, isHundredths)).join(', ')}]`
  if (typeof value === 'number' && isHundredths) return decimal(value)
  const text = JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
