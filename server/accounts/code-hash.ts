import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const saltBytes = 16
const hashBytes = 32

/** Six random digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/**
 * Hashes a code for storage with a salt and the pepper. The pepper, which is not in the database, keeps the code secret: a
 * million codes can be tried whatever a hash costs, and a slow hash would let strangers keep the shop busy.
 */
export function hashCode(pepper: string, code: string): string {
  const salt = randomBytes(saltBytes)
  return Buffer.concat([salt, hashWith(pepper, salt, code)]).toString('base64url')
}

/** Returns whether a code matches a stored hash; takes the same time when there is no hash. */
export function isCodeOf(pepper: string, code: string, kept: string | undefined): boolean {
  const bytes = kept ? Buffer.from(kept, 'base64url') : Buffer.alloc(saltBytes + hashBytes)
  const hash = hashWith(pepper, bytes.subarray(0, saltBytes), code)
  return timingSafeEqual(hash, bytes.subarray(saltBytes)) && kept !== undefined
}

function hashWith(pepper: string, salt: Buffer, code: string): Buffer {
  return createHmac('sha256', pepper).update('one-time code').update(salt).update(code).digest()
}
