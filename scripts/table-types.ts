/** A column as PostgreSQL's catalogue describes it. */
export interface Column {
  table: string
  /** The comment of the table. */
  tableMeaning: string | null
  name: string
  /** PostgreSQL's name of the type, such as `int4`; `_int4` is an array. */
  type: string
  isNullable: boolean
  hasDefault: boolean
  /** Numbered by the database, which takes no other value. */
  isNumbered: boolean
  /** The comment of the column. */
  meaning: string | null
}

/** A check constraint as PostgreSQL prints it. */
export interface Check {
  table: string
  definition: string
}

/** Types that SQL does not say, by `table.column`, from `server/database/column-types.ts`. Other JSON is `object`. */
const columnTypes: Record<string, string> = {
  'sales.state': 'CheckoutState',
  'sales.delivery_address': 'PostalAddress',
  'sales.marketing_choices': 'MarketingChoices',
  'sales.removed_line': 'RemovedLine',
  'step_arrivals.state': 'CheckoutState',
  'step_log.from_state': 'CheckoutState',
  'step_log.to_state': 'CheckoutState',
  'refused_calls.state': 'CheckoutState',
}

/** The columns whose values have a name, for the shop to import. */
const namedValues: Record<string, string> = {
  'events.currency': 'Currency',
  'organisers.provider': 'Provider',
  'waiting_room_places.status': 'PlaceStatus',
}

const basicTypes: Record<string, string> = {
  bool: 'boolean',
  float8: 'number',
  int4: 'number',
  // The driver reads it as a number (`postgres-pool.ts`).
  int8: 'number',
  interval: 'string',
  text: 'string',
  uuid: 'string',
}

const head = `// Generated from the migrated database by \`npm run database-types\`. Do not edit: change a migration or its comments.
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

import type { ${[...new Set(Object.values(columnTypes))].toSorted().join(', ')} } from './column-types.ts'

type Moment = ColumnType<Date, Date | string, Date | string>
type DefaultMoment = ColumnType<Date, Date | string | undefined, Date | string>
type MaybeMoment = ColumnType<Date | null, Date | string | null, Date | string | null>
type MaybeJson<T extends object> = ColumnType<T | null, string | null, string | null>
`

/** Returns the source of Kysely's types of the tables. Throws if a column has an unknown type. */
export function tableTypes(columns: Column[], checks: Check[]): string {
  const values = readValues(checks)
  const names = new Map(
    Object.entries(namedValues).flatMap(([column, name]) => {
      const union = values.get(column)
      return union ? [[union, name] as const] : []
    }),
  )
  const tables = [...Map.groupBy(columns, ({ table }) => table)]
  const typeOf = (column: Column) => {
    const union = values.get(keyOf(column))
    return columnType(column, union && (names.get(union) ?? union))
  }
  return [
    head,
    ...[...names].map(([union, name]) => `export type ${name} = ${union}`),
    ...tables.map(([table, own]) => {
      const lines = own.map((column) => `${comment(column.meaning)}${column.name}: ${typeOf(column)}`)
      return `${comment(own[0]!.tableMeaning)}interface ${interfaceOf(table)} {\n${lines.join('\n')}\n}`
    }),
    `/** Every table of the shop, for Kysely. Money is integer pence; times are database times. */
export interface Tables {\n${tables.map(([table]) => `${table}: ${interfaceOf(table)}`).join('\n')}\n}\n`,
  ].join('\n\n')
}

/** Reads the values that checks such as `status in ('open', 'failed')` allow, as unions by `table.column`. */
function readValues(checks: Check[]): Map<string, string> {
  return new Map(
    checks.flatMap(({ table, definition }) => {
      const [, column, list] = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition) ?? []
      if (!column || !list) return []
      return [[`${table}.${column}`, list.replaceAll('::text', '').replaceAll(', ', ' | ')] as const]
    }),
  )
}

function columnType(column: Column, values: string | undefined): string {
  const { type, isNullable, hasDefault, isNumbered } = column
  if (type === 'timestamptz') return isNullable ? 'MaybeMoment' : hasDefault ? 'DefaultMoment' : 'Moment'
  const special = columnTypes[keyOf(column)]
  if (type === 'jsonb') return `${isNullable ? 'MaybeJson' : 'JSONColumnType'}<${special ?? 'object'}>`
  const plain = special ?? values ?? basicType(column)
  if (isNumbered) return `GeneratedAlways<${plain}>`
  if (isNullable) return `${plain} | null`
  return hasDefault ? `Generated<${plain}>` : plain
}

function basicType(column: Column): string {
  const isArray = column.type.startsWith('_')
  const type = basicTypes[isArray ? column.type.slice(1) : column.type]
  if (!type) throw new Error(`${keyOf(column)} has the type ${column.type}: add it to scripts/table-types.ts`)
  return isArray ? `${type}[]` : type
}

const keyOf = ({ table, name }: Column) => `${table}.${name}`

function interfaceOf(table: string): string {
  return `${table.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}Table`
}

function comment(text: string | null): string {
  if (!text) return ''
  if (text.length <= 100) return `/** ${text} */\n`
  return `/**\n${text.replaceAll(/(.{1,100})(?: |$)/g, ' * $1\n')} */\n`
}
