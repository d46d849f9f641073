import { loadScript } from '#src/lib/script-loader.ts'
import type { Purchase } from './purchase.ts'

/** https://developers.facebook.com/docs/meta-pixel/reference */
interface Fbq {
  (...command: unknown[]): void
  callMethod?: (...command: unknown[]) => void
  queue: unknown[][]
  push: Fbq
  loaded: boolean
  version: string
  /** Sends no page view of its own when the address changes. */
  disablePushState: boolean
}

declare global {
  interface Window {
    fbq?: Fbq
    _fbq?: Fbq
  }
}

const prepared = new Set<string>()

/** Prepares pixels, and loads Meta's script with the first one. Rejects if it cannot be loaded. */
export async function prepareMetaPixels(script: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const isNew = !window.fbq
  const fbq = (window.fbq ??= window._fbq = createQueue())
  fbq('consent', 'grant')
  for (const id of ids) {
    if (prepared.has(id)) continue
    prepared.add(id)
    // Else the script reports the texts of pressed buttons and the page's metadata.
    fbq('set', 'autoConfig', false, id)
    fbq('init', id)
  }
  if (isNew) await loadScript(new URL(script, location.origin).href)
}

/** Sends a page view of a step to each pixel [MONI-30]. */
export function sendPixelViews(ids: readonly string[], path: string) {
  for (const id of ids) window.fbq?.('trackSingle', id, 'PageView', { content_name: path })
}

/** Sends a sale to a pixel [DELI-13]. */
export function sendPixelPurchase(id: string, { transactionId, value, currency, items }: Purchase) {
  const contents = items.map(({ item_id, quantity }) => ({ id: item_id, quantity }))
  const sale = { value, currency, content_type: 'product', contents }
  window.fbq?.('trackSingle', id, 'Purchase', sale, { eventID: transactionId })
}

/** Switches all pixels off. */
export function disableMetaPixels() {
  window.fbq?.('consent', 'revoke')
}

/** The queue that Meta's script takes over, as in Meta's base code. */
function createQueue(): Fbq {
  const fbq: Fbq = Object.assign(
    (...command: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...command)
      else fbq.queue.push(command)
    },
    { queue: [], loaded: true, version: '2.0', disablePushState: true },
  ) as unknown as Fbq
  fbq.push = fbq
  return fbq
}
