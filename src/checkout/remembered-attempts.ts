import type { Attempt } from '#machines/payment-attempt.ts'
import { withStorage } from '#src/lib/session-storage.ts'

/** Where `rememberAttempts` of the payment keeps them; apart from it, as this is in the first load. */
export const attemptsKey = 'attempts'

/**
 * Returns the attempts to pay that were sent before a reload of the page; nothing if there are none, no storage, or something
 * else in it.
 */
export function rememberedAttempts(): Attempt[] | null | undefined {
  return withStorage((storage) => {
    const known = JSON.parse(storage.getItem(attemptsKey) ?? 'null') as Attempt[] | null
    return known?.filter(({ key }) => key)
  })
}
