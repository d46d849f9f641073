import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { niceTime } from '#server/catalogue/dates.ts'
import { moveShopTime } from '#server/database/shop-time.ts'
import { deleteExpired } from '#server/jobs/retention.ts'
import { followClock } from '#server/reservation/clock-set-back.ts'
import { releaseExpired } from '#server/reservation/expiry.ts'
import { visit } from '#sandbox/visitor.ts'
import { call, checkoutOf, offer, visitorWith, type Offered } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { add, joinRoom, lookAt, placesOf, queued as queuedIn, roomOf } from '#server/testing/waiting-rooms.ts'

import { admitNext, cancelPlaces } from './admit-next.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const hour = 3600
// Stands still, however long the machine takes, but for looks, each of which reads the line anew.
let clock = 0
vi.spyOn(performance, 'now').mockImplementation(() => clock)
afterEach(async () => {
  await shop.db
    .updateTable('shop_clock')
    .set({ moved_by: sql`interval '0'` })
    .execute()
})

const queued = (capacity: number, changes?: Parameters<typeof offer>[1]) => queuedIn(shop, capacity, changes)
const places = (event: Offered) => placesOf(shop, event)

const soon = () => new Date(Date.now() + hour * 1000)

const reserve = async (visitor: Visitor) => (await call(visitor, 'reserve_tickets')).json

/** A visitor who has tried to add a ticket: admitted with it in the basket, or with a place in the line. */
async function arrive(event: Offered): Promise<Visitor> {
  const visitor = await shop.visitor()
  await add(visitor, event)
  return visitor
}

async function arriveInOrder(event: Offered, count: number): Promise<Visitor[]> {
  const visitors: Visitor[] = []
  for (let i = 0; i < count; i++) visitors.push(await arrive(event))
  return visitors
}

/** What the page shows of a place, as the shop counts it now. */
function look(visitor: Visitor, event: Offered) {
  clock += 60_000
  return lookAt(visitor, event)
}

async function saleIdOf(visitor: Visitor): Promise<string | undefined> {
  const { sale_reference } = await checkoutOf(visitor)
  const sale = await shop.db
    .selectFrom('sales')
    .select('id')
    .where('reference', '=', sale_reference)
    .executeTakeFirst()
  return sale?.id
}

async function pay(visitor: Visitor): Promise<void> {
  await shop.db
    .updateTable('sales')
    .set({ paid_at: sql`shop_now()`, held_until: null })
    .where('id', '=', (await saleIdOf(visitor)) ?? '')
    .execute()
}

