import { sql } from 'kysely'

import { simulatorOrigin, type Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { describeError, type Log } from '#server/log.ts'

import { sandboxCaptchaKeys } from './sandbox-keys.ts'

interface CaptchaContext {
  config: Config
  db: Database
  fetch: typeof fetch
  log: Log
}

const freshForSeconds = 3 * 60
const timeoutMs = 5000

/** Site key for the page's captcha. */
export function captchaSitekey(config: Config): string {
  return keysOf(config).sitekey
}

/**
 * Verifies a captcha token with hCaptcha, which accepts each token once. Returns false in every other case, also if the
 * service is unreachable.
 */
export async function isHuman({ config, db, fetch, log }: CaptchaContext, token: string): Promise<boolean> {
  if (token === '' || token.length > 10_000) return false
  const { secret, sitekey } = keysOf(config)
  try {
    const reply = await fetch(verifyUrl(config), {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, sitekey }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const solvedAt = reply.ok ? timeOfSuccess(await reply.json()) : null
    return solvedAt !== null && (await isFresh(db, solvedAt))
  } catch (error) {
    log({ event: 'captcha service unreachable', ...describeError(error) })
    return false
  }
}

function keysOf(config: Config): { sitekey: string; secret: string } {
  if (config.providers.hcaptcha) return config.providers.hcaptcha
  if (config.mode === 'sandbox') return sandboxCaptchaKeys
  throw new Error('The captcha is not simulated in production')
}

function verifyUrl(config: Config): string {
  return config.providers.hcaptcha
    ? 'https://api.hcaptcha.com/siteverify'
    : `${simulatorOrigin(config)}/sandbox/hcaptcha/siteverify`
}

/** When a challenge was solved; null if it was not. */
function timeOfSuccess(verdict: unknown): Date | null {
  if (!verdict || typeof verdict !== 'object' || !('success' in verdict) || verdict.success !== true)
    return null
  const solvedAt = new Date('challenge_ts' in verdict ? String(verdict.challenge_ts) : Number.NaN)
  return Number.isNaN(solvedAt.getTime()) ? null : solvedAt
}

async function isFresh(db: Database, solvedAt: Date): Promise<boolean> {
  const { age } = await db
    .selectNoFrom(sql<number>`extract(epoch from ${shopNow} - ${solvedAt}::timestamptz)::float8`.as('age'))
    .executeTakeFirstOrThrow()
  return Math.abs(age) < freshForSeconds
}
