import { createHash, randomBytes } from 'node:crypto'

/** Makes a random token for a cookie or the address of a link. Only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Hashes a token for storage. It is too long to be guessed, so it needs no salt. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
