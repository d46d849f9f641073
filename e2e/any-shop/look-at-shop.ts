import { parseConfig } from '#src/lib/config.ts'

/** What a shop tells of itself to anybody. */
export interface ShopThere {
  /** Scheme, host and port. */
  base: string
  /** Its page says that external services are simulated. */
  isSandbox: boolean
  /** The public key of its card payments; '' if it tells none before there is a basket. */
  cardKey: string
  isProduction: boolean
  /** How it was decided whether it is in production. */
  because: string
}

/** There is no shop to walk in at this address. The message says what is there instead. */
export class NoShop extends Error {}

/** Names of hosts that are no production. */
const testHost =
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.(test|localhost)$|(^|[.-])(test|testing|stage|staging|sandbox|dev|qa|uat|preview)\d*([.-]|$)/

/** Looks at the page and the calls of a shop. Throws `NoShop`. */
export async function lookAtShop(address: string): Promise<ShopThere> {
  const base = baseOf(address)
  const page = await ask(base, '/checkout/')
  if (!page.ok) throw new NoShop(`${base}/checkout/ answers ${page.status}.`)
  return look(base, page, true)
}

/** Looks at the calls of a back-end, also of one before which there is no page. Throws `NoShop`. */
export async function lookAtBackEnd(address: string): Promise<ShopThere> {
  const base = baseOf(address)
  return look(base, await ask(base, '/checkout/'), false)
}

async function look(base: string, page: Response, needsPage: boolean): Promise<ShopThere> {
  const html = await page.text()
  const landed = new URL(page.url || base).origin
  if (landed !== base) throw new NoShop(`${base} leads to ${landed}: give that address.`)
  const [, settings] = /<script id="config" type="application\/json"[^>]*>([^]*?)<\/script>/.exec(html) ?? []
  if (needsPage && (settings === undefined || !html.includes('data-state=')))
    throw new NoShop(`${base}/checkout/ is no page of Foyer: it has no settings of the checkout.`)

  const call = '/ajax/checkout/checkout/get/'
  const checkout = await ask(base, call, { headers: { Cookie: cookiesOf(page), Accept: 'application/json' } })
  if (!checkout.ok) throw new NoShop(`${base}${call} answers ${checkout.status}.`)
  if (!isRecord(parse(await checkout.text())))
    throw new NoShop(
      `${base}${call} answers ${checkout.headers.get('Content-Type') ?? 'no type'}, not JSON: ${needsPage ? 'the page is there, its calls are not' : 'no checkout is there'}.`,
    )

  const { isSandbox, cardPublishableKey } = parseConfig(settings ?? '{}')
  const cardKey = (await cardKeyAt(base, cookiesOf(page, checkout))) || cardPublishableKey
  return { base, isSandbox, cardKey, ...judge({ base, isSandbox, cardKey }) }
}

/**
 * Decides whether a shop is in production. A live key decides first, then a test key or a page that says "Sandbox", then the
 * name of the host; what tells nothing counts as production.
 */
export function judge({ base, isSandbox, cardKey }: Pick<ShopThere, 'base' | 'isSandbox' | 'cardKey'>) {
  const { hostname } = new URL(base)
  if (cardKey.startsWith('pk_live_'))
    return { isProduction: true, because: 'its card payments have a live key' }
  if (cardKey.startsWith('pk_test_'))
    return { isProduction: false, because: 'its card payments have a test key' }
  if (isSandbox) return { isProduction: false, because: 'its page says "Sandbox"' }
  if (testHost.test(hostname))
    return { isProduction: false, because: `${hostname} is the name of a test host` }
  return { isProduction: true, because: 'nothing says that it is a test shop' }
}

function baseOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new NoShop(`"${address}" is no address such as https://shop.example.`)
  if (url.pathname !== '/' || url.search)
    throw new NoShop(`Give the address without a path: ${url.origin}. The calls of a shop are at its root.`)
  return url.origin
}

async function ask(base: string, path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(base + path, { ...init, signal: AbortSignal.timeout(20_000) })
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    throw new NoShop(`${base} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

/** The cookies that these replies have set, of one name the last. */
function cookiesOf(...replies: Response[]): string {
  const pairs = replies.flatMap(({ headers }) =>
    headers.getSetCookie().map((cookie) => /^([^=]*)=([^;]*)/.exec(cookie)?.slice(1) ?? []),
  )
  return [...new Map(pairs.map(([name = '', value = '']) => [name, value]))]
    .map((pair) => pair.join('='))
    .join('; ')
}

/** The key as the card fields get it; '' if the shop tells none yet. */
async function cardKeyAt(base: string, cookies: string): Promise<string> {
  const [, token = ''] = /XSRF-TOKEN=([^;]*)/.exec(cookies) ?? []
  const reply = await ask(base, '/ajax/checkout/checkout/get_card_credentials/', {
    method: 'POST',
    headers: {
      Cookie: cookies,
      'X-XSRF-TOKEN': decodeURIComponent(token),
      'Content-Type': 'application/x-www-form-urlencoded',
    },
  })
  const credentials = parse(await reply.text())
  const key = isRecord(credentials) ? credentials.publishable_key : ''
  return reply.ok && typeof key === 'string' ? key : ''
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
