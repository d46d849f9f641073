import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { inTransaction } from '#server/database/transaction.ts'
import { visit, type App } from '#sandbox/visitor.ts'
import { account, newEmail } from '#server/testing/buyers.ts'
import { call, type Offered } from '#server/testing/offers.ts'
import { startShopProcesses, type ShopProcesses } from '#server/testing/shop-processes.ts'
import type { Visitor } from '#server/testing/test-shop.ts'
import { times } from '#server/testing/two-shops.ts'
import { add, joinRoom, placesOf, queued, sessionOf } from '#server/testing/waiting-rooms.ts'

import { admitFrom, admitNext } from './admit-next.ts'

let world: ShopProcesses
beforeAll(async () => void (world = await startShopProcesses(2)))
afterAll(() => world?.stop())

/** Sends requests to one process, and if that is gone to the other, as a load balancer does. */
const balanced = (first: number): App => ({
  request: async (url, init) => {
    const apps = world.processes.map(({ app }) => app)
    try {
      return await apps[first % 2]!.request(url, init)
    } catch {
      return apps[(first + 1) % 2]!.request(url, init)
    }
  },
})

const newVisitor = (index: number) => visit(balanced(index), world.worker.config.origin)

interface Comer {
  visitor: Visitor
  sessionId: string
  sentAt: number
  answeredAt: number
}

/** So many come at once, fifty at a time, in both processes; `onAnswer` is called with how many were answered. */
async function crowd(event: Offered, count: number, onAnswer: (answered: number) => void): Promise<Comer[]> {
  const comers: Comer[] = []
  let begun = 0
  await times(50, async () => {
    while (begun < count) {
      const visitor = await newVisitor(begun++)
      const sentAt = performance.now()
      const { status, text } = await joinRoom(visitor, event)
      expect(status, text).toBe(303)
      comers.push({
        visitor,
        sessionId: await sessionOf(world.worker, visitor),
        sentAt,
        answeredAt: performance.now(),
      })
      onAnswer(comers.length)
    }
  })
  return comers
}

const admitInBoth = (event: Offered) =>
  Promise.all([admitNext(world.worker.db, [event.id]), admitNext(world.worker.db)])

/** Admits in both processes at once, and then again with the lock: each admission passes over events that another has locked. */
async function admitAll(event: Offered): Promise<void> {
  await Promise.all([admitInBoth(event), admitInBoth(event)])
  await inTransaction(world.worker.db, async (trx) => {
    await trx.selectFrom('events').select('id').where('id', '=', event.id).forNoKeyUpdate().execute()
    await admitFrom(trx, [event.id])
  })
}

/** The places by status; fails if more are admitted than the room or the stock has places for, or not those who were first. */
async function standings(event: Offered, capacity: number) {
  const places = await placesOf(world.worker, event)
  const { capacity: all, held, sold } = await event.pool()
  const of = (wanted: string) => places.filter(({ status }) => status === wanted)
  const [admitted, waiting] = [of('admitted'), of('waiting')]
  expect(admitted.length).toBeLessThanOrEqual(capacity)
  // Whoever is admitted has reserved, or finds a ticket.
  expect(admitted.length).toBeLessThanOrEqual(all - sold)
  expect(held + sold).toBeLessThanOrEqual(all)
  const last = Math.max(...admitted.map(({ number }) => Number(number)))
  expect(waiting.filter(({ number }) => number !== null && Number(number) < last)).toEqual([])
  return { places, admitted, waiting, bought: of('bought'), over: of('over'), held, sold }
}

