import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { SiteConfig } from '#src/lib/site-config.ts'
import { isConversion, isGoogleTag, isMetaPixel } from '#src/lib/tag-ids.ts'

type Kind = 'tag' | 'conversion' | 'pixel'

/** Who is told of a sale: a Google tag, a conversion of Google Ads or a Meta pixel, and of what. */
export interface Recipient {
  kind: Kind
  id: string
  /** Ids of the events that it belongs to; null for the whole shop. */
  eventIds: string[] | null
}

/** The part of a checkout that names recipients. */
type Basket = Pick<Checkout, 'events' | 'ga_ua_properties'>

const noBasket: Basket = { events: [], ga_ua_properties: [] }

const kinds: Record<Kind, (id: string) => boolean> = {
  tag: isGoogleTag,
  conversion: isConversion,
  pixel: isMetaPixel,
}

/**
 * Returns the recipients of a basket, each once: those of the shop, and with `eventTags` those of its events [ENTI-12,
 * ENTI-21]. Ids that do not look like one are left out [S30].
 */
export function recipientsOf(
  { analyticsTag, metaPixel, eventTags }: Pick<SiteConfig, 'analyticsTag' | 'metaPixel' | 'eventTags'>,
  { events, ga_ua_properties }: Basket = noBasket,
): Recipient[] {
  const recipients: Recipient[] = []
  function add(kind: Kind, id: string, eventId: string | null) {
    if (!kinds[kind](id)) return
    const known = recipients.find((one) => one.kind === kind && one.id === id)
    if (!known) recipients.push({ kind, id, eventIds: eventId === null ? null : [eventId] })
    else if (eventId !== null) known.eventIds?.push(eventId)
  }
  add('tag', analyticsTag, null)
  add('pixel', metaPixel, null)
  if (!eventTags) return recipients
  for (const { id, ga, ga_conversion_id, fb_pixel } of events) {
    add('tag', ga, id)
    add('tag', ga_conversion_id, id)
    add('conversion', ga_conversion_id, id)
    add('pixel', fb_pixel, id)
  }
  // The list repeats the tags of the events; any other is the shop's.
  for (const id of ga_ua_properties) if (!recipients.some((one) => one.id === id)) add('tag', id, null)
  return recipients
}

/** Whether a shop with this configuration can have any recipient, so that there is something to consent to. */
export const hasRecipients = (config: Pick<SiteConfig, 'analyticsTag' | 'metaPixel' | 'eventTags'>) =>
  config.eventTags || recipientsOf(config).length > 0
