import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'

import { connect } from '#server/database/connect.ts'
import { defaultLimits } from '#server/database/postgres-pool.ts'
import { migrate } from '#server/database/migrate.ts'
import { seed } from '#server/seeds/seed.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { Shop } from '#server/testing/running-shop.ts'

import type { Client } from './client.ts'
import { addBaskets, addPlaces, addressOf, fill, headersOf, sessionKey, settle, wideDates } from './fill.ts'
import { measure, type Load, type Measured } from './load.ts'
import { orderAsGuest } from './order.ts'
import { processorTime, type ProcessorTime } from './processor-time.ts'
import { startFloor } from './start-floor.ts'

/**
 * `npm run bench -- shop`: measures reads, reservations, a flash sale and whole orders, on PostgreSQL with 1, 2 and 4 processes
 * and on PGlite, in about five minutes. `npm run bench -- shop 1 pglite` measures only with one process and on PGlite,
 * `npm run bench -- shop 1 hot orders` only these parts: `reads` (also of the page with its screen, which needs a build), `queue`, `hot`, `wide`, `flash`, `orders`.
 *
 * Everything that runs on the machine, this client too, shares its processors, so compare rates only with others of the same run:
 * each is shown beside a floor, a bare handler with one statement (or `/health`, for reads). Processor milliseconds vary less.
 */
const port = Number(process.env.PORT ?? 5200)
const atOnce = 32
/** As many screens as may wait for their drawing at once in one process: more are sent without. */
const pagesAtOnce = 8
const seconds = 4
const flash = { buyers: 2000, places: 200 }
const basketsPerRun = 15_000
/** How many of them are measured; the others warm the shop up, and are read. */
const measured = 10_000
/** How many wait in one waiting room and look at their places, each of them noted as seen. */
const waiting = 20_000
/** Whole orders: those of a process that has just been started, and those that follow. */
const firstOrders = 100
const buyers = 200
const orders = 100_000
const ordersOnPglite = 20_000

interface Setup {
  name: string
  processes: Shop[]
  floors: string[]
  processorTime: ProcessorTime
}

const asked = process.argv.slice(3)
/** Returns those that were asked for; all if none was. */
function askedOf<T extends number | string>(names: T[]): T[] {
  const some = names.filter((name) => asked.includes(String(name)))
  return some.length > 0 ? some : names
}
const setups = askedOf([1, 2, 4, 'pglite'])
const counts = setups.filter((setup) => typeof setup === 'number')
const parts = new Set(askedOf(['reads', 'queue', 'hot', 'wide', 'flash', 'orders']))
const shopSettings = {
  SESSION_KEY: sessionKey,
  CODE_PEPPER: 'the code pepper of the bench, not secret',
  TRUSTED_PROXIES: '1',
  DRAWN_PAGES: 'on',
}

async function benchPostgres(): Promise<void> {
  const { databaseUrl, dataFolder, stop } = await startPostgres(undefined, { isDurable: true })
  const { db, close } = await connect({
    databaseUrl,
    dataDir: '',
    onConnectionLost: () => {},
    // Filling takes longer than a request may.
    databaseLimits: { ...defaultLimits, statementSeconds: 0, idleSeconds: 0 },
  })
  try {
    await migrate(db)
    await seed(db)
    await fill(db, orders, flash.places)
    const { rows } = await sql<{ fsync: string }>`show fsync`.execute(db)
    console.log(`PostgreSQL with fsync ${rows[0]?.fsync}, ${orders} orders, ${atOnce} requests at once`)
    const postmaster = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
    for (const [index, count] of counts.entries()) {
      const settings = { ...shopSettings, DATABASE_URL: databaseUrl }
      const processes = Array.from({ length: count }, (_, i) => new Shop(port + i, settings))
      const floors = await Promise.all(
        processes.map((_, i) =>
          startFloor('scripts/bench/floor.ts', port + 20 + i, { DATABASE_URL: databaseUrl }),
        ),
      )
      const run = `pg${count}`
      for (const event of ['hot', 'wide']) await addBaskets(db, event, `${run}-${event}`, basketsPerRun)
      await addBaskets(db, 'flash', `${run}-flash`, flash.buyers)
      await addPlaces(db, `${run}-queue`, waiting)
      await settle(db)
      try {
        for (const shop of processes) await shop.start()
        await measureAll({
          name: run,
          processes,
          floors: floors.map(({ address }) => address),
          processorTime: processorTime(
            () => processes.map(({ pid }) => pid ?? 0),
            () => postmaster,
          ),
        })
        const { held, sold } = await db
          .selectFrom('pools')
          .select(['held', 'sold'])
          .where('id', '=', 'flash-0')
          .executeTakeFirstOrThrow()
        const most = (index + 1) * flash.places
        console.log(`  places of the flash sales taken: ${held + sold} of ${most}`)
        await sql`update pools set capacity = ${most + flash.places}::int where id = 'flash-0'`.execute(db)
      } finally {
        for (const shop of processes) await shop.stop()
        for (const floor of floors) await floor.stop()
      }
    }
  } finally {
    await close()
    await stop()
  }
}

