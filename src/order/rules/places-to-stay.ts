import type { Checkout } from '#src/checkout/schemas/checkout.ts'

/** An event with a full venue address, and the address of its map of places to stay. */
export interface Stay {
  eventId: string
  title: string
  map: string
}

/** Settings of the accommodation map; other entries than these two are its colours, such as `maincolor` [STAY-07]. */
export type StayConfig = Record<string, string> & { address?: string; partnerId?: string }

/** Our own colour, for a map that has no others. */
const colours = { maincolor: '6b3fd1' }

/** Events with a full venue address, and their maps [STAY-01..08, OPEN-91]. `origin` is the page's. */
export function placesToStay(
  { events, tickets }: Pick<Checkout, 'events' | 'tickets'>,
  config: StayConfig,
  origin: string,
): Stay[] {
  const { address = '/places-to-stay/', partnerId = 'foyer', ...ownColours } = config
  return events.flatMap(({ id, title, venue }) => {
    if (!venue?.full_address) return []
    const map = new URL(address, origin)
    const adults = tickets.filter((line) => line.event_id === id).reduce((sum, line) => sum + line.qty, 0)
    const fields = {
      aid: partnerId,
      address: venue.map_address || venue.full_address,
      ...(venue.map_checkin && { checkin: venue.map_checkin }),
      ...(Object.keys(ownColours).length ? ownColours : colours),
      adults: String(adults),
    }
    for (const [name, value] of Object.entries(fields)) map.searchParams.set(name, value)
    return [{ eventId: id, title, map: map.href }]
  })
}
