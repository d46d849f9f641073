import { ukDateInWords } from '#src/lib/uk-date.ts'

const lists = new Intl.ListFormat('en-GB')

/**
 * Returns the buyer's agreement to later charges of their card, as shown on the page and kept for the record. Dates
 * ("21/01/2027") are put in words; amounts are formatted ("£60.00"), and one that is the same every time is said once.
 */
export function planConsent(later: readonly { due: string; amount: string }[]): string {
  const [first] = later
  const isAlike = later.length > 1 && later.every(({ amount }) => amount === first?.amount)
  const charges = isAlike
    ? `${first?.amount} each on ${lists.format(later.map(({ due }) => ukDateInWords(due)))}`
    : lists.format(later.map(({ due, amount }) => `${amount} on ${ukDateInWords(due)}`))
  return `By paying I agree that my card is saved for this payment plan and charged without asking me again: ${charges}.`
}
