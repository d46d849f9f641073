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
 * 3. A rival who takes every ticket of an event that they can get every ten minutes for four hours, in new sessions of one address,
 *    and passes captchas, while 20 buyers at that address and 20 at others come for the 50 tickets; whoever gets none tries again ten
 *    minutes later, with the same browser.
 */
const port = Number(process.env.PORT ?? 5200)
const honest = Number(process.argv[3] ?? 200)
const atOnce = 32
const tried = 60
const rivalTurns = 24
const rivalPlaces = 50
const besideRival = 20
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
  await holdAgain('wide-0')
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
  {
    together = atOnce,
    pool = 'hot-0',
    browsers = new Map<number, Buyer>(),
  }: { together?: number; pool?: string; browsers?: Map<number, Buyer> } = {},
): Promise<Bought> {
  const bought = noneYet()
  const waiting = typeof who === 'number' ? allOf(who) : [...who]
  await Promise.all(
    allOf(Math.min(together, waiting.length)).map(async () => {
      const client = new Client(shop.url)
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        const begun = performance.now()
        const buyer = browsers.get(index)?.by(client) ?? new Buyer(client, from(index))
        browsers.set(index, buyer)
        try {
          await orderAsGuest(client, run, index, { pool, buyer })
          bought.times.push(performance.now() - begun)
        } catch (error) {
          bought.failures.push(String(error))
          bought.lost.push(index)
        }
        bought.captchas += buyer.captchas
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

/** Has the rival take tickets of a pool again and again, as soon as they are free, and after each time some buyers come. */
async function holdAgain(pool: string): Promise<void> {
  await db.updateTable('pools').set({ capacity: rivalPlaces }).where('id', '=', pool).execute()
  const groups = [
    { name: 'buyers beside a rival', from: (index: number) => addressOf(index + 20_000) },
    { name: "buyers at the rival's address", from: () => rivalAddress },
  ].map((group) => ({ ...group, all: noneYet(), waits: 0, browsers: new Map<number, Buyer>() }))
  const turns: { held: number; captchas: number }[] = []
  for (let turn = 0; turn < rivalTurns; turn++) {
    turns.push(await takeAll(pool))
    for (const group of groups) {
      const who = [...group.all.lost, ...(turn < besideRival ? [turn] : [])]
      const some = await orders(`${pool}-${groups.indexOf(group)}`, who, group.from, { ...group, pool })
      group.all.times.push(...some.times)
      group.all.captchas += some.captchas
      group.all.failures = some.failures
      group.all.lost = some.lost
      group.waits += some.lost.length
    }
    // The shop releases expired holds with the next call.
    await moveShopTime(db, 601)
  }
  for (const { name, all, waits } of groups) {
    report(`${name}, with tries every ten minutes`, all)
    console.log(`  they waited ${waits} times for ten minutes`)
  }
  const [first, ...later] = turns
  console.log(`the rival held ${first?.held} tickets in the first ten minutes, then at most`)
  console.log(
    `  ${Math.max(...later.map(({ held }) => held))} at a time, with ${sum(turns.map(({ captchas }) => captchas))} captchas in four hours`,
  )
}

function noneYet(): Bought {
  return { times: [], captchas: 0, failures: [], lost: [] }
}
function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** Reserves all that the rival can get of a pool, in new sessions: fewer at a time once they get no more. */
async function takeAll(pool: string): Promise<{ held: number; captchas: number }> {
  // Reading the checkout releases what has expired.
  const client = new Client(shop.url)
  await new Buyer(client, rivalAddress).read()
  let [held, captchas] = [0, 0]
  for (let qty = await leftOf(pool); qty >= 1;) {
    const rival = new Buyer(client, rivalAddress)
    const isReserved = (await rival.reserve(pool, qty)).includes('"reserved":true')
    if (isReserved) held += qty
    captchas += rival.captchas
    const left = await leftOf(pool)
    qty = Math.min(left, isReserved ? qty : Math.floor(qty / 2))
  }
  client.close()
  return { held, captchas }
}

async function leftOf(pool: string): Promise<number> {
  const { capacity, held, sold } = await db
    .selectFrom('pools')
    .select(['capacity', 'held', 'sold'])
    .where('id', '=', pool)
    .executeTakeFirstOrThrow()
  return capacity - held - sold
}
