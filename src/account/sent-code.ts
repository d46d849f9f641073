import * as z from 'zod/mini'
import { count, text } from '#src/http/wire.ts'
import { withStorage } from '#src/lib/session-storage.ts'

const sentCodeSchema = z.object({ email: text, sentAt: count })
const storageKey = 'sent-code'
const VALID_FOR_MS = 15 * 60 * 1_000

/** Stores the email that a code was sent to, for reloads of this tab while the code is valid: 15 minutes [ACCT-18]. */
export function rememberSentCode(email: string) {
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify({ email, sentAt: Date.now() })))
}

/** Returns the email that a valid code was sent to from this tab, '' for none. */
export function recallSentCode(): string {
  const stored = sentCodeSchema.safeParse(
    withStorage((storage) => JSON.parse(storage.getItem(storageKey) ?? 'null') as unknown),
  )
  if (!stored.success) return ''
  const age = Date.now() - stored.data.sentAt
  if (age >= 0 && age < VALID_FOR_MS) return stored.data.email
  forgetSentCode()
  return ''
}

/** Removes the email once its code is used or replaced. */
export function forgetSentCode() {
  withStorage((storage) => storage.removeItem(storageKey))
}
