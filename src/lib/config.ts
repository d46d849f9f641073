/**
 * What a shop sets without building anew [OPEN-81, OPEN-85, OPEN-91, OPEN-92, OPEN-95]. Everything has a default
 * with which the checkout works; an empty text means "not used". Nothing here is secret: every visitor can read it.
 */
export type Config = {
  productName: string
  newsletterName: string
  bankTransferProvider: string
  ticketService: string
  /** Script address of the human check; empty for the provider's public one. */
  captchaScript: string
  /** Script addresses of the card providers, where they differ from the public ones. */
  stripeScript: string
  squareScript: string
  /** Key for card payments when the server names none. */
  cardPublishableKey: string
  /** Script address of the seating chart; `{region}` is filled in from the seating plan. */
  seatChartScript: string
  /** The script to load on start and those that follow once it has signalled. */
  baseScript: string
  siteScripts: string[]
  /** Name of the cookie whose value 1 is the consent to analytics, and the tag to load then. */
  consentCookie: string
  analyticsTag: string
  /** Where errors are reported; empty for nowhere. */
  errorReportingDsn: string
  reportsUserEmail: boolean
  /** Hosts other than this site's that the buyer may be sent to. */
  redirectHosts: string[]
  /** Address, partner and colour (hexadecimal, no #) of the embedded accommodation map. */
  accommodationMap: string
  accommodationPartner: string
  accommodationColour: string
  /** Introductions to ticket questions, by event id and by organiser name. */
  questionIntrosByEvent: Record<string, string>
  questionIntrosByOrganiser: Record<string, string>
  /** Whether the shop runs with stand-ins for outside services; shown to everyone. */
  isSandbox: boolean
}

const defaults: Omit<Config, 'newsletterName'> = {
  productName: 'Foyer',
  bankTransferProvider: 'TrueLayer',
  ticketService: 'Bitticket',
  captchaScript: '',
  stripeScript: '',
  squareScript: '',
  cardPublishableKey: '',
  seatChartScript: 'https://cdn-{region}.seatsio.net/chart.js',
  baseScript: '',
  siteScripts: [],
  consentCookie: 'analytics_consent',
  analyticsTag: '',
  errorReportingDsn: '',
  reportsUserEmail: true,
  redirectHosts: [],
  accommodationMap: '',
  accommodationPartner: '',
  accommodationColour: '',
  questionIntrosByEvent: {},
  questionIntrosByOrganiser: {},
  isSandbox: false,
}

/** Reads a configuration from JSON text. A value that is missing or of the wrong type is its default. */
export function parseConfig(json: string): Config {
  const given = record(parse(json))
  const read = Object.entries(defaults).map(([name, otherwise]) => [name, likewise(given[name], otherwise)])
  // Every name of the defaults is read in the default's own type.
  const config = Object.fromEntries(read) as typeof defaults
  return { ...config, newsletterName: text(given.newsletterName, `the ${config.productName} newsletter`) }
}

/** The configuration of this page, read once from its `<script id="config" type="application/json">`. */
export const config: Config = parseConfig(
  (typeof document === 'undefined' ? null : document.getElementById('config')?.textContent) ?? '',
)

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

/** The value if it is of the default's type, without what is blank or of another type inside; else the default. */
function likewise(value: unknown, otherwise: Config[keyof Config]) {
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
