// Runs of digits that a reader takes as one number: also with spaces, dashes, dots or slashes between them.
const run = /\+?\p{Nd}+(?:[\s.\-_/–—\u200b]{1,3}\p{Nd}+)*/gu
const fewestDigits = 13
const maxDigits = 19
/** No phone number has more digits (E.164). */
const maxPhoneDigits = 15

/** The buyer's message for a text with a card number. */
export const noCards = 'Please do not type card numbers here'

/**
 * Returns whether a text holds a possible card number [S33]: 13 to 19 digits in whole groups, with a valid check digit and
 * the first digit of a card scheme, 2 to 6. A number that begins with + or 0 is a phone number.
 */
export function looksLikeCard(text: string): boolean {
  return cardsIn(text).length > 0
}

/** Like `looksLikeCard`, for the field of a phone number, which may have as many digits as a short card number. */
export function hasCardForPhone(text: string): boolean {
  return cardsIn(text).some((card) => digitsOf(card).length > maxPhoneDigits)
}

/** Replaces the possible card numbers of a text. */
export function withoutCards(text: string): string {
  return cardsIn(text).reduce((left, card) => left.replaceAll(card, '[card number removed]'), text)
}

function cardsIn(text: string): string[] {
  return (text.match(run) ?? []).flatMap((number) => {
    const isPhone = number.startsWith('+') && digitsOf(number).length <= maxPhoneDigits
    return isPhone ? [] : groupsOf(number).filter((group) => isCard(digitsOf(group)))
  })
}

/**
 * Every part of a number from the start of one of its groups to the end of one: an expiry date may follow the card number. A card
 * has no more groups than digits; all parts of a long row of digits would be more than the shop can look at.
 */
function groupsOf(number: string): string[] {
  const groups = [...number.matchAll(/\p{Nd}+/gu)].map(
    ({ 0: digits, index }) => [index, index + digits.length] as const,
  )
  return groups.flatMap(([start], first) =>
    groups.slice(first, first + maxDigits).map(([, end]) => number.slice(start, end)),
  )
}

/** The digits of any script as ASCII. */
function digitsOf(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\P{Nd}/gu, '')
    .replaceAll(/\D/gu, (digit) => {
      // Each script has its ten in a row, and rows may follow each other.
      let before = 0
      while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - before - 1))) before++
      return `${before % 10}`
    })
}

function isCard(digits: string): boolean {
  return (
    digits.length >= fewestDigits &&
    digits.length <= maxDigits &&
    /^[2-6]/.test(digits) &&
    hasCheckDigit(digits)
  )
}

function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