describe('two hundred visitors of two processes, one of which is killed and restarted while they come', () => {
  const capacity = 10
  const tickets = 24
  let event: Offered
  let comers: Comer[]

  beforeAll(async () => {
    event = await queued(world.worker, capacity, { places: tickets })
    const { shop } = world.processes[1]!
    let restarted: Promise<void> | undefined
    // Nobody waits for whoever admits; the numbers of most are drawn together.
    const isCrowded = Promise.withResolvers<void>()
    const admitting = inTransaction(world.worker.db, async (trx) => {
      await trx.selectFrom('events').select('id').where('id', '=', event.id).forNoKeyUpdate().execute()
      await isCrowded.promise
    })
    comers = await crowd(event, 200, (answered) => {
      if (answered === 140) isCrowded.resolve()
      if (answered === 80) restarted = shop.kill().then(() => shop.start())
      if (answered % 20 === 0) void admitInBoth(event)
    })
    await Promise.all([restarted, admitting])
    await admitAll(event)
  })

  it('have one place each, also those whose request the killed process never answered [C13]', async () => {
    const places = await placesOf(world.worker, event)
    expect(places.map(({ session_id }) => session_id).toSorted()).toEqual(
      comers.map(({ sessionId }) => sessionId).toSorted(),
    )
    expect(places.every(({ status, number }) => number !== null && /waiting|admitted/.test(status))).toBe(
      true,
    )
  })

  it('stand in the order in which they came', async () => {
    const numbers = new Map(
      (await placesOf(world.worker, event)).map(({ session_id, number }) => [session_id, Number(number)]),
    )
    const pairs = comers.flatMap((early) =>
      comers
        .filter((late) => early.answeredAt < late.sentAt)
        .map((late) => numbers.get(early.sessionId)! < numbers.get(late.sessionId)!),
    )
    expect(pairs.length).toBeGreaterThan(5000)
    expect(pairs.filter((isInOrder) => !isInOrder)).toEqual([])
  })

  it('are admitted up to the capacity, then as many as have left, until the last ticket is sold', async () => {
    const bySession = new Map(comers.map((comer) => [comer.sessionId, comer.visitor]))
    let now = await standings(event, capacity)
    expect(now.admitted).toHaveLength(capacity)
    for (let round = 0; now.sold < tickets; round++) {
      expect(round).toBeLessThan(20)
      // Two of three buy, at once and in both processes; the others let their time pass.
      const visitors = now.admitted.map(({ session_id }) => bySession.get(session_id ?? '')!)
      const buyers = visitors.filter((_, i) => i % 3 !== 2 || now.admitted.length < 3)
      await Promise.all(
        buyers.map(async (buyer) => {
          expect((await add(buyer, event)).status).toBe(200)
          expect((await call(buyer, 'reserve_tickets')).json).toMatchObject({ reserved: true })
        }),
      )
      await standings(event, capacity)
      await pay(event)
      await world.worker.db
        .updateTable('waiting_room_places')
        .set({ admitted_until: sql<Date>`shop_now()` })
        .where('event_id', '=', event.id)
        .where('status', '=', 'admitted')
        .execute()
      await admitAll(event)
      now = await standings(event, capacity)
    }
    expect(now).toMatchObject({ sold: tickets, held: 0, admitted: [] })
    expect(now.bought).toHaveLength(tickets)
  })
})

/** Marks all baskets with tickets of the event as paid, as the payments do. */
async function pay(event: Offered): Promise<void> {
  await inTransaction(world.worker.db, async (trx) => {
    const sales = sql`select sale_id from sale_tickets where ticket_type_id = ${event.ticket()}`
    await sql`update pools set sold = sold + held, held = 0 where id = ${event.id}`.execute(trx)
    await sql`update sales set paid_at = shop_now(), held_until = null
      where id in (${sales}) and held_until is not null`.execute(trx)
  })
}

it('gives accounts that join and reserve in two browsers at once one place and one reservation', async () => {
  const event = await queued(world.worker, 100)
  const emails = Array.from({ length: 10 }, newEmail)
  const replies = await Promise.all(
    emails.map(async (email) => {
      const user_id = await account(world.worker, email)
      const browsers = [await newVisitor(0), await newVisitor(1)]
      await Promise.all(browsers.map((browser) => call(browser, 'set_code')))
      await world.worker.db
        .updateTable('sessions')
        .set({ user_id })
        .where('id', 'in', await Promise.all(browsers.map((browser) => sessionOf(world.worker, browser))))
        .execute()
      await Promise.all(browsers.map((browser) => joinRoom(browser, event)))
      await admitAll(event)
      return Promise.all(
        browsers.map(async (browser) => {
          await add(browser, event)
          return (await call(browser, 'reserve_tickets')).json
        }),
      )
    }),
  )
  expect(replies.map((both) => both.filter(({ reserved }) => reserved).length)).toEqual(emails.map(() => 1))
  expect(await placesOf(world.worker, event)).toHaveLength(10)
  expect((await event.pool()).held).toBe(10)
})
