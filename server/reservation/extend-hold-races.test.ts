import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import type { Visitor } from '#server/testing/test-shop.ts'
import { startTwoShops, times, type TwoShops } from '#server/testing/two-shops.ts'
import { joinRoom, queued } from '#server/testing/waiting-rooms.ts'
import { admitNext } from '#server/waiting-room/admit-next.ts'

import { releaseExpired } from './expiry.ts'
import { refusals } from './extend-hold.ts'

let shops: TwoShops
let stop: (() => Promise<void>) | undefined

beforeAll(async () => void ({ shops, stop } = await startTwoShops()))
afterAll(() => stop?.())

const sweepBoth = () => Promise.all(shops.map((shop) => releaseExpired(shop.db)))

/** The same session in the other process. */
const inOther = async (visitor: Visitor): Promise<Visitor> => {
  const other = await shops[1].visitor()
  other.cookies.clear()
  for (const [name, value] of visitor.cookies) other.cookies.set(name, value)
  return other
}

const heldUntil = async (event: { ticket: () => string }) => {
  const sales = await shops[0].db
    .selectFrom('sales')
    .innerJoin('sale_tickets', 'sale_tickets.sale_id', 'sales.id')
    .select(['sales.id', 'sales.held_until', 'sales.extended_seconds'])
    .where('ticket_type_id', '=', event.ticket())
    .execute()
  return sales
}

it('makes a hold longer once for ten presses at once, in two processes [C6]', async () => {
  const event = await offer(shops[0].db)
  const visitor = await visitorWith(shops[0], event.entry(1))
  await call(visitor, 'reserve_tickets')
  const [before] = await heldUntil(event)
  const both = [visitor, await inOther(visitor)]
  const replies = await times(10, (i) => call(both[i % 2]!, 'extend_hold'))
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(replies.filter(({ json }) => json.extended)).toHaveLength(1)
  for (const { json } of replies.filter(({ json }) => !json.extended))
    expect(json.message).toBe(refusals.again)
  // Whoever pressed, the page counts down to the same end.
  const seconds = replies.map(({ json }) => json.seconds_remaining as number)
  expect(Math.max(...seconds) - Math.min(...seconds)).toBeLessThanOrEqual(10)
  const [after] = await heldUntil(event)
  expect(after!.held_until!.getTime() - before!.held_until!.getTime()).toBe(300_000)
})

/** Resolves when a transaction waits for another one. */
async function waitForLock(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_locks where not granted`.execute(shops[0].db)
    if (rows.length > 0) return
  }
}

it('does not make a hold longer that expires while the press waits for the sale [C24]', async () => {
  const event = await offer(shops[0].db)
  const visitor = await visitorWith(shops[0], event.entry(1))
  await call(visitor, 'reserve_tickets')
  const [{ id } = { id: '' }] = await heldUntil(event)
  await moveShopTime(shops[0].db, 599)
  const isLocked = Promise.withResolvers<void>()
  const isOver = Promise.withResolvers<void>()
  const locking = inTransaction(shops[1].db, async (trx) => {
    await trx.selectFrom('sales').select('id').where('id', '=', id).forUpdate().execute()
    isLocked.resolve()
    await isOver.promise
  })
  await isLocked.promise
  const pressing = call(visitor, 'extend_hold')
  await waitForLock()
  await moveShopTime(shops[0].db, 2)
  isOver.resolve()
  await locking
  expect(await pressing).toMatchObject({ status: 409 })
  await sweepBoth()
  expect((await event.pool()).held).toBe(0)
})

it('does not release a hold that became longer while a sweep waited for the sale [C24]', async () => {
  const event = await offer(shops[0].db)
  const visitor = await visitorWith(shops[0], event.entry(1))
  await call(visitor, 'reserve_tickets')
  const [{ id } = { id: '' }] = await heldUntil(event)
  await moveShopTime(shops[0].db, 599)
  const isLocked = Promise.withResolvers<void>()
  const isOver = Promise.withResolvers<void>()
  const extending = inTransaction(shops[1].db, async (trx) => {
    await sql`update sales set held_until = held_until + interval '300 seconds', extended_seconds = 300
      where id = ${id}`.execute(trx)
    isLocked.resolve()
    await isOver.promise
  })
  await isLocked.promise
  await moveShopTime(shops[0].db, 2)
  // It still sees the hold that was.
  const reading = checkoutOf(visitor)
  await Promise.race([reading, waitForLock()])
  isOver.resolve()
  await extending
  expect((await reading).seconds_remaining).toBeGreaterThan(200)
  expect((await event.pool()).held).toBe(1)
})

it('keeps the stock exact when presses, sweeps and reads coincide with the end of the holds [C24]', async () => {
  const event = await offer(shops[0].db)
  const visitors = await times(30, (i) => visitorWith(shops[i % 2]!, event.entry(2)))
  await Promise.all(visitors.map((visitor) => call(visitor, 'reserve_tickets')))
  expect((await event.pool()).held).toBe(60)
  const replies = visitors.map((visitor, i) =>
    i === 15
      ? moveShopTime(shops[0].db, 600).then(() => null)
      : i % 3 === 0
        ? checkoutOf(visitor).then(() => null)
        : call(visitor, 'extend_hold'),
  )
  await Promise.all([...replies, sweepBoth(), sweepBoth()])
  await sweepBoth()
  const extended = (await Promise.all(replies)).filter((reply) => reply?.json.extended)
  expect((await event.pool()).held).toBe(extended.length * 2)
  const holds = (await heldUntil(event)).filter(({ held_until }) => held_until !== null)
  expect(holds).toHaveLength(extended.length)
})

it('makes no hold longer once somebody waits, while others join and are admitted', async () => {
  const event = await queued(shops[0], 4, { places: 8 })
  const holders: Visitor[] = []
  for (let i = 0; i < 4; i++) {
    const visitor = await visitorWith(shops[i % 2]!, event.entry(2))
    await call(visitor, 'reserve_tickets')
    holders.push(visitor)
  }
  await joinRoom(await shops[1].visitor(), event)
  const replies = await Promise.all([
    ...holders.map((visitor) => call(visitor, 'extend_hold')),
    ...(await times(4, (i) => shops[i % 2]!.visitor())).map((visitor) => joinRoom(visitor, event)),
    ...shops.map((shop) => admitNext(shop.db, [event.id]).then(() => null)),
  ])
  const extensions = replies.slice(0, 4).map((reply) => reply?.json)
  expect(extensions.map(({ extended, message }) => ({ extended, message }))).toEqual(
    Array(4).fill({ extended: false, message: refusals.othersWait }),
  )
})