describe('the gate', () => {
  it('lets whoever comes first through at once, without a waiting room', async () => {
    const event = await queued(2)
    const visitor = await visitorWith(shop, event.entry(2))
    expect(await reserve(visitor)).toMatchObject({ reserved: true })
  })

  it('answers a reservation without admission with the documented redirect, and holds nothing [RESV-12]', async () => {
    const plain = await offer(shop.db)
    const visitor = await visitorWith(shop, plain.entry(1))
    const event = await offer(shop.db)
    await add(visitor, event)
    await shop.db.updateTable('events').set({ waiting_room_capacity: 0 }).where('id', '=', event.id).execute()
    expect(await reserve(visitor)).toEqual({ redirect: roomOf(event, '/checkout/') })
    expect([await plain.pool(), await event.pool()]).toMatchObject([{ held: 0 }, { held: 0 }])
    expect((await checkoutOf(visitor)).tickets).toHaveLength(2)
  })

  it('adds nothing before admission, and leaves the rest of the basket as it is', async () => {
    const [plain, event] = [await offer(shop.db), await queued(0)]
    const visitor = await visitorWith(shop, plain.entry(1))
    const script = await add(visitor, event)
    expect(script.status).toBe(409)
    expect(script.json).toEqual({ redirect: roomOf(event), message: expect.stringContaining('waiting room') })
    const page = await visitor.post(
      '/do/checkout/add/',
      { ticket: [event.entry(1)] },
      { Accept: 'text/html' },
    )
    expect([page.status, page.headers.get('Location')]).toEqual([303, roomOf(event)])
    expect((await checkoutOf(visitor)).tickets).toHaveLength(1)
    expect(await reserve(visitor)).toMatchObject({ reserved: true })
  })

  it('stands before an express checkout too', async () => {
    const event = await queued(1, { organiser: { is_express: true } })
    const [first, second] = await arriveInOrder(event, 2)
    expect(await reserve(first!)).toMatchObject({ reserved: true })
    expect((await add(second!, event)).status).toBe(409)
    expect((await call(second!, 'reserve_tickets')).json).toEqual({ error: 'Your basket is empty' })
  })

  it('sends visitors of a seating plan to the waiting room first', async () => {
    const event = await queued(1, { date: { seating_plan: JSON.stringify({ provider: 'seatsio' }) } })
    await joinRoom(await shop.visitor(), event)
    const plan = `/events/book_seats/${event.id}/`
    const visitor = await shop.visitor()
    const reply = await visitor.get(plan)
    expect([reply.status, reply.headers.get('Location')]).toEqual([303, roomOf(event, plan)])
    await shop.db.updateTable('events').set({ waiting_room_capacity: 2 }).where('id', '=', event.id).execute()
    const joined = await visitor.post(`/waiting-room/${event.id}/`, { to: plan })
    expect([joined.status, joined.headers.get('Location')]).toEqual([303, plan])
    expect((await visitor.get(plan)).headers.get('Location')).toBeNull()
  })

  it.each([
    '//evil.example/',
    'https://evil.example/',
    '/events/../account/',
    '/checkout/?x',
    'javascript:1',
    '/sandbox/',
  ])('leads back to the event instead of to %s [S24]', async (to) => {
    const event = await queued(1)
    const visitor = await shop.visitor()
    const reply = await visitor.post(`/waiting-room/${event.id}/`, { to })
    expect(reply.headers.get('Location')).toBe(`/events/${event.id}/#tickets`)
    const again = await visitor.get(`/waiting-room/${event.id}/?${new URLSearchParams({ to })}`)
    expect(again.headers.get('Location')).toBe(`/events/${event.id}/#tickets`)
  })
})

