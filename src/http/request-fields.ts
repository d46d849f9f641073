import * as z from 'zod/mini'
import { parsePence } from '#src/lib/money.ts'

/**
 * The fields of requests, for each subject's `requests.ts`. The input of such a schema, as zod calls it, is what the page encodes,
 * and its output is what a shop reads: an amount goes as text and is read as pence. The page needs only the types (ADR 70).
 */

/** The kinds of fields, and what limits them in our own shop, where `server/http/read-request.ts` has a reader for each. */
export interface Kinds {
  /** One line of at most so many characters; '' if it is missing. */
  text: number
  requiredText: number
  /** Like `text`, with line breaks. */
  lines: number
  /** Like `text`, for a name that mails quote: without links and card numbers. */
  name: number
  requiredName: number
  /** Like `text`, for what a buyer types freely: without card numbers. */
  typed: number
  phone: undefined
  email: undefined
  id: undefined
  /** An id; '' if it is missing. */
  optionalId: undefined
  amount: undefined
  /** False if it is missing. */
  flag: undefined
  integer: { min: number; max: number }
  /** One of the values; anything else is `otherwise`, if there is one. */
  choice: { values: readonly string[]; otherwise?: string }
  /** Documented, but our own shop does not need it. */
  unread: undefined
}

type Reading = { [Kind in keyof Kinds]: { kind: Kind; limit: Kinds[Kind] } }[keyof Kinds]

/** How fields are read. */
export const readings = z.registry<Reading>()

type Text = 'text' | 'requiredText' | 'lines' | 'name' | 'requiredName' | 'typed'
const textOf = (kind: Text) => (max: number) => z.string().register(readings, { kind, limit: max })

export const text = textOf('text')
export const requiredText = textOf('requiredText')
export const lines = textOf('lines')
export const name = textOf('name')
export const requiredName = textOf('requiredName')
export const typed = textOf('typed')

const plain = (kind: 'phone' | 'email' | 'id' | 'optionalId') =>
  z.string().register(readings, { kind, limit: undefined })

export const phone = plain('phone')
export const email = plain('email')
export const id = plain('id')
export const optionalId = plain('optionalId')

/** An amount of money with two decimals; it is read as pence. */
export const amount = z
  .pipe(
    z.string().check(z.regex(/^\d+\.\d{2}$/)),
    z.transform((pounds: string) => parsePence(pounds) ?? Number.NaN),
  )
  .register(readings, { kind: 'amount', limit: undefined })

export const flag = z.boolean().register(readings, { kind: 'flag', limit: undefined })

export const integer = (min: number, max: number) =>
  z.int().register(readings, { kind: 'integer', limit: { min, max } })

/** Like `integer`, for one that the page has as text. */
export const integerText = (min: number, max: number) =>
  z.pipe(z.string(), z.transform(Number)).register(readings, { kind: 'integer', limit: { min, max } })

export const choice = <const T extends readonly string[]>(values: T, otherwise?: T[number]) =>
  z.enum(values).register(readings, { kind: 'choice', limit: { values, ...(otherwise && { otherwise }) } })

/** A text that the page may leave out; it is then read as ''. */
export const optional = (one: ReturnType<typeof text>) =>
  z.pipe(
    z.optional(one),
    z.transform((sent: string | undefined) => sent ?? ''),
  )

/** A documented field that our own shop does not need. */
export function unread<T extends z.ZodMiniType>(schema: T) {
  const field = z.pipe(
    schema,
    z.transform(() => undefined),
  )
  readings.add(field, { kind: 'unread', limit: undefined })
  return field
}

/** The fields of a request, or of a part of one. */
export const form = z.strictObject
