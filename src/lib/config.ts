/**
 * Configuration of a shop at run time [OPEN-81, OPEN-85, OPEN-95]. Every setting has a working default; '' means unused.
 * All settings are public.
 */
export type Config = {
  productName: string
  newsletterName: string
  ticketService: string
  /** Script address of the captcha; '' for the provider's own. */
  captchaScript: string
  /** Script address of the card provider; '' for the provider's own. */
  stripeScript: string
  /** Script address of the seating plan; '' for the provider's own. */
  seatsScript: string
  /** Key for card payments if the server has none. */
  cardPublishableKey: string
  /** Address where buyers get help, such as `mailto:help@example.com`; '' for none. */
  supportUrl: string
  /** Addresses of pages about the shop by their names, such as "Privacy", for the foot of every screen. */
  footerLinks: Record<string, string>
  /** Other hosts that the page may redirect to. */
  redirectHosts: string[]
  /** Introductions to ticket questions, by event id and by organiser name. */
  questionIntrosByEvent: Record<string, string>
  questionIntrosByOrganiser: Record<string, string>
  /** The map of places to stay: its `address` and `partnerId`, and colours under the names that it expects [STAY-04]. */
  accommodation: Record<string, string>
  /** Whether external services are simulated; shown to everyone. */
  isSandbox: boolean
}

type Setting = Config[keyof Config]

const defaults: Omit<Config, 'newsletterName'> = {
  productName: 'Foyer',
  ticketService: 'Bitticket',
  captchaScript: '',
  stripeScript: '',
  seatsScript: '',
  cardPublishableKey: '',
  supportUrl: '',
  footerLinks: {},
  redirectHosts: [],
  questionIntrosByEvent: {},
  questionIntrosByOrganiser: {},
  accommodation: {},
  isSandbox: false,
}

/** Parses a configuration from JSON; missing values and values of the wrong type get their default. */
export function parseConfig(json: string): Config {
  const { newsletterName, ...config } = parseSettings(json, { ...defaults, newsletterName: '' })
  return { ...config, newsletterName: newsletterName || `the ${config.productName} newsletter` }
}

/** Parses settings from JSON; missing values and values of the wrong type get their default. */
export function parseSettings<Settings extends Record<string, Setting>>(
  json: string,
  otherwise: Settings,
): Settings {
  const given = record(parse(json))
  // Each value has the type of its default.
  return Object.fromEntries(
    Object.entries(otherwise).map(([name, value]) => [name, likewise(given[name], value)]),
  ) as Settings
}

declare global {
  /** The settings of the page where there is no document: in the shop, which draws it. */
  var pageSettings: string | undefined
}

/** The settings of this page as JSON, from `<script id="config" type="application/json">`. */
export const pageSettings =
  globalThis.pageSettings ??
  (typeof document === 'undefined' ? null : document.getElementById('config')?.textContent) ??
  ''

/** Configuration of this page, read once. */
export const config: Config = parseConfig(pageSettings)

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** Returns the value without blank and mistyped entries if it has the type of the default, else the default. */
function likewise(value: unknown, otherwise: Setting) {
  if (typeof otherwise === 'string') return text(value, otherwise)
  if (typeof otherwise === 'boolean') return typeof value === 'boolean' ? value : otherwise
  if (Array.isArray(otherwise))
    return Array.isArray(value) ? value.map((item) => text(item)).filter(Boolean) : []
  const texts = Object.entries(record(value)).map(([name, item]) => [name, text(item)])
  return Object.fromEntries(texts.filter(([, item]) => item))
}

function text(value: unknown, otherwise = ''): string {
  return typeof value === 'string' && value.trim() ? value.trim() : otherwise
}