describe('the line', () => {
  it('admits those who came after the opening in the order in which they came', async () => {
    const event = await queued(1)
    const visitors = await arriveInOrder(event, 4)
    for (const visitor of visitors.slice(1)) {
      expect((await look(visitor, event)).kind).toBe('waiting')
      await moveShopTime(shop.db, 601)
      await shop.db
        .updateTable('waiting_room_places')
        .set({ seen_at: sql`shop_now()` })
        .execute()
      await admitNext(shop.db)
      expect(await look(visitor, event)).toMatchObject({
        kind: 'admitted',
        to: `/events/${event.id}/#tickets`,
      })
    }
  })

  it('draws those who came before the opening by their lots, whenever they came', async () => {
    const event = await queued(0, { date: { sale_opens_at: soon() } })
    const visitors = await Promise.all(Array.from({ length: 12 }, () => shop.visitor()))
    for (const visitor of visitors) await joinRoom(visitor, event)
    const before = await places(event)
    expect(new Set(before.map(({ lot }) => lot)).size).toBe(12)
    expect(before.every(({ number }) => number === null)).toBe(true)
    await admitNext(shop.db)
    expect((await places(event)).every(({ number }) => number === null)).toBe(true)
    await moveShopTime(shop.db, hour)
    const late = await shop.visitor()
    await joinRoom(late, event)
    const after = await places(event)
    expect(after.slice(0, 12).map(({ lot }) => lot)).toEqual(before.map(({ lot }) => lot).toSorted())
    expect(after[12]?.lot).toBeNull()
  })

  it('gives those who came first, and those who came last, the same chances', async () => {
    const event = await queued(0, { date: { sale_opens_at: soon() } })
    const count = 400
    await shop.db
      .insertInto('sessions')
      .values(
        Array.from({ length: count }, (_, i) => ({
          token_hash: `${event.id} ${i}`,
          expires_at: new Date(Date.now() + 1e9),
        })),
      )
      .execute()
    await sql`insert into waiting_room_places (event_id, session_id, lot, joined_at)
      select ${event.id}, id, gen_random_uuid(),
        shop_now() + make_interval(secs => split_part(token_hash, ' ', 2)::int)
      from sessions where token_hash like ${`${event.id} %`}`.execute(shop.db)
    await moveShopTime(shop.db, 2 * hour)
    await admitNext(shop.db)
    const drawn = (await places(event)).map(({ joined_at }) => joined_at.getTime())
    const arrivals = drawn.toSorted((a, b) => a - b)
    const ranks = drawn.map((time) => arrivals.indexOf(time))
    // Spearman's correlation of arrival and place: 0.2 is four standard deviations from chance.
    const distance = ranks.reduce((sum, rank, place) => sum + (rank - place) ** 2, 0)
    expect(Math.abs(1 - (6 * distance) / (count * (count ** 2 - 1)))).toBeLessThan(0.2)
  })

  it('tells how many are ahead, and never more than before', async () => {
    const event = await queued(1)
    const visitors = await arriveInOrder(event, 5)
    const told = await Promise.all(visitors.slice(1).map((visitor) => look(visitor, event)))
    expect(told.map(({ text }) => /You are next|\d+ p\w+ \w+ ahead/.exec(text)?.[0])).toEqual([
      'You are next',
      '1 person is ahead',
      '2 people are ahead',
      '3 people are ahead',
    ])
    const id = (await places(event))[2]?.id ?? ''
    await shop.db.updateTable('waiting_room_places').set({ status: 'left' }).where('id', '=', id).execute()
    await arriveInOrder(event, 3)
    expect((await look(visitors[4]!, event)).text).toContain('2 people are ahead')
  })

  it('gives each visitor one place, however many tabs and tries', async () => {
    const event = await queued(0)
    const visitor = await arrive(event)
    await joinRoom(visitor, event)
    await Promise.all([add(visitor, event), joinRoom(visitor, event), add(visitor, event)])
    expect(await places(event)).toHaveLength(1)
  })

  it('belongs to the session: its address, copied, gives no place', async () => {
    const event = await queued(1)
    const visitor = await visitorWith(shop, event.entry(1))
    const stranger = await shop.visitor()
    expect((await look(stranger, event)).kind).toBe('outside')
    const forged = await visit(
      shop.app,
      shop.config.origin,
      new Map([...stranger.cookies, ['__Host-session', 'A'.repeat(43)]]),
    )
    expect((await add(forged, event)).status).toBe(403)
    expect((await add(stranger, event)).status).toBe(409)
    expect(await reserve(visitor)).toMatchObject({ reserved: true })
  })

  it('limits the places of one network address', async () => {
    const small = await createTestShop({ trustedProxies: 1, waitingRoomPlacesOfAddress: 3 })
    const event = await offer(small.db, { event: { waiting_room_capacity: 0 } })
    const from = async (address: string) =>
      (await (await small.visitor()).post(`/waiting-room/${event.id}/`, {}, { 'X-Forwarded-For': address }))
        .status
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push(await from('203.0.113.7'))
    expect(statuses).toEqual([303, 303, 303, 429])
    expect(await from('203.0.113.8')).toBe(303)
    await small.close()
  })
})

