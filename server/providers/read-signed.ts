import * as z from 'zod'

import type { ProviderEvent } from './payment-provider.ts'

/** A provider has signed an event that is not what its documents say: it says so again however often it sends it. */
export class MalformedEvent extends Error {
  override name = 'MalformedEvent'
}

// Longer than any id of a provider, and short enough for an index.
const name = z.string().min(1).max(255)

/** What the shop stores and looks up of an event. The rest was made here. */
const eventSchema = z.looseObject({
  id: name,
  type: name,
  payment: name.nullable(),
  reference: z.string().max(255),
  account: z.string().max(255).optional(),
})

/** Reads an event whose signature is valid. Throws `MalformedEvent`. */
export function readSigned(read: () => ProviderEvent): ProviderEvent {
  try {
    const event = read()
    eventSchema.parse(event)
    return event
  } catch (error) {
    throw new MalformedEvent('The event is malformed', { cause: error })
  }
}
