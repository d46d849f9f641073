import type { CheckoutActor } from '#src/checkout/step-props.ts'
import { isRecordedWithConsent, siteConfig } from '#src/lib/site-config.ts'
import { hasRecipients } from '#src/analytics/recipients.ts'
import { loadToaster } from '#src/ui/notify.ts'
import { startSiteScripts } from './site-scripts.ts'

/**
 * Starts what the first step does not need: notifications, the scripts of the surrounding site, and with `checkout`
 * missing on the seat-selection screen, the question for consent, analytics and ad pixels if there is anything to ask for.
 */
export function startSite(checkout?: CheckoutActor) {
  loadToaster().catch(() => {})
  startSiteScripts(siteConfig)
  if (!hasRecipients(siteConfig) && !isRecordedWithConsent) return
  import('./analytics.tsx').then(({ startAnalytics }) => startAnalytics(siteConfig, checkout)).catch(() => {})
}