describe('an admission', () => {
  it('ends after its minutes if nothing is reserved, and the next is admitted', async () => {
    const event = await queued(1, { event: { waiting_room_minutes: 3 } })
    const [first, second] = await arriveInOrder(event, 2)
    await moveShopTime(shop.db, 140)
    await admitNext(shop.db)
    expect((await look(second!, event)).kind).toBe('waiting')
    await moveShopTime(shop.db, 41)
    await admitNext(shop.db)
    expect((await look(second!, event)).kind).toBe('admitted')
    expect(await look(first!, event)).toMatchObject({ kind: 'over', next: null })
    expect(await reserve(first!)).toEqual({ redirect: roomOf(event, '/checkout/') })
    // They are told, and have no other place before they ask for it. The basket is as it was.
    expect((await look(first!, event)).kind).toBe('over')
    expect((await checkoutOf(first!)).tickets).toHaveLength(1)
    await joinRoom(first!, event)
    expect((await look(first!, event)).kind).toBe('waiting')
  })

  it('lasts while its tickets are reserved, and is passed on when the hold ends', async () => {
    const event = await queued(1, { event: { waiting_room_minutes: 2 } })
    const [first, second] = await arriveInOrder(event, 2)
    expect(await reserve(first!)).toMatchObject({ reserved: true })
    const present = () =>
      shop.db
        .updateTable('waiting_room_places')
        .set({ seen_at: sql`shop_now()` })
        .where('event_id', '=', event.id)
        .execute()
    await moveShopTime(shop.db, 590)
    await present()
    await admitNext(shop.db)
    expect((await look(second!, event)).kind).toBe('waiting')
    await moveShopTime(shop.db, 140)
    await releaseExpired(shop.db)
    await present()
    await admitNext(shop.db)
    expect((await look(second!, event)).kind).toBe('admitted')
  })

  it('is passed on as soon as the order is paid', async () => {
    const event = await queued(1)
    const [first, second] = await arriveInOrder(event, 2)
    await reserve(first!)
    await pay(first!)
    await admitNext(shop.db)
    expect((await look(second!, event)).kind).toBe('admitted')
    expect((await places(event)).map(({ status }) => status)).toEqual(['bought', 'admitted'])
  })

  it('is there for the next basket of a buyer who has paid for another in the same browser', async () => {
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    await reserve(visitor)
    await pay(visitor)
    const event = await queued(1)
    expect((await add(visitor, event)).status).toBe(200)
    await admitNext(shop.db)
    expect(await reserve(visitor)).toMatchObject({ reserved: true })
    expect((await places(event)).map(({ status }) => status)).toEqual(['admitted'])
  })

  it('adds nothing more once its order is paid', async () => {
    const event = await queued(1)
    const visitor = await arrive(event)
    await reserve(visitor)
    await pay(visitor)
    expect((await look(visitor, event)).kind).toBe('bought')
    expect((await add(visitor, event)).status).toBe(409)
  })

  it('goes to nobody while there is no ticket left to choose', async () => {
    const event = await queued(5, { places: 2 })
    const [first, second, third] = await arriveInOrder(event, 3)
    // Two places, two of them admitted: a third would find nothing.
    expect((await places(event)).map(({ status }) => status)).toEqual(['admitted', 'admitted', 'waiting'])
    await reserve(first!)
    await reserve(second!)
    await admitNext(shop.db)
    expect(await look(third!, event)).toMatchObject({
      kind: 'waiting',
      text: expect.stringMatching(/in other buyers(?:'|&#39;) baskets/),
    })
  })

  it('waits for whoever is away, who loses nothing within fifteen minutes, and their place after them', async () => {
    const event = await queued(1)
    const [, away, here] = await arriveInOrder(event, 3)
    await moveShopTime(shop.db, 610)
    await look(here!, event)
    await admitNext(shop.db)
    expect((await look(here!, event)).kind).toBe('admitted')
    expect((await look(away!, event)).text).toContain('You are next')
    await moveShopTime(shop.db, 610)
    await look(away!, event)
    await admitNext(shop.db)
    expect((await look(away!, event)).kind).toBe('admitted')

    const [, gone] = await arriveInOrder(event, 2)
    await moveShopTime(shop.db, 16 * 60)
    await admitNext(shop.db)
    await cancelPlaces(shop.db)
    expect(await look(gone!, event)).toMatchObject({
      kind: 'left',
      text: expect.stringContaining('more than 15 minutes'),
    })
    await joinRoom(gone!, event)
    await admitNext(shop.db)
    expect((await look(gone!, event)).kind).toBe('admitted')
  })

  it('keeps everybody’s place in the lobby until the opening, and fifteen minutes from then', async () => {
    const event = await queued(1, { date: { sale_opens_at: soon() } })
    const visitor = await shop.visitor()
    await joinRoom(visitor, event)
    await moveShopTime(shop.db, hour)
    await cancelPlaces(shop.db)
    await admitNext(shop.db)
    await moveShopTime(shop.db, 12 * 60)
    await cancelPlaces(shop.db)
    expect((await look(visitor, event)).text).toContain('You are next')
    await admitNext(shop.db)
    expect((await look(visitor, event)).kind).toBe('admitted')
  })

  it('goes by the line after the shop was down for long: nobody was away meanwhile [C14]', async () => {
    const event = await queued(1)
    const [, second, third] = await arriveInOrder(event, 3)
    await followClock(shop.db)
    await moveShopTime(shop.db, 20 * 60)
    // Jobs start in any order.
    await admitNext(shop.db)
    await followClock(shop.db)
    await cancelPlaces(shop.db)
    await look(third!, event)
    await admitNext(shop.db)
    expect((await look(second!, event)).kind).toBe('admitted')
    expect((await look(third!, event)).text).toContain('You are next')
  })

  it('is not longer when the clock is set back', async () => {
    const event = await queued(1)
    await followClock(shop.db)
    await arriveInOrder(event, 2)
    await followClock(shop.db)
    await moveShopTime(shop.db, -hour)
    await followClock(shop.db)
    const [first] = await places(event)
    const now = (
      await shop.db.selectNoFrom(sql<Date>`shop_now()`.as('now')).executeTakeFirstOrThrow()
    ).now.getTime()
    expect(first!.admitted_until!.getTime() - now).toBeLessThanOrEqual(600_000)
    expect(first!.admitted_until!.getTime() - now).toBeGreaterThan(590_000)
  })
})

describe('what is told', () => {
  it('says when the sale opens, and who else is here, before it does', async () => {
    const event = await queued(1, { date: { sale_opens_at: soon() } })
    const [first, second] = [await shop.visitor(), await shop.visitor()]
    await joinRoom(first, event)
    await joinRoom(second, event)
    const told = await look(first, event)
    expect(told.kind).toBe('lobby')
    expect(told.text).toMatch(
      /You are in the waiting room\. The sale opens .*at random.*1 other person is here/,
    )
  })

  it('tells the hour of a sale that opens today, without its day', async () => {
    const noon = new Date(Date.now() + 24 * hour * 1000).setUTCHours(12, 0, 0, 0)
    await moveShopTime(shop.db, (noon - Date.now()) / 1000)
    const opensAt = new Date(noon + hour * 500)
    const event = await queued(1, { date: { sale_opens_at: opensAt } })
    const visitor = await shop.visitor()
    const when = `today at ${niceTime(opensAt)}.`
    expect((await look(visitor, event)).text).toContain(`The sale opens ${when}`)
    expect((await visitor.get(`/events/${event.id}/`)).text).toContain(`On sale from ${when}`)
    await joinRoom(visitor, event)
    expect((await look(visitor, event)).text).toContain(`The sale opens ${when}`)
  })

  it('says at once that tickets are sold out, and asks no more', async () => {
    const event = await queued(1, { places: 1 })
    const [, second] = await arriveInOrder(event, 2)
    await shop.db.updateTable('pools').set({ sold: 1 }).where('id', '=', event.id).execute()
    expect(await look(second!, event)).toMatchObject({ kind: 'sold_out', next: null })
  })

  it('says that the organiser has paused the sale, and keeps the place', async () => {
    const event = await queued(1)
    const [, second] = await arriveInOrder(event, 2)
    const set = (waiting_room_capacity: number | null) =>
      shop.db.updateTable('events').set({ waiting_room_capacity }).where('id', '=', event.id).execute()
    await set(0)
    expect((await look(second!, event)).text).toContain('the organiser has paused the sale')
    await set(2)
    await admitNext(shop.db)
    expect((await look(second!, event)).kind).toBe('admitted')
  })

  it('says that the sale is over', async () => {
    const event = await queued(1)
    const [, second] = await arriveInOrder(event, 2)
    await shop.db
      .updateTable('event_dates')
      .set({ sale_closes_at: new Date(Date.now() - 1000) })
      .where('id', '=', event.id)
      .execute()
    expect(await look(second!, event)).toMatchObject({ kind: 'closed', next: null })
  })

  it('leads on when the event has no waiting room any more', async () => {
    const event = await queued(0)
    const visitor = await arrive(event)
    await shop.db
      .updateTable('events')
      .set({ waiting_room_capacity: null })
      .where('id', '=', event.id)
      .execute()
    expect(await look(visitor, event)).toMatchObject({ kind: 'open', to: `/events/${event.id}/#tickets` })
    expect((await add(visitor, event)).status).toBe(200)
  })

  it('estimates the time from the pace of the last minutes, and says why it has become longer', async () => {
    const event = await queued(1)
    const visitors = await arriveInOrder(event, 4)
    const last = visitors[3]!
    expect((await look(last, event)).text).toContain('once a few buyers have gone through')
    const sessions = await shop.db
      .insertInto('sessions')
      .values(
        Array.from({ length: 10 }, (_, i) => ({
          token_hash: `${event.id} ended ${i}`,
          expires_at: new Date(Date.now() + 1e9),
        })),
      )
      .returning('id')
      .execute()
    await shop.db
      .insertInto('waiting_room_places')
      .values(
        sessions.map(({ id }) => ({
          event_id: event.id,
          session_id: id,
          status: 'bought' as const,
          ended_at: sql<Date>`shop_now()` as never,
        })),
      )
      .execute()
    await moveShopTime(shop.db, 30)
    // Three are to go at ten in five minutes.
    const early = await look(last, event)
    expect(early.text).toContain('About 2 minutes to go')
    expect(early.text).not.toContain('longer than we said')
    await shop.db
      .deleteFrom('waiting_room_places')
      .where('event_id', '=', event.id)
      .where(
        'session_id',
        'in',
        sessions.slice(0, 7).map(({ id }) => id),
      )
      .execute()
    const late = await look(last, event)
    expect(late.text).toContain('About 5 minutes to go')
    expect(late.text).toContain('This is longer than we said before')
  })

  it('replies 404 for an event that does not exist', async () => {
    expect((await (await shop.visitor()).get('/waiting-room/nothing/')).status).toBe(404)
  })
})

it('counts the line once for a thousand polls, and reads and notes places by the hundred [S44]', async () => {
  const event = await queued(1)
  const [, visitor] = await arriveInOrder(event, 2)
  await look(visitor!, event)
  await moveShopTime(shop.db, 30)
  const execute = vi.spyOn(shop.db.getExecutor(), 'executeQuery')
  const replies = await Promise.all(
    Array.from({ length: 1000 }, () => visitor!.get(`/waiting-room/${event.id}/standing/`)),
  )
  const executed = execute.mock.calls.map(([query]) => query.sql)
  execute.mockRestore()
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(executed.filter((text) => text.includes('row_number()')).length).toBeLessThanOrEqual(1)
  expect(executed.length).toBeLessThan(100)
})

it('forgets places that nobody looked at for a week', async () => {
  const event = await queued(0)
  await arrive(event)
  await moveShopTime(shop.db, 8 * 24 * hour)
  await deleteExpired(shop.db)
  expect(await places(event)).toEqual([])
})
