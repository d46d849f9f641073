import { randomBytes } from 'node:crypto'

import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { sandboxSeatsKeys } from '#server/providers/sandbox-keys.ts'

import { SeatsError } from './seats-error.ts'

/** Minutes for which a new hold token is valid, in shop time. */
const defaultMinutes = 15

/** A hold token in seats.io's shape. */
export interface HoldToken {
  holdToken: string
  expiresAt: string
  expiresInSeconds: number
  workspaceKey: string
}

export async function createHoldToken(db: Database, minutes = defaultMinutes): Promise<HoldToken> {
  const token = randomBytes(12).toString('base64url')
  await db
    .insertInto('sandbox_hold_tokens')
    .values({ token, expires_at: shopNowPlus(minutes * 60) })
    .execute()
  return readHoldToken(db, token)
}

/** Sets when a token expires, counted from now; 0 expires it at once. Throws `SeatsError`. */
export async function changeHoldToken(db: Database, token: string, minutes: number): Promise<HoldToken> {
  const before = await readHoldToken(db, token)
  const { expires_at } = await db
    .updateTable('sandbox_hold_tokens')
    .set({ expires_at: shopNowPlus(minutes * 60) })
    .where('token', '=', token)
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { ...before, expiresAt: expires_at.toISOString(), expiresInSeconds: minutes * 60 }
}

/** Returns a token that has not expired. Throws `SeatsError`. */
export async function readHoldToken(db: Database, token: string): Promise<HoldToken> {
  const found = await db
    .selectFrom('sandbox_hold_tokens')
    .select(['expires_at', shopNow.as('now')])
    .where('token', '=', token)
    .where('expires_at', '>', shopNow)
    .executeTakeFirst()
  if (!found) throw new SeatsError(404, 'HOLD_TOKEN_NOT_FOUND', `Hold token not found: ${token}`)
  return {
    holdToken: token,
    expiresAt: found.expires_at.toISOString(),
    expiresInSeconds: Math.round((found.expires_at.getTime() - found.now.getTime()) / 1000),
    workspaceKey: sandboxSeatsKeys.publicKey,
  }
}
