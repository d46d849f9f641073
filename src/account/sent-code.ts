import * as z from 'zod/mini'
import { signOutMark } from '#src/checkout/sign-outs.ts'
import { count, flag, text } from '#src/http/wire.ts'
import { withStorage } from '#src/lib/session-storage.ts'

/** The email of a one-time code, and whether the code has confirmed it. */
export interface SentCode {
  email: string
  isConfirmed: boolean
}

const sentCodeSchema = z.object({ email: text, isConfirmed: flag, sale: text, signOut: text, sentAt: count })
const storageKey = 'sent-code'
const VALID_FOR_MS = 15 * 60 * 1_000

/**
 * Stores the email of a code for reloads of this tab: as long as the code is valid, 15 minutes [ACCT-18], or, if it has confirmed
 * the email, for the sale with this reference; in any case until somebody signs out.
 */
export function rememberSentCode(code: SentCode, sale: string) {
  withStorage((storage) =>
    storage.setItem(
      storageKey,
      JSON.stringify({ ...code, sale, signOut: signOutMark(), sentAt: Date.now() }),
    ),
  )
}

/** Returns the email that a valid code was sent to from this tab, or that one has confirmed for this sale; undefined for none. */
export function recallSentCode(sale: string): SentCode | undefined {
  const stored = sentCodeSchema.safeParse(
    withStorage((storage) => JSON.parse(storage.getItem(storageKey) ?? 'null') as unknown),
  )
  if (!stored.success) return undefined
  const { email, isConfirmed, sale: knownSale, signOut, sentAt } = stored.data
  const age = Date.now() - sentAt
  const isValid = isConfirmed ? knownSale === sale : age >= 0 && age < VALID_FOR_MS
  if (isValid && signOut === (signOutMark() ?? '')) return { email, isConfirmed }
  forgetSentCode()
  return undefined
}

/** Removes the email once its code is used or replaced. */
export function forgetSentCode() {
  withStorage((storage) => storage.removeItem(storageKey))
}
