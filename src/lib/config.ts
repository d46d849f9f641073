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

/** Reads a configuration from JSON text. A value that is missing or of the wrong type is its default. */
export function parseConfig(json: string): Config {
  const given = record(parse(json))
  const productName = text(given.productName, 'Foyer')
  return {
    productName,
    newsletterName: text(given.newsletterName, `the ${productName} newsletter`),
    bankTransferProvider: text(given.bankTransferProvider, 'TrueLayer'),
    ticketService: text(given.ticketService, 'Bitticket'),
    captchaScript: text(given.captchaScript),
    stripeScript: text(given.stripeScript),
    squareScript: text(given.squareScript),
    cardPublishableKey: text(given.cardPublishableKey),
    seatChartScript: text(given.seatChartScript, 'https://cdn-{region}.seatsio.net/chart.js'),
    baseScript: text(given.baseScript),
    siteScripts: texts(given.siteScripts),
    consentCookie: text(given.consentCookie, 'analytics_consent'),
    analyticsTag: text(given.analyticsTag),
    errorReportingDsn: text(given.errorReportingDsn),
    reportsUserEmail: yesOrNo(given.reportsUserEmail, true),
    redirectHosts: texts(given.redirectHosts),
    accommodationMap: text(given.accommodationMap),
    accommodationPartner: text(given.accommodationPartner),
    accommodationColour: text(given.accommodationColour),
    questionIntrosByEvent: textsByName(given.questionIntrosByEvent),
    questionIntrosByOrganiser: textsByName(given.questionIntrosByOrganiser),
    isSandbox: yesOrNo(given.isSandbox, false),
  }
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

function text(value: unknown, otherwise = ''): string {
  return typeof value === 'string' && value.trim() ? value.trim() : otherwise
}

function yesOrNo(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map((item) => text(item)).filter(Boolean) : []
}

function textsByName(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record(value))
      .map(([name, item]) => [name, text(item)] as const)
      .filter(([, item]) => item),
  )
}
