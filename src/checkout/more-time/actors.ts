import type { Extension } from '#machines/hold-extension.ts'
import { holdFrom } from '#src/checkout/read-checkout.ts'
import * as calls from './calls.ts'

/** Asks the shop for more time. */
export async function extendHold(): Promise<Extension> {
  const askedAt = performance.now()
  const { extended, seconds_remaining, message } = await calls.extendHold()
  const hold = holdFrom(seconds_remaining, askedAt)
  if (!hold) throw new Error('the reply does not say how long the tickets are held')
  return { isExtended: extended, message, hold: extended ? { ...hold, asOf: performance.now() } : hold }
}
