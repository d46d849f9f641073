import { ukDateInWords } from '#src/lib/uk-date.ts'

const lists = new Intl.ListFormat('en-GB')

/**
 * Returns the buyer's agreement to later charges of their card, as shown on the page and kept for the record. Dates
 * ("21/01/2027") are put in words; amounts are formatted ("£60.00").
 */
export function planConsent(later: readonly { due: string; amount: string }[]): string {
  const charges = lists.format(later.map(({ due, amount }) => `${amount} on ${ukDateInWords(due)}`))
  return `By paying I agree that my card is saved for this payment plan and charged without asking me again: ${charges}.`
}
