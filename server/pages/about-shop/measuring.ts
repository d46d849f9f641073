import type { Config } from '#server/config.ts'

import { asksToRecord, parseSiteConfig, replayCookieOf } from '#src/lib/site-config.ts'

/** How the pages of a shop measure their use. */
export interface Measuring {
  /** Who measures visits and adverts with the consent of a buyer. */
  trackers: ('Google' | 'Meta')[]
  /** Which visits may be recorded; '' for none. */
  recorded: '' | 'accepted' | 'any'
  /** The name of the cookie with the choice for which the banner asks; '' if there is no banner. */
  choice: string
}

/** Reads from the settings of the page how it measures its use, as the page itself does. */
export function measuringOf(page: Config['page']): Measuring {
  const site = parseSiteConfig(JSON.stringify(page))
  const [choice = ''] = site.consentCookie.split('=')
  const trackers = [
    ...(site.analyticsTag || site.eventTags ? ['Google' as const] : []),
    ...(site.metaPixel || site.eventTags ? ['Meta' as const] : []),
  ]
  return {
    trackers,
    recorded: !site.monitoringAddress ? '' : replayCookieOf(site) === 'none' ? 'any' : 'accepted',
    choice: site.consentBanner && (trackers.length > 0 || asksToRecord(site)) ? choice : '',
  }
}
