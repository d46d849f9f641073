import { formatPounds } from '#src/lib/pounds.ts'

/**
 * Tells the price of a seat or category that has these prices, in pence: "£45", or "from £22.50" if they differ, and the
 * booking fee on top of it.
 */
export function priceText(prices: { price: number; booking_fee: number }[]): string {
  const amounts = prices.map(({ price }) => price)
  const lowest = Math.min(...amounts)
  const text = `${amounts.some((amount) => amount !== lowest) ? 'from ' : ''}${formatPounds(lowest)}`
  const [first = 0, ...fees] = prices.map(({ booking_fee }) => booking_fee)
  if (fees.some((fee) => fee !== first)) return `${text} + fee`
  return first > 0 ? `${text} + ${formatPounds(first)} fee` : text
}
