import type { Attempt } from '#machines/payment-attempt.ts'
import { withStorage } from '#src/lib/session-storage.ts'
import { attemptsKey } from '#src/checkout/remembered-attempts.ts'

/** Remembers for reloads which attempts may have charged the buyer; never what was sent. A bank transfer charges nothing. */
export function rememberAttempts(attempts: Attempt[]): void {
  const charges = attempts.filter(({ method }) => method !== 'bank')
  const known = charges.map((attempt): Attempt => ({ ...attempt, again: null }))
  withStorage((storage) => storage.setItem(attemptsKey, JSON.stringify(known)))
}
