interface Card {
  brand: string
  last4: string
  expiry_month: number
  expiry_year: number
}

const brands: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }

/** Names a card: "Visa ending 4242". */
export function cardName({ brand, last4 }: Pick<Card, 'brand' | 'last4'>): string {
  return `${brands[brand] ?? 'Card'} ending ${last4}`
}

/** Says until when a card is valid: "expires 04/30". */
export function expiryOf({ expiry_month, expiry_year }: Pick<Card, 'expiry_month' | 'expiry_year'>): string {
  return `expires ${String(expiry_month).padStart(2, '0')}/${String(expiry_year % 100).padStart(2, '0')}`
}
