import type { Currency } from '#server/database/tables.ts'
import { formatMoney } from '#src/lib/money.ts'

const symbols = { GBP: '£', EUR: '€', USD: '$' } as const

/** Pence with the sign of their currency: "£20.00". */
export function money(pence: number, currency: Currency): string {
  return formatMoney(pence, symbols[currency])
}

/** As `money`, but nothing to pay is "Free". */
export function priceTag(pence: number, currency: Currency): string {
  return pence > 0 ? money(pence, currency) : 'Free'
}
