import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { emitPageEvent } from '#src/lib/page-events.ts'
import type { SiteConfig } from '#src/lib/site-config.ts'
import { removeTrackingCookies } from './consent-cookie.ts'
import { countOnce } from './counted-orders.ts'
import {
  disableGoogleTags,
  prepareGoogleTags,
  sendConversion,
  sendPageView,
  sendPurchase,
} from './google-tag.ts'
import { disableMetaPixels, prepareMetaPixels, sendPixelPurchase, sendPixelViews } from './meta-pixel.ts'
import { purchaseFor } from './purchase.ts'
import { recipientsOf, type Recipient } from './recipients.ts'

/** Sends a page view to the recipients of the basket, or to those of the shop without one [MONI-29, MONI-30]. */
export function trackView(config: SiteConfig, path: string, title: string, checkout?: Checkout) {
  const recipients = prepare(config, checkout)
  sendPageView(idsOf(recipients, 'tag'), path, title)
  sendPixelViews(idsOf(recipients, 'pixel'), path)
}

/** Sends the sale of a paid order to its recipients, once [BANK-12, DELI-12, DELI-13, MONI-31]. */
export async function trackSale(config: SiteConfig, checkout: Checkout): Promise<void> {
  const recipients = prepare(config, checkout)
  await countOnce(checkout.sale_reference, (transactionId) => {
    for (const recipient of recipients)
      senders[recipient.kind](recipient.id, purchaseFor(checkout, recipient, transactionId))
  })
}

/** Stops analytics and pixels at once, and deletes their cookies. */
export function stopTracking() {
  disableGoogleTags()
  disableMetaPixels()
  removeTrackingCookies()
}

const senders = { tag: sendPurchase, conversion: sendConversion, pixel: sendPixelPurchase }

function prepare(config: SiteConfig, checkout?: Checkout): Recipient[] {
  const recipients = recipientsOf(config, checkout)
  if (recipients.length === 0) return recipients
  hideAddress()
  const tags = [...idsOf(recipients, 'tag'), ...accountsOf(recipients)]
  prepareGoogleTags(config.analyticsScript, [...new Set(tags)]).catch(() =>
    emitPageEvent({ type: 'problem', name: 'analytics', detail: "Google's script cannot be loaded" }),
  )
  prepareMetaPixels(config.pixelScript, idsOf(recipients, 'pixel')).catch(() =>
    emitPageEvent({ type: 'problem', name: 'analytics', detail: "Meta's script cannot be loaded" }),
  )
  return recipients
}

const idsOf = (recipients: readonly Recipient[], kind: Recipient['kind']) =>
  recipients.filter((one) => one.kind === kind).map(({ id }) => id)

/** The Google Ads accounts of conversions, which need tags of their own. */
const accountsOf = (recipients: readonly Recipient[]) =>
  idsOf(recipients, 'conversion').map((id) => id.split('/')[0] ?? '')

/**
 * Takes the query from the page's address and hides the page before it: the scripts send both, and on another back-end
 * they may have a sale reference or a token in them [L11].
 */
function hideAddress() {
  if (location.search || location.hash) history.replaceState(history.state, '', location.pathname)
  Object.defineProperty(document, 'referrer', { configurable: true, get: () => '' })
}