async function benchPglite(): Promise<void> {
  const shop = new Shop(port, shopSettings)
  const { db, close } = await connect({ dataDir: shop.dataDir, onConnectionLost: () => {} })
  await migrate(db)
  await seed(db)
  await fill(db, ordersOnPglite, flash.places)
  for (const event of ['hot', 'wide']) await addBaskets(db, event, `pglite-${event}`, basketsPerRun)
  await addBaskets(db, 'flash', 'pglite-flash', flash.buyers)
  await addPlaces(db, 'pglite-queue', waiting)
  await settle(db)
  await close()
  const floor = await startFloor('scripts/bench/floor.ts', port + 20, {})
  try {
    await shop.start()
    console.log(`PGlite, ${ordersOnPglite} orders, ${atOnce} requests at once`)
    await measureAll({
      name: 'pglite',
      processes: [shop],
      floors: [floor.address],
      processorTime: processorTime(
        () => [shop.pid ?? 0],
        () => null,
      ),
    })
  } finally {
    await shop.stop()
    await floor.stop()
  }
}

async function measureAll({ name, processes, floors, processorTime }: Setup): Promise<void> {
  const addresses = processes.map(({ url }) => url.replace('localhost', '127.0.0.1'))
  const load = (work: Load['work'], changes: Partial<Load> = {}) =>
    measure({ addresses, atOnce, seconds, work, processorTime, ...changes })
  const reserve = (event: string, most: number): Load['work'] => {
    return (client, index) =>
      index < most &&
      post(client, '/ajax/checkout/checkout/reserve_tickets/', `${name}-${event}`, index, isReserved)
  }
  const read = (client: Client, index: number) =>
    get(client, '/ajax/checkout/checkout/get/', headersOf(`${name}-hot`, basketsPerRun - 1 - (index % 500)))
  const health = (client: Client) => get(client, '/health')
  const floorOf = (pools: number) =>
    load((client, index) => get(client, `/${index % pools}`), { addresses: floors })
  const isReserved = (text: string) => text.includes('"reserved":true')

  // Fills caches, and has the processes compile what they run; not counted.
  await load(read, { seconds: 3 })
  await load((client, i) => reserve('hot', basketsPerRun)(client, i + measured), { seconds: 3 })
  await load(health, { seconds: 0.5 })
  console.log(`\n${name}: ${addresses.length} ${addresses.length === 1 ? 'process' : 'processes'}`)
  const rows: Record<string, Row> = {}
  const add = (title: string, result: Measured, floor?: Measured) => {
    rows[title] = rowOf(result, floor)
  }
  const withHealth = async (
    title: string,
    work: Load['work'],
    floor: Measured,
    changes: Partial<Load> = {},
  ) => {
    const probe = probeHealth(addresses[0] ?? '')
    add(title, await load(work, changes), floor)
    console.log(`  /health while they ${title}: p99 ${await probe()} ms`)
  }
  if (parts.has('reads')) {
    const healths = await load(health)
    add('health', healths)
    await withHealth('read the checkout', read, healths)
    const page = (client: Client, index: number) =>
      get(client, '/checkout/', [
        'Accept-Encoding: br',
        ...headersOf(`${name}-hot`, basketsPerRun - 1 - (index % 500)),
      ])
    await load(page, { seconds: 3, atOnce: pagesAtOnce })
    await withHealth('send the page with its screen', page, healths, { atOnce: pagesAtOnce })
  }
  if (parts.has('queue')) {
    const look = (client: Client, index: number) =>
      get(client, '/waiting-room/queue/standing/', headersOf(`${name}-queue`, index % waiting))
    await load(look, { seconds: 3 })
    await withHealth(
      'look at the waiting room',
      (client, index) => look(client, index + measured),
      await load(health),
    )
  }
  for (const [event, title, pools] of [
    ['hot', 'reserve one hot ticket', 1],
    ['wide', `reserve ${wideDates} tickets`, wideDates],
  ] as const)
    if (parts.has(event)) {
      const floor = await floorOf(pools)
      await withHealth(title, reserve(event, measured), floor)
      add(`  its floor, ${pools === 1 ? 'one row' : `${pools} rows`}`, floor)
    }
  if (parts.has('flash')) {
    let won = 0
    const flashReserve: Load['work'] = (client, index) =>
      index < flash.buyers &&
      post(client, '/ajax/checkout/checkout/reserve_tickets/', `${name}-flash`, index, (text) => {
        if (isReserved(text)) won++
        return true
      })
    add('flash sale', await load(flashReserve, { seconds: 20, atOnce: 200 }))
    console.log(`  flash sale: ${won} of ${flash.places} places reserved by ${flash.buyers} buyers`)
  }
  if (parts.has('orders')) {
    const order = (run: string, most: number, longest: number) =>
      load((client, index) => index < most && orderAsGuest(client, run, index).then(() => {}), {
        atOnce: 8,
        seconds: longest,
      })
    add('whole orders, the first', await order(`${name}-first`, firstOrders, 20))
    add('whole orders', await order(name, buyers, 30))
  }
  console.table(rows)
}

