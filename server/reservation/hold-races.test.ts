import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readBasket, type Basket } from '#server/basket/read-basket.ts'
import { moveShopTime } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { hashToken } from '#server/http/tokens.ts'
import { discountCode, giftVoucher } from '#server/testing/codes.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import type { Fields, Visitor } from '#server/testing/test-shop.ts'
import { startTwoShops, type TwoShops } from '#server/testing/two-shops.ts'

import { releaseExpired } from './expiry.ts'
import { writeHolds } from './hold.ts'
import { takeFromStock } from './judge.ts'
import { lockStock } from './stock.ts'

let shops: TwoShops
let stop: (() => Promise<void>) | undefined

beforeAll(async () => void ({ shops, stop } = await startTwoShops()))
afterAll(() => stop?.())

const crowd = (count: number, entries: (i: number) => Fields[]): Promise<Visitor[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => visitorWith(shops[i % 2]!, ...entries(i))))

const reserveAll = async (visitors: Visitor[]) =>
  (await Promise.all(visitors.map((visitor) => call(visitor, 'reserve_tickets')))).map((reply) => {
    expect(reply.status, reply.text).toBe(200)
    return reply.json
  })

/** How often buyers race for the last tickets. */
const runs = Number(process.env.LAST_TICKETS ?? 1)

it.each([1, 2, 10])(
  'reserves exactly the last %i tickets for 40 simultaneous buyers [C1]',
  async (places) => {
    for (let run = 0; run < runs; run++) {
      const event = await offer(shops[0].db, { places })
      const replies = await reserveAll(await crowd(40, () => [event.entry(1)]))
      expect(replies.filter((reply) => reply.reserved)).toHaveLength(places)
      for (const reply of replies.filter((reply) => !reply.reserved))
        expect(reply.error).toContain('not enough tickets left')
      expect(await event.pool()).toMatchObject({ held: places, sold: 0 })
    }
  },
  30_000 + 10_000 * runs,
)

it('reserves baskets with several pools in any order without deadlocks [C3]', async () => {
  const events = await Promise.all(Array.from({ length: 5 }, () => offer(shops[0].db)))
  const visitors = await crowd(40, (i) => {
    const turned = [...events.slice(i % 5), ...events.slice(0, i % 5)]
    return (i % 2 ? turned : turned.toReversed()).slice(0, 4).map((event) => event.entry(1))
  })
  const replies = await reserveAll(visitors)
  expect(replies.every((reply) => reply.reserved)).toBe(true)
  const held = await Promise.all(events.map(async (event) => (await event.pool()).held))
  expect(held.reduce((sum, count) => sum + count, 0)).toBe(160)
})

it('lets three of 40 simultaneous buyers use a code with three uses [C4]', async () => {
  const event = await offer(shops[0].db)
  const code = await discountCode(shops[0].db, 'THREETIMES', { max_uses: 3 })
  const visitors = await crowd(40, () => [event.entry(1)])
  await Promise.all(visitors.map((visitor) => call(visitor, 'set_code', { code })))
  const replies = await reserveAll(visitors)
  expect(replies.filter((reply) => reply.reserved)).toHaveLength(3)
  for (const reply of replies.filter((reply) => !reply.reserved))
    expect(reply.error).toContain('Your total is now £10.00')
  const row = await shops[0].db
    .selectFrom('discount_codes')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ held: 3, used: 0 })
  const losers = visitors.filter((_, index) => !replies[index].reserved)
  expect((await reserveAll(losers)).every((reply) => reply.reserved)).toBe(true)
})

it("never holds more than a gift voucher's balance [C4]", async () => {
  const event = await offer(shops[0].db)
  const { organiserId } = event
  const code = await giftVoucher(shops[0].db, 'SHAREDMONEY', { organiserId, value: 45_00 })
  const visitors = await crowd(20, () => [event.entry(1)])
  await Promise.all(visitors.map((visitor) => call(visitor, 'set_code', { code })))
  // Who finds less money on the voucher is told the new total first, and reserves at that.
  let left = visitors
  for (let round = 0; left.length > 0 && round < 4; round++) {
    const replies = await reserveAll(left)
    left = left.filter((_, index) => !replies[index].reserved)
  }
  expect(left).toEqual([])
  const applied = await Promise.all(
    visitors.map(async (visitor) => Number((await checkoutOf(visitor)).gift_vouchers_applied_total)),
  )
  expect(applied.reduce((sum, amount) => sum + amount, 0)).toBe(45)
  const row = await shops[0].db
    .selectFrom('issued_vouchers')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  expect(row.held).toBe(4500)
})

it('creates one hold for simultaneous requests of one visitor [C6]', async () => {
  const event = await offer(shops[0].db)
  const [visitor] = await crowd(1, () => [event.entry(2)])
  const replies = await reserveAll(Array.from({ length: 10 }, () => visitor!))
  expect(new Set(replies.map((reply) => reply.sale_reference)).size).toBe(1)
  expect(replies.filter((reply) => reply.fresh_reservation)).toHaveLength(1)
  expect((await event.pool()).held).toBe(2)
})

