import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { moveShopTime } from '#server/database/shop-time.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { Shop } from '#server/testing/running-shop.ts'

import { Client } from './client.ts'
import { addressOf, fill, sessionKey } from './fill.ts'
import { Buyer, orderAsGuest } from './order.ts'

/**
 * `npm run bench -- limits`: what honest buyers lose beside those whom the limits are for, in about a minute on PostgreSQL, with the
 * limits that a shop has by default. `npm run bench -- limits 50` has 50 honest buyers each time instead of 200.
 *
 * 1. Buyers at addresses of their own, while cards are tried: 60 at once in one basket, then in new sessions of one address.
 * 2. Buyers at one address, such as a school, all at once.
 * 3. A rival who takes every ticket of an event every ten minutes for four hours, in new sessions of one address, and passes
 *    captchas, while buyers come for those tickets: at addresses of their own, then at the rival's. There is a ticket for each;
 *    whoever gets none tries again ten minutes later.
 */
const port = Number(process.env.PORT ?? 5200)
const honest = Number(process.argv[3] ?? 200)
const atOnce = 32
const tried = 60
const rivalTurns = 24
const rivalBasket = 50
const rivalAddress = addressOf(-4)

const { databaseUrl, stop } = await startPostgres(undefined, { isDurable: true })
const { db, close } = await connect({ databaseUrl, dataDir: '', onConnectionLost: () => {} })
await migrate(db)
await fill(db, 0, 1)
const shop = new Shop(port, {
  DATABASE_URL: databaseUrl,
  SESSION_KEY: sessionKey,
  CODE_PEPPER: 'the code pepper of the bench, not secret',
  TRUSTED_PROXIES: '1',
  HELD_PLACES_WITHOUT_CAPTCHA: '',
  HELD_PLACES_OF_PERSON: '',
  HELD_PLACES_OF_ADDRESS: '',
  DECLINES_WITHOUT_CAPTCHA: '',
  DECLINES_OF_ADDRESS: '',
  NEW_VISITORS_OF_ADDRESS: '',
})
try {
  await shop.start()
  await orders('warm', 10, addressOf)
  report('buyers alone', await orders('alone', honest, addressOf))
  const attack = tryCards()
  report('buyers beside tried cards', await orders('beside', honest, (index) => addressOf(index + 10_000)))
  await attack
  report(
    'buyers at one address, all at once',
    await orders('school', honest, () => addressOf(-1), { together: honest }),
  )
  await holdAgain('buyers beside a rival', 'wide-0', (index) => addressOf(index + 20_000))
  await holdAgain("buyers at the rival's address", 'wide-1', () => rivalAddress)
} finally {
  await shop.stop()
  await close()
  await stop()
}

interface Bought {
  times: number[]
  captchas: number
  failures: string[]
  /** The indexes of those who could not. */
  lost: number[]
}

function allOf(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

/** Lets guests buy one ticket each, and passes the captchas that they are asked for; `who` are their indexes, or how many. */
async function orders(
  run: string,
  who: number[] | number,
  from: (index: number) => string,
  { together = atOnce, pool = 'hot-0' } = {},
): Promise<Bought> {
  const bought: Bought = { times: [], captchas: 0, failures: [], lost: [] }
  const waiting = typeof who === 'number' ? allOf(who) : [...who]
  await Promise.all(
    allOf(Math.min(together, waiting.length)).map(async () => {
      const client = new Client(shop.url)
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        const begun = performance.now()
        try {
          bought.captchas += await orderAsGuest(client, run, index, { address: from(index), pool })
          bought.times.push(performance.now() - begun)
        } catch (error) {
          bought.failures.push(String(error))
          bought.lost.push(index)
        }
      }
      client.close()
    }),
  )
  return bought
}

