import { pageSettings, parseSettings } from './config.ts'

/**
 * Configuration of the surrounding site's scripts, of analytics, ad pixels and error reports [OPEN-95]; part of the
 * page's configuration, but read after the first step. '' and empty lists mean unused.
 */
export type SiteConfig = {
  /** Address of the base script, which is loaded first [CONT-15]. */
  baseScript: string
  /** Addresses of the further scripts [CONT-16]. */
  siteScripts: string[]
  /** Name on `window` that the base script sets to `true` when it has loaded [MONI-32]. */
  readyFlag: string
  /** The cookie that stands for consent to analytics and ad pixels: `name=value` [MONI-27]. */
  consentCookie: string
  /** Whether the page asks for consent; false if the site around it does. */
  consentBanner: boolean
  /** Address of the site's cookie policy, for the banner. */
  cookiePolicy: string
  /** The shop's own Google tag, such as `G-ABC123`. */
  analyticsTag: string
  /** The shop's own Meta pixel: digits. */
  metaPixel: string
  /** Whether the tags and pixels of the events in the basket are used as well. */
  eventTags: boolean
  /** Address of Google's script, to which the id is added. */
  analyticsScript: string
  /** Address of Meta's script. */
  pixelScript: string
  /** Address (DSN) of the error-reporting service; '' for no reports [MONI-02]. */
  monitoringAddress: string
  /** Further settings of error reports: `environment`, `release`, `email` and `replayCookie` (docs/operations.md). */
  monitoring: Record<string, string>
}

const defaults: SiteConfig = {
  baseScript: '',
  siteScripts: [],
  readyFlag: 'siteReady',
  consentCookie: 'analytics_consent=1',
  consentBanner: true,
  cookiePolicy: '',
  analyticsTag: '',
  metaPixel: '',
  eventTags: false,
  analyticsScript: 'https://www.googletagmanager.com/gtag/js',
  pixelScript: 'https://connect.facebook.net/en_US/fbevents.js',
  monitoringAddress: '',
  monitoring: {},
}

/** Parses the configuration of the site from JSON; missing values and values of the wrong type get their default. */
export const parseSiteConfig = (json: string): SiteConfig => parseSettings(json, defaults)

/** The site's configuration for this page. */
export const siteConfig: SiteConfig = parseSiteConfig(pageSettings)

/** The cookie by which buyers allow recordings of the page; 'none' for a shop that needs no consent [MONI-04]. */
export const replayCookieOf = ({ monitoring, consentCookie }: SiteConfig): string =>
  monitoring.replayCookie ?? consentCookie

/** Whether pages are recorded with the consent for which they ask. */
export const asksToRecord = (config: SiteConfig): boolean =>
  config.monitoringAddress !== '' && replayCookieOf(config) === config.consentCookie

export const replayCookie = replayCookieOf(siteConfig)

export const isRecordedWithConsent = asksToRecord(siteConfig)
