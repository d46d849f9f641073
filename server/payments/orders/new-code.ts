import { randomBytes } from 'node:crypto'

// Crockford's base 32: no I, L, O and U, which are misread.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Generates an entry or voucher code that cannot be guessed: 16 letters of 5 random bits, in groups of four. */
export function newCode(): string {
  return groupInFours(randomLetters(16))
}

/**
 * Generates the reference of an order, short enough to be read aloud: 8 letters. It is no secret. One of two equal ones is
 * refused by the database, and its payment is processed again with another.
 */
export function newOrderReference(): string {
  return randomLetters(8)
}

/**
 * Reads letters of a code or reference as people type or scan them: in any case, with spaces and dashes, O for 0 and I or L
 * for 1. Returns null if they are not as many, or not all of Crockford's.
 */
export function normaliseCode(text: string, count: number): string | null {
  const read = text
    .toUpperCase()
    .replaceAll(/[\s\p{Dash_Punctuation}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return read.length === count && [...read].every((letter) => letters.includes(letter)) ? read : null
}

/** Writes a code in groups of four. */
export function groupInFours(code: string): string {
  return code.match(/.{4}/g)?.join('-') ?? ''
}

function randomLetters(count: number): string {
  return Array.from(randomBytes(count), (byte) => letters[byte % 32]).join('')
}
