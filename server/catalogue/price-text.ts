import type { Currency } from '#server/database/tables.ts'
import { formatMoney } from '#src/lib/money.ts'

const symbols = { GBP: '£', EUR: '€', USD: '$' } as const

/** Formats pence with the currency's sign: "£20.00". */
export function money(pence: number, currency: Currency): string {
  return formatMoney(pence, symbols[currency])
}

/** Like `money`, but 0 is "Free". */
export function priceTag(pence: number, currency: Currency): string {
  return pence > 0 ? money(pence, currency) : 'Free'
}
