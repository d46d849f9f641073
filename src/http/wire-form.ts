/** A JSON Schema. */
export type JsonSchema = { readonly [key: string]: unknown }

/** What a schema reads, for those who write a back-end. What zod can tell by itself is left out. */
export interface WireForm {
  /** What a back-end should send; a function changes what zod tells. */
  documented?: JsonSchema | ((own: JsonSchema) => JsonSchema)
  /** What the page accepts too; a function changes what zod tells. */
  accepted?: JsonSchema | ((own: JsonSchema) => JsonSchema)
  /** Fields of an object in words. */
  fields?: Record<string, string>
  /** Fields that no document lists: the page can do without them. What they are for. */
  added?: Record<string, string>
  /** Documented fields that a back-end need not send. */
  optional?: readonly string[]
}

const forms = new WeakMap<object, () => WireForm>()

/**
 * Says beside a schema, or beside the function with which it begins, what goes over the wire. Only `npm run openapi` and the
 * tests read that: the annotation lets the bundler leave the call out of the page (ADR 65).
 */
// @__NO_SIDE_EFFECTS__
export function onTheWire(subject: object, form: () => WireForm): void {
  forms.set(subject, form)
}

/**
 * Returns what `onTheWire` has said, if it has.
 *
 * @internal for `npm run openapi`
 */
export function wireFormOf(subject: object): WireForm | undefined {
  return forms.get(subject)?.()
}

const space = '\\s*'

/** Text of blanks only, which counts as missing. */
const blank: JsonSchema = { type: 'string', pattern: `^${space}$` }

/** What counts as missing beside a field that is not there. */
export const absent: readonly JsonSchema[] = [{ type: 'null' }, { const: false }, blank]

/** An empty list or map, in whose place some back-ends send the other. */
export const emptyCollection: readonly JsonSchema[] = [
  { type: 'array', maxItems: 0 },
  { type: 'object', maxProperties: 0 },
]

/** Zero in place of nothing. */
export const zero: JsonSchema = { enum: [0, '0'] }

/** An amount of money as a back-end should send it. */
export const pounds: JsonSchema = {
  type: 'string',
  pattern: '^-?\\d+\\.\\d{2}$',
  description: 'An amount of money in pounds, euros or dollars, with two decimals.',
}

/** A flag as a word. */
export const flagText: JsonSchema = {
  type: 'string',
  pattern: `^${space}(${['true', 'yes', 'on', 'false', 'no', 'off', 'null'].map(inAnyCase).join('|')})${space}$`,
}

function inAnyCase(word: string) {
  return word.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)
}

/** A number as text. */
export const decimalText: JsonSchema = { type: 'string', pattern: `^${space}[+-]?\\d+(\\.\\d+)?${space}$` }

/** An amount of money as a number that is exact in pence. */
export const amountNumber: JsonSchema = {
  type: 'number',
  minimum: Number.MIN_SAFE_INTEGER / 100,
  maximum: Number.MAX_SAFE_INTEGER / 100,
}

/** An amount of money as text, with or without separators of thousands. */
export const amountText: JsonSchema = {
  type: 'string',
  pattern: `^${space}-?(\\d{1,13}|\\d{1,3}(,\\d{3}){1,3})(\\.\\d+)?${space}$`,
}

/** Any of these. */
export const anyOf = (...schemas: readonly JsonSchema[]): JsonSchema => ({ anyOf: schemas })
