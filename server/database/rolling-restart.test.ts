import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { takeTo } from '#sandbox/scripted-buyer.ts'
import { visit, type App } from '#sandbox/visitor.ts'
import { findBookErrors } from '#server/testing/books.ts'
import { checkoutOf, offer, type Offered } from '#server/testing/offers.ts'
import { balanceLoad } from '#server/testing/load-balancer.ts'
import { endPayments } from '#server/testing/pass-time.ts'
import {
  newProcess,
  startShopProcesses,
  type ShopProcess,
  type ShopProcesses,
} from '#server/testing/shop-processes.ts'
import { times } from '#server/testing/two-shops.ts'

// The test starts processes, which takes seconds.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const balancer = balanceLoad()
const env = { TRUSTED_PROXIES: '1' }
const nextRelease = {
  ...env,
  NODE_OPTIONS: `--import ${new URL('../testing/next-release.ts', import.meta.url).href}`,
}

let world: ShopProcesses
beforeAll(async () => {
  world = await startShopProcesses(2, { env })
  for (const { shop } of world.processes) await balancer.add(shop.url)
})
afterAll(async () => {
  balancer.close()
  await world?.stop()
})

/** Starts another process and waits until it gets requests. */
async function start(release: NodeJS.ProcessEnv): Promise<ShopProcess> {
  const { worker, databaseUrl, mails, processes } = world
  const process = await newProcess(worker, databaseUrl, mails, release)
  processes.push(process)
  await process.shop.start()
  await balancer.add(process.shop.url)
  return process
}

/** Stops a process as a supervisor does. */
async function stop({ shop }: ShopProcess): Promise<void> {
  await Promise.all([shop.stop(), balancer.remove(shop.url)])
}

/** Does something while a long reader, such as `pg_dump`, uses a table that the migration changes. */
function whileReading<T>(work: () => Promise<T>): Promise<T> {
  return world.worker.db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    await sql`lock table sessions in access share mode`.execute(trx)
    return work()
  })
}

async function migrationWaits(): Promise<void> {
  const { rows } = await sql`
    select from pg_locks where mode = 'AccessExclusiveLock' and not granted`.execute(world.worker.db)
  expect(rows).toHaveLength(1)
}

/** What buyers met besides the expected answers. */
const failures: string[] = []

/** Sends the requests of a buyer with an own network address. */
function buyersShop(number: number): App {
  const address = `10.0.${Math.floor(number / 250)}.${number % 250}`
  return {
    request: async (url, init) => {
      const headers = new Headers(init.headers)
      headers.set('X-Forwarded-For', address)
      const reply = await balancer.request(url, { ...init, headers })
      const { pathname } = new URL(url)
      if (reply.status !== 200) failures.push(`${pathname}: ${reply.status} ${await reply.clone().text()}`)
      return reply
    },
  }
}

/** Makes a whole order as a guest; returns its reference. */
async function order(event: Offered, number: number): Promise<string> {
  const visitor = await visit(buyersShop(number), world.worker.config.origin)
  const email = `rolling-${number}@example.com`
  await visitor.post('/do/checkout/add/', { ticket: [event.entry(2)] })
  const proveEmail = async () => {
    await visitor.post('/ajax/user/user/send_one_time_code/', { email })
    const { code } = (await visitor.get(`/sandbox/code?email=${email}`)).json
    await visitor.post('/ajax/user/user/check_one_time_code/', { email, code })
  }
  await takeTo({ visitor, isMember: false, email, name: 'Ada Lovelace', proveEmail }, 'order_completed')
  return (await checkoutOf(visitor)).sale_reference
}

it('fails no request while its processes are replaced by those of a release with a migration, and back [C14]', async () => {
  const { worker, processes } = world
  const event = await offer(worker.db, { places: 10_000 })
  /** The references of the orders that buyers were told of, by their numbers. */
  const acknowledged = new Map<number, string>()
  let begun = 0
  let isOver = false
  const buying = times(4, async () => {
    while (!isOver && failures.length === 0) {
      const number = ++begun
      try {
        acknowledged.set(number, await order(event, number))
      } catch (error) {
        failures.push(String(error))
      }
    }
  })
  /** Waits until an order is made that begins now, or somebody has met a failure. */
  const wholeOrder = async () => {
    const first = begun + 1
    const isMade = () => [...acknowledged.keys()].some((number) => number >= first)
    await vi.waitFor(() => expect(failures.length > 0 || isMade()).toBe(true), 30_000)
  }

  try {
    const [one, two] = processes as [ShopProcess, ShopProcess]
    await wholeOrder()
    let starting: Promise<ShopProcess> | undefined
    await whileReading(async () => {
      starting = start(nextRelease)
      await vi.waitFor(migrationWaits, 30_000)
      await wholeOrder()
    })
    const three = await starting!
    const [four] = await Promise.all([start(nextRelease), stop(one)])
    await stop(two)
    await wholeOrder()
    await Promise.all([start(env), stop(three)])
    await stop(four)
    await wholeOrder()
  } finally {
    isOver = true
    await buying
    expect(failures).toEqual([])
  }

  const { rows } = await sql`select from kysely_migration where name = '999-next'`.execute(worker.db)
  expect(rows).toHaveLength(1)
  const paid = await worker.db
    .selectFrom('sales')
    .select(['id', 'reference'])
    .where('paid_at', 'is not', null)
    .execute()
  expect(paid.map(({ reference }) => reference).toSorted()).toEqual([...acknowledged.values()].toSorted())
  await endPayments(
    worker,
    paid.map(({ id }) => id),
  )
  for (const { id } of paid) expect(await findBookErrors(worker.db, id, event.id)).toEqual([])
  expect(await event.pool()).toMatchObject({ held: 0, sold: 2 * paid.length })
})