interface Row {
  '/s': number
  'of floor': string
  'median ms': number
  'p99 ms': number
  'shop ms': string
  'database ms': string
}

function rowOf(result: Measured, floor?: Measured): Row {
  const { perSecond, median, p99, shop, database } = result
  return {
    '/s': Number(perSecond.toPrecision(3)),
    'of floor': floor ? (perSecond / floor.perSecond).toPrecision(2) : '',
    'median ms': Number(median.toFixed(1)),
    'p99 ms': Number(p99.toFixed(1)),
    'shop ms': shop?.toPrecision(2) ?? '',
    'database ms': database?.toPrecision(2) ?? '',
  }
}

/** Asks for `/health` twenty times a second until the returned function is called; it returns the p99 in milliseconds. */
function probeHealth(address: string): () => Promise<number> {
  let isOver = false
  const probing = measure({
    addresses: [address],
    atOnce: 1,
    seconds: 60,
    work: (client) => !isOver && get(client, '/health').then(() => pause(50)),
  })
  return async () => {
    isOver = true
    return Math.round((await probing).p99 - 50)
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

async function get(client: Client, path: string, headers: string[] = []): Promise<void> {
  const { status, text } = await client.send('GET', path, headers)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
}

async function post(
  client: Client,
  path: string,
  run: string,
  index: number,
  isRight: (text: string) => boolean,
): Promise<void> {
  const { status, text } = await client.send('POST', path, [addressOf(index), ...headersOf(run, index)])
  if (status !== 200 || !isRight(text)) throw new Error(`${path} answered ${status}: ${text}`)
}

if (counts.length > 0) await benchPostgres()
if (setups.includes('pglite')) await benchPglite()
