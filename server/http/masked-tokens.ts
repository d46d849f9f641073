import { randomBytes } from 'node:crypto'

const plainForm = /^[\w-]{43}$/
const maskedForm = /^[\w-]{86}$/

/**
 * Writes a token of 32 bytes (base64url) differently each time, so that the length of a compressed page tells nothing about it
 * (BREACH): a random mask, and the token with the mask applied by XOR.
 */
export function maskToken(token: string): string {
  const mask = randomBytes(32)
  return Buffer.concat([mask, xor(Buffer.from(token, 'base64url'), mask)]).toString('base64url')
}

/** Reads a masked token, or a plain one, which has half its length; '' for anything else. */
export function unmaskToken(sent: unknown): string {
  if (typeof sent !== 'string') return ''
  if (plainForm.test(sent)) return sent
  if (!maskedForm.test(sent)) return ''
  const bytes = Buffer.from(sent, 'base64url')
  return xor(bytes.subarray(32), bytes.subarray(0, 32)).toString('base64url')
}

const xor = (bytes: Buffer, mask: Buffer) =>
  Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)))
