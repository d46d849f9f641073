import { createApp } from '#server/app.ts'
import { simulatorOrigin, type Config } from '#server/config.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import type { LogFields } from '#server/log.ts'
import { visit, type Fields, type Visitor } from '#server/sandbox/visitor.ts'
import { seed } from '#server/seeds/seed.ts'

import { blankDatabase } from './blank-database.ts'

export type { Fields, Visitor }

export interface TestShop {
  db: Database
  config: Config
  app: ReturnType<typeof createApp>
  /** What the shop logged. */
  logged: LogFields[]
  /** How the shop reaches the stand-ins of external services. */
  fetch: typeof fetch
  /** Answers for the external services instead, such as with an outage; null again afterwards. */
  answer: ((request: Request) => Promise<Response>) | null
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
    dataDir: await blankDatabase(),
    onConnectionLost: () => void logged.push({ event: 'connection lost' }),
  })
  await migrate(db)
  await seed(db)
  const config: Config = {
    mode: 'sandbox',
    host: '127.0.0.1',
    port: 0,
    dataDir: '',
    origin,
    secrets: { sessionKey: 'test session key', codePepper: 'test code pepper' },
    providers: {
      stripe: null,
      truelayer: null,
      hcaptcha: null,
      mail: null,
      addressLookup: null,
    },
    hasDemo: true,
    page: {},
    trustedProxies: 0,
    ...changes,
  }
  const app = createApp({ db, config, log: (fields) => void logged.push(fields), fetch: ownFetch })

  // The stand-ins of external services are in the shop itself; nothing else may be reached from a test.
  function ownFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    if (shop.answer) return shop.answer(request)
    if (!request.url.startsWith(simulatorOrigin(config))) throw new Error(`a test reached for ${request.url}`)
    return Promise.resolve(app.request(request))
  }

  const shop: TestShop = {
    db,
    config,
    app,
    logged,
    fetch: ownFetch,
    answer: null,
    visitor: () => visit(app, origin),
    close,
  }
  return shop
}
