import type { Pricing, TicketType, TicketTypeJson } from '@seatsio/seatsio-react'

import type { PlanSeat } from './plan.ts'

type Price = Extract<Pricing, unknown[]>[number] | Exclude<Pricing, unknown[]>['prices'][number]

/** What a seat costs: ticket types, or one price without a type (`ticketType` ''). */
export interface SeatPrices {
  types: TicketTypeJson[]
  hasTypes: boolean
  /** Whether the prices include their fees. */
  areFeesIncluded: boolean
  /** Writes an amount. */
  format: (amount: number) => string
}

export type PriceOf = (seat: Pick<PlanSeat, 'label' | 'category'>) => SeatPrices | null

/** Reads the pricing of the configuration: by object, or by the key or label of its category. */
export function readPricing(
  pricing: Pricing | undefined,
  priceFormatter: ((price: number) => string) | undefined,
): PriceOf {
  const list: Price[] = Array.isArray(pricing) ? pricing : (pricing?.prices ?? [])
  const format =
    (!Array.isArray(pricing) && pricing?.priceFormatter) ||
    priceFormatter ||
    ((price: number) => String(price))
  const areFeesIncluded = !Array.isArray(pricing) && pricing?.allFeesIncluded === true
  const byObject = new Map<string, SeatPrices>()
  const byCategory = new Map<string, SeatPrices>()
  for (const price of list) {
    const prices = { ...pricesOf(price, format), areFeesIncluded }
    if ('objects' in price) for (const label of price.objects) byObject.set(label, prices)
    if ('category' in price) byCategory.set(String(price.category), prices)
  }
  return ({ label, category }) =>
    byObject.get(label) ?? byCategory.get(category.key) ?? byCategory.get(category.label) ?? null
}

function pricesOf(price: Price, format: (price: number) => string): Omit<SeatPrices, 'areFeesIncluded'> {
  const hasTypes = 'ticketTypes' in price
  const types: Omit<TicketType, 'originalPrice'>[] = hasTypes
    ? price.ticketTypes
    : [{ ticketType: '', price: price.price }]
  return { hasTypes, format, types: types.map((type) => ({ ...type, formattedPrice: format(type.price) })) }
}

/** A price, or the lowest and the highest, as "£24–£38", and the fee in it or on top. */
export function priceRange(prices: SeatPrices): string {
  return [barePriceRange(prices), feeWords(prices)].filter(Boolean).join(' ')
}

/** A price, or the lowest and the highest, without a word on fees. */
export function barePriceRange({ types }: SeatPrices): string {
  const sorted = [...types].sort((a, b) => a.price - b.price)
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (!low || !high) return ''
  return low.price === high.price ? low.formattedPrice : `${low.formattedPrice}–${high.formattedPrice}`
}

/** The fee in the prices or on top of them: "incl. £1.50 fee", "+ fee", or '' if there is none. */
export function feeWords({ types, format, areFeesIncluded }: SeatPrices): string {
  const [fee = 0, ...others] = types.map((type) => type.fee ?? 0)
  const isSame = others.every((other) => other === fee)
  if (isSame && fee === 0) return ''
  if (areFeesIncluded) return `incl. ${isSame ? `${format(fee)} fee` : 'fees'}`
  return `+ ${isSame ? `${format(fee)} fee` : 'fee'}`
}
