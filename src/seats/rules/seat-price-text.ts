import { formatPounds } from '#src/lib/pounds.ts'
import { priceWords, type PriceWords } from '#src/lib/price-words.ts'

/**
 * Tells the price of a seat or category that has these prices, in pence, with its fee: "£47.50", or "from £25" if they
 * differ. The parts are those of the lowest.
 */
export function priceText(prices: { price: number; booking_fee: number }[]): PriceWords {
  const [first = { price: 0, booking_fee: 0 }, ...others] = prices.toSorted(
    (one, other) => all(one) - all(other),
  )
  const { charged, parts } = priceWords(
    { price: first.price, fee: first.booking_fee },
    formatPounds,
    formatPounds(0),
  )
  return { charged: others.some((other) => all(other) !== all(first)) ? `from ${charged}` : charged, parts }
}

const all = ({ price, booking_fee }: { price: number; booking_fee: number }) => price + booking_fee
