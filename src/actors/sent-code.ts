import * as z from 'zod/mini'
import { count, text } from '#src/api/schemas/wire.ts'

const sentCodeSchema = z.object({ email: text, sentAt: count })
const storageKey = 'sent-code'
const VALID_FOR = 15 * 60 * 1_000

/** Keeps the address that a code was sent to, for a reload of this tab: nothing else, and while the code is valid [ACCT-18]. */
export function rememberSentCode(email: string) {
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify({ email, sentAt: Date.now() })))
}

/** The address that a valid code was sent to from this tab, '' when there is none. */
export function recallSentCode(): string {
  const stored = sentCodeSchema.safeParse(
    withStorage((storage) => JSON.parse(storage.getItem(storageKey) ?? 'null') as unknown),
  )
  if (!stored.success) return ''
  const age = Date.now() - stored.data.sentAt
  if (age >= 0 && age < VALID_FOR) return stored.data.email
  forgetSentCode()
  return ''
}

/** Forgets the email once its code is used or replaced. */
export function forgetSentCode() {
  withStorage((storage) => storage.removeItem(storageKey))
}

/** A browser may forbid storage, and somebody may have written anything there. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
