import { loadScript } from '#src/lib/script-loader.ts'
import type { Purchase } from './purchase.ts'

/** https://developers.google.com/tag-platform/gtagjs/reference */
declare global {
  interface Window {
    dataLayer?: unknown[]
    [disabled: `ga-disable-${string}`]: boolean
  }
}

const configured = new Set<string>()

/** Passes a command to Google's script, which expects the arguments of a call and not an array. */
const gtag: (...command: unknown[]) => void = function () {
  // eslint-disable-next-line prefer-rest-params -- see above
  ;(window.dataLayer ??= []).push(arguments)
}

/** Prepares tags, and loads Google's script with the first one. Rejects if it cannot be loaded. */
export async function prepareGoogleTags(script: string, ids: readonly string[]): Promise<void> {
  const [first] = ids
  if (!first) return
  const isNew = configured.size === 0
  if (isNew) gtag('js', new Date())
  for (const id of ids) {
    window[`ga-disable-${id}`] = false
    if (configured.has(id)) continue
    configured.add(id)
    gtag('config', id, { send_page_view: false })
  }
  if (!isNew) return
  const address = new URL(script, location.origin)
  address.searchParams.set('id', first)
  await loadScript(address.href)
}

/** Sends a page view of a step [MONI-29]. `path` and `title` stand for the address and title of the page. */
export function sendPageView(ids: readonly string[], path: string, title: string) {
  if (ids.length === 0) return
  // For all events, also those that the script sends by itself.
  gtag('set', { page_location: location.origin + path, page_title: title, page_referrer: '' })
  gtag('event', 'page_view', { send_to: ids })
}

/** Sends a sale to a tag [DELI-12, MONI-31]. */
export function sendPurchase(id: string, { transactionId, ...purchase }: Purchase) {
  gtag('event', 'purchase', { send_to: id, transaction_id: transactionId, ...purchase })
}

/** Sends a sale as a conversion of Google Ads [DELI-13]. */
export function sendConversion(id: string, { transactionId, value, currency }: Purchase) {
  gtag('event', 'conversion', { send_to: id, transaction_id: transactionId, value, currency })
}

/**
 * Switches all tags off. Consent mode is not used: a denied consent makes Google's script send a request that says so.
 */
export function disableGoogleTags() {
  for (const id of configured) window[`ga-disable-${id}`] = true
}
