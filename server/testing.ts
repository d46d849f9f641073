import { createApp } from './app.ts'
import { standInOrigin, type Config } from './config.ts'
import { connect, type Database } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import type { LogFields } from './log.ts'
import { seed } from './seeds/seed.ts'

/** Texts, numbers, flags and nested parts, encoded with bracketed keys as the page does. */
export interface Fields {
  [key: string]: string | number | boolean | null | Fields | Fields[]
}

export interface Reply {
  status: number
  headers: Headers
  text: string
  /** The JSON reply; null when it is none. */
  json: any // eslint-disable-line @typescript-eslint/no-explicit-any -- tests look into replies of every shape
}

export interface Visitor {
  get: (path: string, headers?: Record<string, string>) => Promise<Reply>
  /** Sends a form with the session's token; a text body is sent as it stands. */
  post: (path: string, body?: Fields | string, headers?: Record<string, string>) => Promise<Reply>
  /** The visitor's cookies by name, to look at or to tamper with. */
  cookies: Map<string, string>
}

export interface TestShop {
  db: Database
  config: Config
  app: ReturnType<typeof createApp>
  /** What the shop logged. */
  logged: LogFields[]
  /** How the shop reaches the stand-ins of outside services. */
  fetch: typeof fetch
  /** Answers for the outside services instead, such as with an outage; null again afterwards. */
  answer: (() => Promise<Response>) | null
  /** A browser of its own: it keeps cookies and sends the anti-forgery token. It opens a page first. */
  visitor: () => Promise<Visitor>
  close: () => Promise<void>
}

const origin = 'http://shop.test'

/**
 * A migrated and seeded shop in memory, for one test file: `beforeAll(async () => { shop = await createTestShop() })`;
 * with a `databaseUrl` one on that PostgreSQL, where several shops may stand side by side.
 */
export async function createTestShop(changes: Partial<Config> = {}): Promise<TestShop> {
  const logged: LogFields[] = []
  const { db, close } = await connect({
    databaseUrl: changes.databaseUrl,
    dataDir: null,
    onConnectionLost: () => void logged.push({ event: 'connection lost' }),
  })
  await migrate(db)
  await seed(db)
  const config: Config = {
    mode: 'sandbox',
    port: 0,
    dataDir: '',
    origin,
    secrets: { sessionKey: 'test session key', codePepper: 'test code pepper' },
    providers: {
      stripe: null,
      square: null,
      truelayer: null,
      hcaptcha: null,
      mail: null,
      sms: null,
      addressLookup: null,
    },
    page: {},
    trustedProxies: 0,
    ...changes,
  }
  const app = createApp({ db, config, log: (fields) => void logged.push(fields), fetch: ownFetch })

  // The stand-ins of outside services are in the shop itself; nothing else may be reached from a test.
  function ownFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    if (shop.answer) return shop.answer()
    const request = new Request(input, init)
    if (!request.url.startsWith(standInOrigin(config))) throw new Error(`a test reached for ${request.url}`)
    return Promise.resolve(app.request(request))
  }

  const shop: TestShop = {
    db,
    config,
    app,
    logged,
    fetch: ownFetch,
    answer: null,
    visitor: () => visit(app),
    close,
  }
  return shop
}

async function visit(app: TestShop['app']): Promise<Visitor> {
  const cookies = new Map<string, string>()

  async function send(method: string, path: string, body: string | undefined, extra: Record<string, string>) {
    const headers = new Headers({ Cookie: [...cookies].map((pair) => pair.join('=')).join('; '), ...extra })
    const response = await app.request(origin + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    }
  }

  const visitor: Visitor = {
    cookies,
    get: (path, headers = {}) => send('GET', path, undefined, headers),
    post: (path, body = {}, headers = {}) =>
      send('POST', path, typeof body === 'string' ? body : encode(body), {
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-XSRF-TOKEN': cookies.get('XSRF-TOKEN') ?? '',
        ...headers,
      }),
  }
  await visitor.get('/ajax/catalogue/')
  return visitor
}

function encode(fields: Fields): string {
  const pairs: [string, string][] = []
  const add = (key: string, value: Fields[string]): void => {
    if (value !== null && typeof value === 'object') {
      for (const [part, inner] of Object.entries(value)) add(key ? `${key}[${part}]` : part, inner)
    } else pairs.push([key, value === null ? '' : String(value)])
  }
  add('', fields)
  return new URLSearchParams(pairs).toString()
}
