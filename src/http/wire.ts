import * as z from 'zod/mini'
import { noteInvalidField } from './invalid-fields.ts'
import { parsePence } from '#src/lib/money.ts'
import {
  absent,
  amountNumber,
  amountText,
  anyOf,
  decimalText,
  emptyCollection,
  flagText,
  onTheWire,
  pounds,
  zero,
  type JsonSchema,
} from './wire-form.ts'

/**
 * Lenient schemas for the server's replies. They accept both documented styles: clean JSON, or numeric strings, 0/1, []
 * for an empty map and missing fields. Field names stay as on the wire. An invalid field that guards or money depend on
 * makes the reply invalid; one that is only shown falls back to empty and is reported (see `entity`). No NaN and no value
 * of a wrong type passes. `onTheWire` says beside a reader what a back-end should send, and what is accepted too.
 */

const misfit = Symbol('misfit')

function reader<T>(read: (value: unknown) => T | typeof misfit) {
  return z.transform((value: unknown, context): T => {
    const result = read(value)
    if (result !== misfit) return result
    context.issues.push({ code: 'custom', input: value })
    return z.NEVER
  })
}

/** Money in integer pence, from pounds as text or number; '' and null are 0, other text is invalid [FMT-05]. */
export const money = reader((value) => (isAbsent(value) ? 0 : pence(value)))
onTheWire(money, () => ({
  documented: pounds,
  accepted: anyOf(amountNumber, amountText, ...absent),
}))

/** Like `money`, but missing means null: no cap differs from a cap of 0. */
export const optionalMoney = reader((value) => (isAbsent(value) ? null : pence(value)))
onTheWire(optionalMoney, () => ({
  documented: { ...pounds, type: ['string', 'null'] },
  accepted: anyOf(amountNumber, amountText, ...absent),
}))

/** A non-monetary number, such as a quantity, percentage or duration in seconds; missing means 0. */
export const count = reader((value) => (isAbsent(value) ? 0 : finite(value)))
onTheWire(count, () => ({
  documented: { type: 'number' },
  accepted: anyOf({ type: 'number' }, decimalText, ...absent),
}))

/** Like `count`, but missing means null: no maximum differs from a maximum of 0. */
export const optionalCount = reader((value) => (isAbsent(value) ? null : finite(value)))
onTheWire(optionalCount, () => ({
  documented: { type: ['number', 'null'] },
  accepted: anyOf({ type: 'number' }, decimalText, ...absent),
}))

/** Remaining seconds, never below 0; missing means null [ENTI-01]. */
export const secondsLeft = reader((value) => {
  if (isAbsent(value)) return null
  const seconds = finite(value)
  return seconds === misfit ? misfit : Math.max(0, seconds)
})
onTheWire(secondsLeft, () => ({
  documented: { type: ['number', 'null'], description: 'Seconds.' },
  accepted: anyOf({ type: 'number' }, decimalText, ...absent),
}))

/** A flag as boolean, number, numeric string or common word; missing means false. */
export const flag = reader((value) => flagOf(value) ?? false)
onTheWire(flag, () => ({
  documented: { type: 'boolean' },
  accepted: anyFlag(),
}))

/** Like `flag`, but missing means null: what is not told differs from no. */
export const optionalFlag = reader(flagOf)
onTheWire(optionalFlag, () => ({
  documented: { type: ['boolean', 'null'] },
  accepted: anyFlag(),
}))

function flagOf(value: unknown): boolean | null | typeof misfit {
  if (typeof value === 'boolean') return value
  if (isAbsent(value) || isEmptyCollection(value)) return null
  const number = finite(value)
  if (number !== misfit) return number !== 0
  return typeof value === 'string' ? (words.get(value.trim().toLowerCase()) ?? misfit) : misfit
}

const anyFlag = () =>
  anyOf({ type: ['boolean', 'number'] }, decimalText, flagText, ...absent, ...emptyCollection)

/** A flag, or a text, list or object instead of one: non-empty means true. */
export const presence = reader((value): boolean => {
  if (isAbsent(value) || isEmptyCollection(value)) return false
  return typeof value === 'string'
    ? words.get(value.trim().toLowerCase()) !== false && value !== '0'
    : value !== 0
})
onTheWire(presence, () => ({
  documented: { type: 'boolean' },
  accepted: { description: 'A flag, or anything in its place: what is not empty is true.' },
}))

/** Text, untrimmed; numbers become text; missing, [] and {} mean ''. */
export const text = reader((value) => (isAbsent(value) || isEmptyCollection(value) ? '' : asText(value)))
onTheWire(text, () => ({
  documented: { type: 'string' },
  accepted: anyOf({ type: ['string', 'number'] }, ...absent, ...emptyCollection),
}))

/** A message for the buyer: a text, or a list or map of texts, joined by spaces; missing means ''. */
export const message = reader((value) => {
  if (isAbsent(value) || isEmptyCollection(value)) return ''
  return wording(value) || asText(value)
})
onTheWire(message, () => ({
  documented: { type: 'string', description: 'A message for the buyer.' },
  accepted: anyOf(
    { type: ['string', 'number'] },
    {
      type: ['array', 'object'],
      description: 'A list or map of texts, which are joined. An object may have its words in `message`.',
    },
    ...absent,
  ),
}))

/** Returns the words of a message: of a text, of a list or map, or of an object with `message`; '' for anything else. */
export function wording(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(wording).filter(Boolean).join(' ')
  if (isRecord(value)) return 'message' in value ? wording(value.message) : wording(Object.values(value))
  return ''
}

