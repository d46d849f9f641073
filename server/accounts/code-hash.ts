import { createHmac, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const scryptAsync = promisify<string, Buffer, number, Buffer>(scrypt)
const saltBytes = 16
const hashBytes = 32

/** Six random digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Hashes a code for storage: peppered, salted and slow (scrypt). */
export async function hashCode(pepper: string, code: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await scryptAsync(peppered(pepper, code), salt, hashBytes)
  return Buffer.concat([salt, hash]).toString('base64url')
}

/** Returns whether a code matches a stored hash; takes the same time when there is no hash. */
export async function isCodeOf(pepper: string, code: string, kept: string | undefined): Promise<boolean> {
  const bytes = kept ? Buffer.from(kept, 'base64url') : Buffer.alloc(saltBytes + hashBytes)
  const hash = await scryptAsync(peppered(pepper, code), bytes.subarray(0, saltBytes), hashBytes)
  return timingSafeEqual(hash, bytes.subarray(saltBytes)) && kept !== undefined
}

function peppered(pepper: string, code: string): string {
  return createHmac('sha256', pepper).update(code).digest('base64url')
}