it('releases every ticket once when edits, expiry and two sweeps coincide [C24, C25]', async () => {
  const event = await offer(shops[0].db)
  const visitors = await crowd(20, () => [event.entry(2)])
  await reserveAll(visitors)
  expect((await event.pool()).held).toBe(40)
  await moveShopTime(shops[0].db, 600)
  await Promise.all([
    ...visitors.map((visitor, i) => (i % 2 ? call(visitor, 'destroy_sale') : checkoutOf(visitor))),
    ...shops.map((shop) => releaseExpired(shop.db)),
  ])
  expect(await event.pool()).toMatchObject({ held: 0, sold: 0 })
})

describe('two transactions that judge the last ticket at the same time', () => {
  /** Judges in the second transaction while the first has taken the ticket and not committed. */
  async function secondVerdict(lock: typeof lockStock): Promise<string> {
    const event = await offer(shops[0].db, { places: 1 })
    const baskets: Basket[] = []
    for (const visitor of await crowd(2, () => [event.entry(1)])) {
      const { id } = await shops[0].db
        .selectFrom('sessions')
        .innerJoin('sales', 'sales.id', 'sessions.sale_id')
        .select('sales.id')
        .where('sessions.token_hash', '=', hashToken(visitor.cookies.get('__Host-session') ?? ''))
        .executeTakeFirstOrThrow()
      baskets.push(await readBasket(shops[0].db, id))
    }
    const [first, second] = baskets as [Basket, Basket]
    const decide = async (trx: Transaction, basket: Basket) =>
      takeFromStock(basket, await lock(trx, [basket]), null)
    const isTaken = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    const taking = inTransaction(shops[0].db, async (trx) => {
      const verdict = await decide(trx, first)
      if (verdict.kind === 'held') await writeHolds(trx, [verdict.hold])
      isTaken.resolve()
      await isAsked.promise
      expect(verdict.kind).toBe('held')
    })
    await isTaken.promise
    const judging = inTransaction(shops[1].db, (trx) => decide(trx, second))
    // The judge either waits for the lock, or has judged.
    await Promise.race([judging, waitForLock(shops[0].db)])
    isAsked.resolve()
    await taking
    return (await judging).kind
  }

  const twentyVerdicts = async (lock: typeof lockStock) => {
    const verdicts: string[] = []
    for (let run = 0; run < 20; run++) verdicts.push(await secondVerdict(lock))
    return verdicts
  }

  it('give it to one of them, in each of 20 runs [C2]', async () => {
    expect(await twentyVerdicts(lockStock)).toEqual(Array.from({ length: 20 }, () => 'refused'))
  })

  it('would give it to both without the lock, in each of 20 runs, so the test above proves something [C2]', async () => {
    const count: typeof lockStock = async (trx, [basket]) => {
      const { id, capacity, held, sold } = await trx
        .selectFrom('pools')
        .selectAll()
        .where('id', '=', basket?.tickets[0]?.pool_id ?? '')
        .executeTakeFirstOrThrow()
      return { available: new Map([[id, capacity - held - sold]]), uses: new Map(), balances: new Map() }
    }
    expect(await twentyVerdicts(count)).toEqual(Array.from({ length: 20 }, () => 'held'))
  })
})

/** Resolves when a transaction waits for another one. */
async function waitForLock(db: TwoShops[0]['db']): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_locks where not granted`.execute(db)
    if (rows.length > 0) return
  }
}

it('sells a flash sale out, exactly, to many more buyers than there are tickets, in two processes [C1]', async () => {
  const event = await offer(shops[0].db, { places: 30, tickets: { adult: { max_per_customer: 4 } } })
  const replies = await reserveAll(await crowd(120, () => [event.entry(1)]))
  expect(replies.filter((reply) => reply.reserved)).toHaveLength(30)
  expect(await event.pool()).toMatchObject({ held: 30, sold: 0 })
})

it('reserves for everybody else while one sale is locked [C3]', async () => {
  const event = await offer(shops[0].db)
  const visitors = await crowd(10, () => [event.entry(1)])
  const { sale_id } = await shops[0].db
    .selectFrom('sale_tickets')
    .select('sale_id')
    .where('ticket_type_id', '=', event.ticket())
    .executeTakeFirstOrThrow()
  const isOver = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const locking = inTransaction(shops[1].db, async (trx) => {
    await trx.selectFrom('sales').select('id').where('id', '=', sale_id).forUpdate().execute()
    isLocked.resolve()
    await isOver.promise
  })
  await isLocked.promise
  let reserved = 0
  const all = Promise.all(
    visitors.map(async (visitor) => {
      const { json } = await call(visitor, 'reserve_tickets')
      expect(json.reserved).toBe(true)
      // The sale is locked until the nine others have been reserved.
      if (++reserved === 9) isOver.resolve()
    }),
  )
  await all
  await locking
  expect((await event.pool()).held).toBe(10)
})
