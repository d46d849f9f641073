import { createHmac, timingSafeEqual } from 'node:crypto'

import { newToken } from './tokens.ts'

/** What a token that the shop issued says by itself. */
export interface Issued {
  /** The id that the session has, also before and after it is saved. Nobody without the key can know it from the token. */
  id: string
  issuedAt: Date
}

/** Form of an issued token: a random part, the time in seconds in base 36, and the shop's proof of both. */
export const issuedForm = /^[\w-]{43}\.[0-9a-z]{1,8}\.[\w-]{43}$/

/**
 * Makes a token that proves by itself when this shop issued it, for a session that the database does not have. One that takes
 * the place of `old`, which the shop issued too, keeps its random part, and so the CSRF token of the visitor's open forms.
 */
export function issueToken(key: string, at: Date, old?: string): string {
  const claim = `${old ? randomPart(old) : newToken()}.${Math.floor(at.getTime() / 1000).toString(36)}`
  return `${claim}.${sign(key, 'issued', claim).toString('base64url')}`
}

/** Reads a token that was issued with this key; null for any other. */
export function readIssued(key: string, token: string): Issued | null {
  const [random, seconds = '', proof = ''] = token.split('.')
  const [given, expected] = [Buffer.from(proof, 'base64url'), sign(key, 'issued', `${random}.${seconds}`)]
  if (!issuedForm.test(token) || given.length !== expected.length || !timingSafeEqual(given, expected))
    return null
  return { id: uuidOf(sign(key, 'id', token)), issuedAt: new Date(parseInt(seconds, 36) * 1000) }
}

/** The part of a token that stays when it is issued anew; all of one that was made at sign-in. */
export const randomPart = (token: string) => token.split('.', 1)[0] ?? token

/** The purpose keeps one kind of proof from being used as another; no token has a space. */
function sign(key: string, purpose: string, text: string): Buffer {
  return createHmac('sha256', key).update(`${purpose} session ${text}`).digest()
}

const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
