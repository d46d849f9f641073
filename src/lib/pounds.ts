import { formatMoney } from './money.ts'

/**
 * Formats pence for the seat screen: whole pounds without decimals, "£45", other prices with two, "£45.50" [SEAT-18,
 * SEAT-19, SEAT-20].
 */
export function formatPounds(pence: number): string {
  return formatMoney(pence, '£').replace(/\.00$/, '')
}
