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

/** Site key for the page's captcha. */
export function captchaSitekey(config: Config): string {
  return keysOf(config).sitekey
}

/**
 * Verifies a captcha token with hCaptcha, which accepts each token once. Returns false in every other case, also if the
 * service is unreachable.
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

function isFreshSuccess(verdict: unknown): boolean {
  if (!verdict || typeof verdict !== 'object' || !('success' in verdict)) return false
  const solvedAt = 'challenge_ts' in verdict ? Date.parse(String(verdict.challenge_ts)) : Number.NaN
  return verdict.success === true && Math.abs(Date.now() - solvedAt) < freshForMs
}
