import { createApp } from '#server/app.ts'
import { simulatorOrigin, type Config } from '#server/config.ts'
import { connect, openDatabase as openMigrated, type Database } from '#server/database/connect.ts'
import { defaultLimits } from '#server/database/postgres-pool.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Log, LogFields } from '#server/log.ts'
import { reportErrors } from '#server/monitoring/error-reports.ts'
import { visit, type Fields, type Visitor } from '#server/sandbox/visitor.ts'
import { seed } from '#server/seeds/seed.ts'

import { copyDatabase } from './copied-database.ts'
import { databaseImage } from './database-images.ts'

export type { Fields, Visitor }

export interface TestShop {
  db: Database
  config: Config
  app: ReturnType<typeof createApp>
  /** Everything the shop logged. */
  logged: LogFields[]
  /** Writes to `logged`, and reports errors if the shop has a DSN. */
  log: Log
  /** Calls the provider simulators, as the shop does. */
  fetch: typeof fetch
  /** Replaces replies of external services, for example by an outage; reset to null afterwards. */
  answer: ((request: Request) => Promise<Response>) | null
  /** Opens a new browser, which keeps cookies and sends the anti-forgery token. */
  visitor: () => Promise<Visitor>
  close: () => Promise<void>
}

const origin = 'http://shop.test'

/**
 * Makes a migrated and seeded shop in memory for one test file: `beforeAll(async () => { shop = await createTestShop() })`.
 * With a `databaseUrl` it uses that PostgreSQL, which several shops may share; with a `dataDir`, the database in that folder.
 */
export async function createTestShop(changes: Partial<Config> = {}): Promise<TestShop> {
  const logged: LogFields[] = []
  const { db, close } = await openDatabase(changes, (fields) => void logged.push(fields))
  const config: Config = {
    mode: 'sandbox',
    host: '127.0.0.1',
    port: 0,
    dataDir: '',
    databaseLimits: defaultLimits,
    origin,
    secrets: { sessionKey: 'test session key', codePepper: 'test code pepper' },
    providers: {
      stripe: null,
      square: null,
      truelayer: null,
      hcaptcha: null,
      mail: null,
      twilio: null,
      addressLookup: null,
      appleWallet: null,
      googleWallet: null,
      seatsio: null,
    },
    hasDemo: true,
    page: {},
    trustedProxies: 0,
    // Tests have no network address: they would all be one asker.
    heldPlaces: { withoutCaptcha: Infinity, mostOfPerson: Infinity, mostOfAddress: Infinity },
    freeOrdersWithoutCaptcha: Infinity,
    waitingRoomPlacesOfAddress: Infinity,
    ...changes,
  }
  const { log, close: sendReports } = await reportErrors(config, (fields) => void logged.push(fields))
  const app = createApp({ db, config, log, fetch: ownFetch })

  // The simulators are part of the shop; tests must not call anything else.
  function ownFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    if (shop.answer) return shop.answer(request)
    if (!request.url.startsWith(simulatorOrigin(config)))
      throw new Error(`a test tried to call ${request.url}`)
    return Promise.resolve(app.request(request))
  }

  const shop: TestShop = {
    db,
    config,
    app,
    logged,
    log,
    fetch: ownFetch,
    answer: null,
    visitor: () => visit(app, origin),
    close: () => sendReports().then(close),
  }
  return shop
}

/** Opens a seeded database: the configured one, a copy of `TEST_DATABASE_URL` (scripts/mutants.ts), or a new one in memory. */
async function openDatabase({ databaseUrl, dataDir, databaseLimits }: Partial<Config>, log: Log) {
  const onConnectionLost = () => log({ event: 'connection lost' })
  const original = process.env.TEST_DATABASE_URL
  if (original && !databaseUrl && !dataDir) {
    const copy = await copyDatabase(original)
    const { db, close } = await connect({ databaseUrl: copy.databaseUrl, dataDir: '', onConnectionLost })
    return { db, close: () => close().then(copy.drop) }
  }
  if (!databaseUrl && !dataDir) return connect({ dataDir: await databaseImage('seeded'), onConnectionLost })
  const options = { databaseUrl, dataDir: dataDir ?? '', onConnectionLost }
  return openMigrated(databaseLimits ? { ...options, databaseLimits } : options, async (db) => {
    await migrate(db)
    await seed(db)
  })
}
