/** A price and the fee that nobody can avoid on it, in pence. */
export interface Priced {
  price: number
  fee: number
  /** Whether the documents count the fee as a part of the price. */
  isFeeInside?: boolean
}

/** A price as people read it. */
export interface PriceWords {
  /** What will be charged: "£20.00". */
  charged: string
  /** What it consists of, to stand small beside it: "£18.50 + £1.50 fee"; '' without a fee. */
  parts: string
}

/**
 * Gives every price its shape and words, on all pages, in mails and on invoices: what will be charged, and its parts
 * (docs/decisions/0059-what-will-be-charged-comes-first.md). `money` formats pence; `free` stands for a price of 0.
 */
export function priceWords(
  { price, fee, isFeeInside = false }: Priced,
  money: (pence: number) => string,
  free = 'FREE',
): PriceWords {
  const own = price > 0 ? money(price) : free
  if (fee <= 0) return { charged: own, parts: '' }
  // The words of one amount stay on one line.
  const words = `${money(fee)}\u00a0fee`
  const parts = isFeeInside && price > 0 ? `includes ${words}` : `${own} +\u00a0${words}`
  return { charged: money(Math.max(0, price) + fee), parts }
}

/** Multiplies a price and its fee by a quantity. */
export function times(quantity: number, { price, fee, ...how }: Priced): Priced {
  return { ...how, price: price * quantity, fee: fee * quantity }
}
