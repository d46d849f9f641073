import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { visit, type App, type Reply, type Visitor } from '#sandbox/visitor.ts'
import { findBookErrors } from '#server/testing/books.ts'
import { call, offer, type Offered } from '#server/testing/offers.ts'
import { endPayments } from '#server/testing/pass-time.ts'
import { typeCard } from '#server/testing/payers.ts'
import { startPrimaryAndStandby, type PrimaryAndStandby } from '#server/testing/primary-and-standby.ts'
import { startShopProcesses, type ShopProcesses } from '#server/testing/shop-processes.ts'
import { times } from '#server/testing/two-shops.ts'

// The tests start processes, which takes seconds.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

/** The arrangement of "More than one machine" in docs/operations.md: four shops, and a PostgreSQL with a synchronous standby. */
let database: PrimaryAndStandby
let world: ShopProcesses

beforeAll(async () => {
  database = await startPrimaryAndStandby()
  world = await startShopProcesses(4, { postgres: database, env: { DATABASE_STATEMENT_SECONDS: '2' } })
})
afterAll(() => world?.stop())

/** Longest that a buyer waits while the standby takes over, in milliseconds. */
const patience = 15_000

/** Repeats a call as the page does and a buyer who is asked to try again, until it is answered. */
function persist(send: () => Promise<Reply>, isEnough = (_: Reply) => true): Promise<Reply> {
  return vi.waitFor(
    async () => {
      const reply = await send()
      if (reply.status === 503) expect(reply.headers.get('retry-after')).toBe('5')
      expect(reply.status, reply.text).toBe(200)
      expect(isEnough(reply), reply.text).toBe(true)
      return reply
    },
    { timeout: patience, interval: 200 },
  )
}

/** Sends each request to the next process, as a proxy does. */
function roundRobin(apps: App[]): App {
  let next = 0
  return { request: (url, init) => apps[next++ % apps.length]!.request(url, init) }
}

/** Buys two tickets; returns the sale's reference once the shop has acknowledged the payment, or null if it was sold out. */
async function buy(visitor: Visitor, event: Offered, card: string): Promise<string | null> {
  await persist(() => visitor.post('/do/checkout/add/', { ticket: [event.entry(2)] }))
  const { json } = await persist(() => call(visitor, 'reserve_tickets'))
  if (!json.reserved) return null
  const reference = json.sale_reference as string
  const { db } = world.worker
  const named = { guest_email: `${reference.toLowerCase()}@example.com`, guest_name: 'Ada Lovelace' }
  await vi.waitFor(
    () => db.updateTable('sales').set(named).where('reference', '=', reference).execute(),
    patience,
  )
  const pay = () => call(visitor, 'pay_with_card', { payment_method_id: card, attempt: reference })
  await persist(pay, (reply) => reply.json.status === 'success')
  return reference
}

it('tells no buyer that tickets are reserved while the standby has not stored it [C13]', async () => {
  const { worker, processes } = world
  const event = await offer(worker.db)
  const visitor = await visit(roundRobin(processes.map(({ app }) => app)), worker.config.origin)
  await visitor.post('/do/checkout/add/', { ticket: [event.entry(2)] })
  database.setStandbyFrozen(true)
  const { status } = await call(visitor, 'reserve_tickets')
  database.setStandbyFrozen(false)
  expect(status).toBe(503)
  expect((await persist(() => call(visitor, 'reserve_tickets'))).json).toMatchObject({ reserved: true })
  expect((await event.pool()).held).toBe(2)
})

it('goes on selling from the standby after the primary is killed during sales, and loses and repeats nothing [C13]', async () => {
  const { worker, processes } = world
  const places = 60
  const event = await offer(worker.db, { places })
  const shop = roundRobin(processes.map(({ app }) => app))
  const buyers = await times(40, async () => ({
    visitor: await visit(shop, worker.config.origin),
    card: await typeCard(worker),
  }))
  const pids = processes.map((one) => one.shop.pid)

  // The primary dies when a provider has charged a card, and before the shop knows.
  const isDead = Promise.withResolvers<void>()
  let charges = 0
  for (const { providers } of processes)
    providers.handle = async (request, forward) => {
      const reply = await forward()
      if (request.method === 'POST' && request.url.endsWith('/payment_intents') && ++charges === 8)
        isDead.resolve(database.killPrimary())
      return reply
    }
  const bought = times(buyers.length, (i) => buy(buyers[i]!.visitor, event, buyers[i]!.card))
  // If buyers fail before, their error tells why.
  await Promise.race([isDead.promise, bought.then(() => isDead.promise)])
  for (const { shop } of processes)
    await vi.waitFor(async () => expect((await fetch(`${shop.url}/ready`)).status).toBe(503))
  await database.promoteStandby()

  const acknowledged = (await bought).filter((reference) => reference !== null)
  expect(processes.map((one) => one.shop.pid)).toEqual(pids)
  const sales = await worker.db.selectFrom('sales').select(['id', 'reference', 'paid_at']).execute()
  const paid = sales.filter(({ paid_at }) => paid_at !== null)
  expect(paid.map(({ reference }) => reference).toSorted()).toEqual(acknowledged.toSorted())
  await endPayments(
    worker,
    sales.map(({ id }) => id),
  )
  for (const { id } of paid) expect(await findBookErrors(worker.db, id, event.id)).toEqual([])
  expect(await event.pool()).toMatchObject({ held: 0, sold: places })
})
