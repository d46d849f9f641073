import { createApp } from '#server/app.ts'
import { simulatorOrigin, type Config } from '#server/config.ts'
import { connect, openDatabase as openMigrated, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Log, LogFields } from '#server/log.ts'
import { reportErrors } from '#server/monitoring/error-reports.ts'
import { createSandbox } from '#sandbox/sandbox.ts'
import { visit, type Fields, type Visitor } from '#sandbox/visitor.ts'
import { seed } from '#server/seeds/seed.ts'

import { testConfig } from './config.ts'
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
  /** Opens a new browser, which keeps cookies and sends the CSRF token. */
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
  const config = testConfig(changes)
  const { log, close: sendReports } = await reportErrors(config, (fields) => void logged.push(fields))
  const sandbox = config.mode === 'sandbox' ? createSandbox(db) : undefined
  const app = createApp({ db, config, log, sandbox, fetch: ownFetch })

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
