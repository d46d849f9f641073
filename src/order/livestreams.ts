import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { webAddress } from '#src/lib/web-address.ts'

/** A livestreamed event with its address. */
export interface Livestream {
  id: string
  title: string
  address: string
}

/** Returns the events of the order that have a livestream with an address [DONE-17, DONE-18, OPEN-88]. */
export function livestreams({ events }: Pick<Checkout, 'events'>, origin?: string): Livestream[] {
  return events.flatMap(({ id, title, has_livestream, access_online }) => {
    const address = has_livestream ? webAddress(access_online, origin) : null
    return address ? [{ id, title, address }] : []
  })
}
