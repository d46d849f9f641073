import { formatPounds } from '#src/lib/pounds.ts'

/** Tells the price of a seat or category that has these prices, in pence: "£45", or "from £22.50" if they differ. */
export function priceText(prices: { price: number }[]): string {
  const amounts = prices.map(({ price }) => price)
  const lowest = Math.min(...amounts)
  return `${amounts.some((amount) => amount !== lowest) ? 'from ' : ''}${formatPounds(lowest)}`
}
