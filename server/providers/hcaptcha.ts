import { simulatorOrigin, type Config } from '#server/config.ts'
import { describeError, type Log } from '#server/log.ts'

import { sandboxCaptchaKeys } from './sandbox-keys.ts'

interface CaptchaContext {
  config: Config
  fetch: typeof fetch
  log: Log
}

const freshForMs = 3 * 60 * 1000
const timeoutMs = 5000

/** The key with which the page shows the challenge. */
export function captchaSitekey(config: Config): string {
  return keysOf(config).sitekey
}

/**
 * Whether a person solved the challenge just now, by the captcha service's own word; it accepts each token once.
 * On any doubt the answer is no, also when the service cannot be asked.
 */
export async function isHuman({ config, fetch, log }: CaptchaContext, token: string): Promise<boolean> {
  if (token === '' || token.length > 10_000) return false
  const { secret, sitekey } = keysOf(config)
  try {
    const reply = await fetch(verifyUrl(config), {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, sitekey }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return reply.ok && isFreshSuccess(await reply.json())
  } catch (error) {
    log({ event: 'captcha service not reached', ...describeError(error) })
    return false
  }
}

function keysOf(config: Config): { sitekey: string; secret: string } {
  if (config.providers.hcaptcha) return config.providers.hcaptcha
  if (config.mode === 'sandbox') return sandboxCaptchaKeys
  throw new Error('There are no stand-ins in production')
}

function verifyUrl(config: Config): string {
  return config.providers.hcaptcha
    ? 'https://api.hcaptcha.com/siteverify'
    : `${simulatorOrigin(config)}/sandbox/hcaptcha/siteverify`
}

function isFreshSuccess(verdict: unknown): boolean {
  if (!verdict || typeof verdict !== 'object' || !('success' in verdict)) return false
  const solvedAt = 'challenge_ts' in verdict ? Date.parse(String(verdict.challenge_ts)) : Number.NaN
  return verdict.success === true && Math.abs(Date.now() - solvedAt) < freshForMs
}
