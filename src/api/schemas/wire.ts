import * as z from 'zod/mini'
import { noteInvalidField } from '#src/api/invalid-fields.ts'
import { parsePence } from '#src/lib/money.ts'

/**
 * The liberal readers of everything the server says. Fields that guards or money depend on are strict: what does not
 * fit makes the whole reply invalid. Fields that are only shown fall back to empty and are reported: see `entity`.
 * Both documented styles fit (clean JSON; numeric strings,
 * 0/1, [] for an empty map, missing fields), names stay as on the wire, and what is neither a value nor an
 * absent value is refused, so that no NaN and no wrong type gets past this file.
 */

const misfit = Symbol('misfit')

function reader<T>(expected: string, read: (value: unknown) => T | typeof misfit) {
  return z.transform((value: unknown, context): T => {
    const result = read(value)
    if (result !== misfit) return result
    context.issues.push({ code: 'custom', message: `expected ${expected}`, input: value })
    return z.NEVER
  })
}

/** Money as integer pence, from the decimal text or number; '' and null are 0, other text does not fit [FMT-05]. */
export const money = reader('money', (value) => (isAbsent(value) ? 0 : pence(value)))

/** As `money`, but an absent amount is null: "no cap" is not a cap of nothing. */
export const optionalMoney = reader('money', (value) => (isAbsent(value) ? null : pence(value)))

/** A number that is no money: a quantity, percentage or number of seconds; absent is 0. */
export const count = reader('number', (value) => (isAbsent(value) ? 0 : finite(value)))

/** As `count`, but absent is null: "no maximum" is not a maximum of none. */
export const optionalCount = reader('number', (value) => (isAbsent(value) ? null : finite(value)))

/** A number of seconds left, never below 0; absent is null [ENTI-01]. */
export const secondsLeft = reader('seconds', (value) => {
  if (isAbsent(value)) return null
  const seconds = finite(value)
  return seconds === misfit ? misfit : Math.max(0, seconds)
})

/** Yes or no: booleans, numbers, numeric strings and the usual words; absent is no. */
export const flag = reader('flag', (value): boolean | typeof misfit => {
  if (typeof value === 'boolean') return value
  if (isAbsent(value) || isEmptyCollection(value)) return false
  const number = finite(value)
  if (number !== misfit) return number !== 0
  return typeof value === 'string' ? (words.get(value.trim().toLowerCase()) ?? misfit) : misfit
})

/** Whether there is anything at all: a flag, or a text, list or object that stands for one. */
export const presence = reader('anything', (value): boolean => {
  if (isAbsent(value) || isEmptyCollection(value)) return false
  return typeof value === 'string'
    ? words.get(value.trim().toLowerCase()) !== false && value !== '0'
    : value !== 0
})

/** Text as it came; numbers are written out, absent is ''. Never trimmed: it may be an answer or a name. */
export const text = reader('text', (value) => (isAbsent(value) ? '' : asText(value)))

/** As `text`, but a page of markup is no text: some replies are bare texts, and an error page is none of them. */
export const bareText = reader('text', (value) =>
  typeof value === 'string' && /^\s*</.test(value) ? misfit : isAbsent(value) ? '' : asText(value),
)

/** An identifier: always text, whether it came as 12 or "12"; absent is ''. */
export const id = text

/** Texts in a list; one text alone is a list of one, empty ones are dropped. */
export const texts = z.pipe(
  z.transform((value: unknown): unknown => (typeof value === 'string' ? [value] : items(value))),
  z.pipe(
    z.array(text),
    z.transform((all) => all.filter((one) => one !== '')),
  ),
)

/** A list; absent is [], a map stands for its values. */
export function list<T extends z.ZodMiniType>(item: T) {
  return z.pipe(z.transform(items), z.array(item))
}

/** A map by name or id; absent and [] are {}, a list stands for a map by position. */
export function map<T extends z.ZodMiniType>(value: T) {
  return z.pipe(z.transform(entries), z.record(z.string(), value))
}

/** An object, or null where there is none: null, '', 0, false, [], {} and missing all say so. */
export function optionalObject<T extends z.ZodMiniType>(object: T) {
  return z.pipe(
    z.transform((value: unknown): unknown =>
      isAbsent(value) || isEmptyCollection(value) || value === 0 || value === '0' ? null : value,
    ),
    z.nullable(object),
  )
}

/**
 * An object of the reply. A `strict` field that does not fit makes the reply invalid, because a guard or an amount
 * depends on it. A `shown` field that does not fit reads as if it were missing, and is reported as `name.field`.
 */
export function entity<Strict extends z.core.$ZodLooseShape, Shown extends Record<string, z.ZodMiniType>>(
  name: string,
  { strict, shown }: { strict: Strict; shown: Shown },
) {
  const lenient = Object.entries(shown).map(([field, schema]) => [field, orEmpty(`${name}.${field}`, schema)])
  // Only how they are read differs, not the type of what is read.
  return z.object({ ...strict, ...(Object.fromEntries(lenient) as Shown) })
}

function orEmpty(field: string, schema: z.ZodMiniType) {
  return z.catch(schema, () => {
    noteInvalidField(field)
    return schema.parse(undefined)
  })
}

/** A whole reply that is an object of its fields; an empty reply, null and [] have none of them. */
export function fields<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.pipe(noneAsObject, z.object(shape))
}

/** An empty reply, null and [] as an object without fields. */
export const noneAsObject = z.transform((value: unknown): unknown =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) ? {} : value,
)

/** One of a closed set of words, in any case; everything else is `otherwise`. */
export function oneOf<const Word extends string, const Otherwise extends string>(
  allowed: readonly Word[],
  otherwise: Otherwise,
) {
  return z.transform((value: unknown): Word | Otherwise => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
    return allowed.find((one) => one === word) ?? otherwise
  })
}

/** Replies whose content is not documented: whatever came is dropped, but a page is no reply of the shop. */
export const ignored = reader<void>('a reply', (value) => (isPage(value) ? misfit : undefined))

/** Whether a whole page came, as servers in trouble send them with a status of success. */
const isPage = (value: unknown) => typeof value === 'string' && /^\s*<(!doctype|html)/i.test(value)

/** Whether a reply is an object, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const words = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['no', false],
  ['off', false],
  ['null', false],
])

function isAbsent(value: unknown) {
  return (
    value === undefined || value === null || value === false || (typeof value === 'string' && !value.trim())
  )
}

function isEmptyCollection(value: unknown) {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function asText(value: unknown) {
  return typeof value === 'string' || Number.isFinite(value) ? String(value) : misfit
}

function finite(value: unknown) {
  if (typeof value !== 'number' && typeof value !== 'string') return misfit
  const number = typeof value === 'number' || DECIMAL.test(value.trim()) ? Number(value) : NaN
  return Number.isFinite(number) ? number : misfit
}

const DECIMAL = /^[+-]?\d+(\.\d+)?$/

function pence(value: unknown) {
  return typeof value === 'string' || typeof value === 'number' ? (parsePence(value) ?? misfit) : misfit
}

function items(value: unknown): unknown {
  if (isAbsent(value) || value === 0 || value === '0') return []
  return isRecord(value) ? Object.values(value) : value
}

function entries(value: unknown): unknown {
  if (isAbsent(value) || value === 0 || value === '0') return {}
  return Array.isArray(value) ? Object.fromEntries(value.entries()) : value
}
