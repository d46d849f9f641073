import * as z from 'zod/mini'
import { isRecord, text } from '#src/http/wire.ts'
import { anyOf, onTheWire } from '#src/http/wire-form.ts'

const symbols: Record<string, string> = { GBP: '£', EUR: '€', USD: '$' }

/** Currency as code and symbol; either alone, in an object or as plain text, gives the other [ENTI-04]. */
export const currencySchema = z.pipe(
  z.transform((value: unknown): unknown =>
    isRecord(value) ? value : Array.isArray(value) || !value ? {} : fromWord(value),
  ),
  z.pipe(
    z.object({ code: text, symbol: text }),
    z.transform(({ code, symbol }) => ({
      code: code.toUpperCase() || codeOf(symbol),
      symbol: symbol || symbols[code.toUpperCase()] || '',
    })),
  ),
)

onTheWire(currencySchema, () => ({
  accepted: (own) =>
    anyOf(own, {
      type: ['string', 'number', 'boolean', 'array', 'null'],
      description: 'A code or symbol alone.',
    }),
}))

function fromWord(value: unknown) {
  return typeof value === 'string' && value.toUpperCase() in symbols ? { code: value } : { symbol: value }
}

function codeOf(symbol: string) {
  return Object.keys(symbols).find((code) => symbols[code] === symbol) ?? ''
}
