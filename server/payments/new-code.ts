import { randomBytes } from 'node:crypto'

// Crockford's base 32: no I, L, O and U, which are misread.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Generates an entry or voucher code that cannot be guessed: 16 letters of 5 random bits, in groups of four. */
export function newCode(): string {
  return randomLetters(16).match(/.{4}/g)?.join('-') ?? ''
}

/**
 * Generates the reference of an order, short enough to be read aloud: 8 letters. It is no secret. One of two equal ones is
 * refused by the database, and its payment is processed again with another.
 */
export function newOrderReference(): string {
  return randomLetters(8)
}

function randomLetters(count: number): string {
  return Array.from(randomBytes(count), (byte) => letters[byte % 32]).join('')
}
