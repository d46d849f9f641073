import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts what a message must not show to a reader of the database, such as a one-time code or a link with a secret. It can
 * be opened only with the shop's pepper, and only as the message with this key.
 */
export function seal(pepper: string, key: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, keyFrom(pepper), iv).setAAD(Buffer.from(key))
  const bytes = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), bytes]).toString('base64url')
}

/** Decrypts what `seal` has made. Throws if the pepper or the key is another one. */
export function open(pepper: string, key: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const opening = createDecipheriv(cipher, keyFrom(pepper), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(key))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString('utf8')
}

function keyFrom(pepper: string): Buffer {
  return Buffer.from(hkdfSync('sha256', pepper, '', 'outbox', 32))
}