/** Like `text`, for plain-text replies; rejects markup, which is an error page. */
export const bareText = reader((value) =>
  typeof value === 'string' && /^\s*</.test(value) ? misfit : isAbsent(value) ? '' : asText(value),
)
onTheWire(bareText, () => ({
  documented: { type: 'string', pattern: '^(?!\\s*<)', description: 'Plain text, no markup.' },
  accepted: anyOf({ type: 'string', pattern: '^(?!\\s*<)' }, { type: 'number' }, ...absent),
}))

/** An id as text, from 12 or "12"; missing means ''. */
export const id = text

/** The value unchanged if `isExpected` accepts it; otherwise invalid. */
export function only(isExpected: (value: unknown) => boolean) {
  return reader((value) => (isExpected(value) ? value : misfit))
}

/** A list of texts without empty ones; a single text becomes a list of one. */
export const texts = z.pipe(
  z.transform(itemsOrText),
  z.pipe(
    z.array(text),
    z.transform((all) => all.filter((one) => one !== '')),
  ),
)
onTheWire(itemsOrText, () => ({ accepted: (own) => anyOf(own, { type: 'string' }, ...insteadOfItems(own)) }))

/** A list; missing means [], a map is read as its values. */
export function list<T extends z.ZodMiniType>(item: T) {
  return z.pipe(z.transform(items), z.array(item))
}
onTheWire(items, () => ({ accepted: (own) => anyOf(own, ...insteadOfItems(own)) }))

/**
 * A map by name or id; missing and [] mean {}, a list is read as a map by position. Uses `catchall`, because `z.record`
 * would enlarge the first load.
 */
export function map<T extends z.ZodMiniType>(value: T) {
  return z.pipe(z.transform(entries), z.catchall(z.object({}), value))
}
onTheWire(entries, () => ({
  accepted: (own) => anyOf(own, { type: 'array', items: own.additionalProperties }, zero, ...absent),
}))

/** An object, or null for null, '', 0, false, [], {} and missing. */
export function optionalObject<T extends z.ZodMiniType>(object: T) {
  return z.pipe(z.transform(emptyAsNull), z.nullable(object))
}
onTheWire(emptyAsNull, () => ({ accepted: (own) => anyOf(own, zero, ...absent, ...emptyCollection) }))

/**
 * An object of the reply. An invalid `strict` field, on which a guard or an amount depends, makes the reply invalid. An
 * invalid `shown` field is treated as missing and reported as `name.field`.
 */
export function entity<Strict extends z.core.$ZodLooseShape, Shown extends Record<string, z.ZodMiniType>>(
  name: string,
  { strict, shown }: { strict: Strict; shown: Shown },
) {
  const lenient = Object.entries(shown).map(([field, schema]) => [field, orEmpty(`${name}.${field}`, schema)])
  // Strict and shown fields have the same types.
  return z.object({ ...strict, ...(Object.fromEntries(lenient) as Shown) })
}

function orEmpty(field: string, schema: z.ZodMiniType) {
  return z.catch(schema, () => {
    noteInvalidField(field)
    return schema.parse(undefined)
  })
}

/** A whole reply as an object; an empty reply, null and [] are read as {}. */
export function fields<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.pipe(noneAsObject, z.object(shape))
}

/** Reads an empty reply, null and [] as {}. */
export const noneAsObject = z.transform((value: unknown): unknown =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) ? {} : value,
)
onTheWire(noneAsObject, () => ({
  accepted: (own) => anyOf(own, { type: 'null' }, { const: '' }, { type: 'array', maxItems: 0 }),
}))

/** One of the allowed words, case-insensitively; anything else is `otherwise`. */
export function oneOf<const Word extends string, const Otherwise extends string>(
  allowed: readonly Word[],
  otherwise: Otherwise,
) {
  const schema = z.transform((value: unknown): Word | Otherwise => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
    return allowed.find((one) => one === word) ?? otherwise
  })
  onTheWire(schema, () => ({
    documented: { enum: [...new Set([...allowed, otherwise])] },
    accepted: { description: `${allowed.join(', ')}, in any case; anything else is read as "${otherwise}".` },
  }))
  return schema
}

/** One of the allowed words, spelled exactly; anything else is invalid. */
export function word<const Word extends string>(allowed: readonly Word[]) {
  const schema = reader((value) => allowed.find((one) => one === value) ?? misfit)
  onTheWire(schema, () => ({ documented: { enum: allowed } }))
  return schema
}

/** A reply of undocumented content, which is ignored; rejects HTML pages. */
export const ignored = reader<void>((value) => (isPage(value) ? misfit : undefined))
onTheWire(ignored, () => ({
  documented: { description: 'What is in the reply is not read.' },
  accepted: {
    not: { type: 'string', pattern: '^\\s*<(![Dd][Oo][Cc][Tt][Yy][Pp][Ee]|[Hh][Tt][Mm][Ll])' },
    description: 'Anything but an HTML page.',
  },
}))

/** Returns whether a reply is an HTML page, as failing servers send with a success status. */
const isPage = (value: unknown) => typeof value === 'string' && /^\s*<(!doctype|html)/i.test(value)

/** Returns whether a reply is an object and not a list. */
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

function emptyAsNull(value: unknown): unknown {
  return isAbsent(value) || isEmptyCollection(value) || value === 0 || value === '0' ? null : value
}

function itemsOrText(value: unknown): unknown {
  return typeof value === 'string' ? [value] : items(value)
}

function items(value: unknown): unknown {
  if (isAbsent(value) || value === 0 || value === '0') return []
  return isRecord(value) ? Object.values(value) : value
}

function entries(value: unknown): unknown {
  if (isAbsent(value) || value === 0 || value === '0') return {}
  return Array.isArray(value) ? Object.fromEntries(value.entries()) : value
}

/** What `items` reads as a list too. */
const insteadOfItems = (own: JsonSchema): JsonSchema[] => [
  { type: 'object', additionalProperties: own.items },
  zero,
  ...absent,
]