function report(name: string, { times, captchas, failures }: Bought): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  console.log(
    `${name}: ${times.length} bought, ${failures.length} could not, ${captchas} captchas; median ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  )
  for (const [failure, same] of Object.entries(Object.groupBy(failures, (one) => one)))
    console.log(`  ${same?.length} × ${failure}`)
}

/** Tries declined cards of two addresses, and says how many reached the provider. */
async function tryCards(): Promise<void> {
  const before = await chargesDeclined()
  const one = await buyerWithHold('cards-basket', addressOf(-2))
  await Promise.all(Array.from({ length: tried }, () => decline(one)))
  const inBasket = (await chargesDeclined()) - before
  const others = []
  for (let index = 0; index < tried; index++)
    others.push(await buyerWithHold(`cards-${index}`, addressOf(-3)))
  await Promise.all(others.map((buyer) => decline(buyer)))
  const inSessions = (await chargesDeclined()) - before - inBasket
  console.log(`declined cards that reached the provider: ${inBasket} of ${tried} at once in one basket,`)
  console.log(`  ${inSessions} of ${tried} at once in new sessions of one address`)
}

async function buyerWithHold(name: string, from: string): Promise<Buyer> {
  const client = new Client(shop.url)
  const buyer = new Buyer(client, from)
  await buyer.reserve('hot-0')
  await buyer.signIn(`${name}@example.com`)
  client.close()
  return buyer
}

async function decline(buyer: Buyer): Promise<void> {
  const client = new Client(shop.url)
  await buyer.by(client).tryToPay('4000000000000002')
  client.close()
}

async function chargesDeclined(): Promise<number> {
  const { count } = await db
    .selectFrom('payment_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'failed')
    .where('provider_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Has the rival take all tickets of a pool again and again, as soon as they are free, and after each time some buyers come. */
async function holdAgain(name: string, pool: string, from: (index: number) => string): Promise<void> {
  await db.updateTable('pools').set({ capacity: honest }).where('id', '=', pool).execute()
  const all: Bought = { times: [], captchas: 0, failures: [], lost: [] }
  const rival = { turns: 0, captchas: 0 }
  let waits = 0
  for (let turn = 0; turn < rivalTurns; turn++) {
    const { hasAll, captchas } = await takeAll(pool)
    if (hasAll) rival.turns++
    rival.captchas += captchas
    const come = allOf(honest).filter((index) => index % rivalTurns === turn)
    const some = await orders(pool, [...all.lost, ...come], from, { pool })
    all.times.push(...some.times)
    all.captchas += some.captchas
    all.failures = some.failures
    all.lost = some.lost
    waits += some.lost.length
    // The shop releases expired holds with the next call.
    await moveShopTime(db, 601)
  }
  report(`${name}, with tries every ten minutes`, all)
  console.log(`  the buyers waited ${waits} times for ten minutes`)
  console.log(
    `  the rival held all that was left ${rival.turns} of ${rivalTurns} times in four hours, with ${rival.captchas} captchas`,
  )
}

/** Reserves all that is left of a pool as the rival, in new sessions; returns whether that was possible, and the captchas passed. */
async function takeAll(pool: string): Promise<{ hasAll: boolean; captchas: number }> {
  // Reading the checkout releases what has expired.
  const client = new Client(shop.url)
  await new Buyer(client, rivalAddress).read()
  let captchas = 0
  let left = await leftOf(pool)
  let hasAll = left > 0
  while (hasAll && left > 0) {
    const rival = new Buyer(client, rivalAddress)
    hasAll = (await rival.reserve(pool, Math.min(left, rivalBasket))).includes('"reserved":true')
    captchas += rival.captchas
    left = await leftOf(pool)
  }
  client.close()
  return { hasAll, captchas }
}

async function leftOf(pool: string): Promise<number> {
  const { capacity, held, sold } = await db
    .selectFrom('pools')
    .select(['capacity', 'held', 'sold'])
    .where('id', '=', pool)
    .executeTakeFirstOrThrow()
  return capacity - held - sold
}
