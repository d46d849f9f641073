import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'

import { startJobs } from '#server/jobs/run-jobs.ts'
import { shopJobs } from '#server/jobs/shop-jobs.ts'
import { connectProviders } from '#server/providers/connect-providers.ts'
import { startFaultyNetwork, type FaultyNetwork } from '#server/testing/faulty-network.ts'
import { call, offer, visitorWith } from '#server/testing/offers.ts'
import { startPostgres, type Postgres } from '#server/testing/postgres.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { inTransaction } from './transaction.ts'
import { DatabaseUnavailable } from './unavailable.ts'

let postgres: Postgres
let network: FaultyNetwork
let shop: TestShop

beforeAll(async () => {
  postgres = await startPostgres()
  network = await startFaultyNetwork(postgres.databaseUrl)
  shop = await createTestShop({
    databaseUrl: network.databaseUrl,
    databaseLimits: {
      connections: 6,
      connectSeconds: 1,
      statementSeconds: 1,
      lockSeconds: 1,
      idleSeconds: 1,
    },
  })
})
afterAll(async () => {
  await shop?.close()
  await network?.close()
  await postgres?.stop()
})
afterEach(() => network.setFault(null))

const ask = (path: string, headers: Record<string, string> = {}) =>
  shop.app.request(shop.config.origin + path, { headers })
const sendMail = async () => {}
const sendSms = async () => {}
const asPage = { Accept: 'text/html' }

/** Resolves when the shop serves buyers again. */
const recovered = () =>
  vi.waitFor(async () => expect((await ask('/ready')).status).toBe(200), { timeout: 10_000, interval: 50 })

/** Expects the replies of a shop whose database is unavailable: to a call, a page, and those who watch the shop. */
async function expectUnavailable(): Promise<void> {
  const [reply, page, health, ready] = await Promise.all([
    ask('/ajax/checkout/checkout/get/'),
    ask('/all-events/', asPage),
    ask('/health'),
    ask('/ready'),
  ])
  const message = 'The shop cannot answer at the moment. Please try again in a few seconds'
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await reply.json()).toEqual({ message })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await page.text()).toContain(message)
  expect([health.status, ready.status]).toEqual([200, 503])
}

it('survives that PostgreSQL ends its connections, idle and in use, and serves the next buyer [C14]', async () => {
  const ended = inTransaction(shop.db, async (trx) => {
    await sql`select 1`.execute(trx)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(shop.db)
    // The message of PostgreSQL arrives while no statement waits for it.
    await vi.waitFor(() => expect(shop.logged).toContainEqual({ event: 'connection lost' }))
    await sql`select 1`.execute(trx)
  })
  await expect(ended).rejects.toThrow(DatabaseUnavailable)
  expect((await ask('/all-events/', asPage)).status).toBe(200)
})

it.each(['fast', 'immediate'] as const)(
  'tells buyers to try again while PostgreSQL is stopped (%s), and goes on by itself afterwards [C14]',
  async (mode) => {
    const event = await offer(shop.db)
    const visitors = await Promise.all(Array.from({ length: 8 }, () => visitorWith(shop, event.entry(1))))
    const jobs = shopJobs({ ...shop, providers: connectProviders(shop), log: () => {}, sendMail, sendSms })
    const [failed, done] = [vi.fn(), vi.fn()]
    const stopJobs = startJobs(
      jobs.map((job) => ({ ...job, everySeconds: 0.1, run: () => job.run().then(() => done(job.name)) })),
      failed,
    )
    // A transaction that is idle when PostgreSQL stops, and others that are not.
    const isHalted = Promise.withResolvers<void>()
    const idle = inTransaction(shop.db, async (trx) => {
      await sql`select 1`.execute(trx)
      await isHalted.promise
      await sql`select 1`.execute(trx)
    })
    const ended = expect(idle).rejects.toThrow(DatabaseUnavailable)
    const replies = visitors.map((visitor) => call(visitor, 'reserve_tickets'))
    await postgres.halt(mode)
    isHalted.resolve()
    await ended
    for (const { status } of await Promise.all(replies)) expect([200, 503]).toContain(status)
    await expectUnavailable()
    await vi.waitFor(() => expect(failed.mock.calls.length).toBeGreaterThan(jobs.length))

    await postgres.restart()
    await recovered()
    for (const visitor of visitors)
      expect((await call(visitor, 'reserve_tickets')).json).toMatchObject({ reserved: true })
    expect((await event.pool()).held).toBe(8)
    done.mockClear()
    await vi.waitFor(() => {
      for (const { name } of jobs) expect(done).toHaveBeenCalledWith(name)
    }, 5_000)
    await stopJobs()
  },
)

it('answers while the database accepts connections and says nothing, and goes on by itself afterwards [C14]', async () => {
  const event = await offer(shop.db)
  const visitor = await visitorWith(shop, event.entry(1))
  network.setFault('frozen')
  // More than there are connections: some wait for an answer, others for a connection.
  const replies = await Promise.all(Array.from({ length: 20 }, () => call(visitor, 'reserve_tickets')))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]))
  await expectUnavailable()
  network.setFault(null)
  await recovered()
  expect((await call(visitor, 'reserve_tickets')).json).toMatchObject({ reserved: true })
})

it('ends a statement that takes too long, and a transaction that is forgotten [C14]', async () => {
  await expect(sql`select pg_sleep(60)`.execute(shop.db)).rejects.toMatchObject({ code: '57014' })
  const forgotten = inTransaction(shop.db, async (trx) => {
    await sql`select 1`.execute(trx)
    const lost = shop.logged.length
    await vi.waitFor(
      () => expect(shop.logged.slice(lost)).toContainEqual({ event: 'connection lost' }),
      5_000,
    )
    await sql`select 1`.execute(trx)
  })
  await expect(forgotten).rejects.toThrow(DatabaseUnavailable)
})
