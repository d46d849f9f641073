/**
 * What a shop sets without building anew [OPEN-81, OPEN-85, OPEN-95]. Everything has a default
 * with which the checkout works; an empty text means "not used". Nothing here is secret: every visitor can read it.
 */
export type Config = {
  productName: string
  newsletterName: string
  ticketService: string
  /** Script address of the human check; empty for the provider's public one. */
  captchaScript: string
  /** Script address of the card provider, where it differs from the public one. */
  stripeScript: string
  /** Key for card payments when the server names none. */
  cardPublishableKey: string
  /** Hosts other than this site's that the buyer may be sent to. */
  redirectHosts: string[]
  /** Introductions to ticket questions, by event id and by organiser name. */
  questionIntrosByEvent: Record<string, string>
  questionIntrosByOrganiser: Record<string, string>
  /** Whether the shop runs with stand-ins for outside services; shown to everyone. */
  isSandbox: boolean
}

const defaults: Omit<Config, 'newsletterName'> = {
  productName: 'Foyer',
  ticketService: 'Bitticket',
  captchaScript: '',
  stripeScript: '',
  cardPublishableKey: '',
  redirectHosts: [],
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
