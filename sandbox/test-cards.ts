import { createHash, randomUUID } from 'node:crypto'

/**
 * What happens when a test card is charged. `loses_reply` pays, but the shop gets no reply to its first request;
 * `authenticates` asks the buyer unless a saved card is charged in their absence, `always_authenticates` then too.
 */
export type Behaviour =
  | 'pays'
  | 'pays_slowly'
  | 'loses_reply'
  | 'is_declined'
  | 'lacks_funds'
  | 'authenticates'
  | 'always_authenticates'
  | 'fails_once_saved'

/** Details of a card that may be stored; never its number. */
export interface CardFace {
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  funding: string
  /** The same for the same test card. */
  fingerprint: string
}

const cards: Record<string, { brand: string; behaviour: Behaviour }> = {
  '4242424242424242': { brand: 'visa', behaviour: 'pays' },
  '5555555555554444': { brand: 'mastercard', behaviour: 'pays' },
  '378282246310005': { brand: 'amex', behaviour: 'pays' },
  '4000000000000077': { brand: 'visa', behaviour: 'pays_slowly' },
  '4000000000000119': { brand: 'visa', behaviour: 'loses_reply' },
  '4000000000000002': { brand: 'visa', behaviour: 'is_declined' },
  '4000000000009995': { brand: 'visa', behaviour: 'lacks_funds' },
  '4000002500003155': { brand: 'visa', behaviour: 'authenticates' },
  '4000002760003184': { brand: 'visa', behaviour: 'always_authenticates' },
  '4000000000000341': { brand: 'visa', behaviour: 'fails_once_saved' },
}

interface TypedCard {
  number: string
  month: string
  year: string
  cvc: string
}

interface CardError {
  code: string
  message: string
  param: string
}

/** Validates a card as Stripe does. Every card that is not a test card is declined. */
export function readTestCard(typed: TypedCard): { face: CardFace; behaviour: Behaviour } | CardError {
  const number = typed.number.replaceAll(/[ -]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    return { code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' }
  const month = Number(typed.month)
  if (!Number.isInteger(month) || month < 1 || month > 12)
    return {
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    }
  const year = Number(typed.year) < 100 ? 2000 + Number(typed.year) : Number(typed.year)
  const now = new Date()
  const isPast = year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1
  if (!Number.isInteger(year) || isPast || year > now.getFullYear() + 50)
    return {
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    }
  if (!/^\d{3,4}$/.test(typed.cvc))
    return { code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' }
  const known = cards[number]
  const card = known ?? { brand: 'unknown', behaviour: 'is_declined' as const }
  return {
    face: {
      brand: card.brand,
      last4: number.slice(-4),
      exp_month: month,
      exp_year: year,
      funding: 'credit',
      // Of an unknown card nothing is stored that its number could be guessed from.
      fingerprint: known ? createHash('sha256').update(number).digest('hex').slice(0, 16) : randomUUID(),
    },
    behaviour: card.behaviour,
  }
}

function passesLuhn(number: string): boolean {
  const sum = [...number]
    .toReversed()
    .map((digit, place) => (place % 2 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return sum % 10 === 0
}
