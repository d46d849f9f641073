import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { moveShopTime, shopNowPlus } from '#server/database/shop-time.ts'
import { connectProviders } from '#server/providers/connect-providers.ts'
import type { SeatingProvider } from '#server/providers/seating-provider.ts'
import { deleteExpired } from '#server/jobs/retention.ts'
import { settle } from '#server/payments/settling/settle.ts'
import { releaseExpired } from '#server/reservation/expiry.ts'
import { SeatsBusy } from './claims.ts'
import { takeSeats } from './take-seats.ts'
import { call, checkoutOf, type Offered } from '#server/testing/offers.ts'
import { findBookErrors } from '#server/testing/books.ts'
import { passTime } from '#server/testing/pass-time.ts'
import { cards, pay, press } from '#server/testing/payers.ts'
import {
  addSeats,
  choose,
  cutSeats,
  pair,
  seatedOffer,
  seatedVisitor,
  seatsEntry,
  seatsOf,
  statusOf,
  tell,
  unreachable,
} from '#server/testing/seats.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterEach(() => void (shop.answer = null))
afterAll(() => shop.close())

/** Waits for what a request does after its reply. */
const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000 })

const reserve = async (visitor: Visitor) => (await call(visitor, 'reserve_tickets')).json
const seats = (event: Offered) => statusOf(shop, event, pair)
/** Waits until the provider was told, by the request itself or by the job. */
const untilSeatsAre = (event: Offered, statuses: string[]) =>
  waitFor(async () => {
    await shop.db
      .updateTable('seat_claims')
      .set({ next_try_at: new Date(0) })
      .where('event_date_id', '=', event.id)
      .execute()
    await tell(shop)
    expect(await seats(event)).toEqual(statuses)
  })
const free = ['free', 'free']
const held = ['held', 'held']
const booked = ['booked', 'booked']

/** Makes a visitor with two reserved seats who has given their name. */
async function buyer(changes: Parameters<typeof seatedOffer>[1] = {}) {
  const event = await seatedOffer(shop, changes)
  const visitor = await seatedVisitor(shop, event, pair)
  expect(await reserve(visitor)).toMatchObject({ reserved: true })
  const { sale_reference: reference } = await checkoutOf(visitor)
  const sale = () =>
    shop.db.selectFrom('sales').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
  await shop.db
    .updateTable('sales')
    .set({ guest_email: `${event.id}@example.com`, guest_name: 'Ada Lovelace' })
    .where('reference', '=', reference)
    .execute()
  return { event, visitor, sale, saleId: (await sale()).id }
}

const claims = (event: Offered) =>
  shop.db
    .selectFrom('seat_claims')
    .select(['label', 'status', 'tries'])
    .where('event_date_id', '=', event.id)
    .orderBy('label')
    .execute()

/** Lets time pass for one sale and its seats. */
async function wait(saleId: string, seconds: number) {
  await passTime(shop.db, [saleId], seconds)
}

describe('seats stay the buyer’s', () => {
  it('through reservation and payment, and are booked for the order', async () => {
    const { event, visitor, saleId } = await buyer()
    expect(await seats(event)).toEqual(held)
    expect((await checkoutOf(visitor)).tickets[0]).toMatchObject({ seats: pair, lapsed_seats: [] })
    expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
    await untilSeatsAre(event, booked)
    const found = await seatsOf(shop).find(event.id, pair)
    expect(found.get('Stalls-C-8')?.order).toBe(saleId)
    expect(await claims(event)).toMatchObject([{ status: 'booked' }, { status: 'booked' }])
    expect(await event.pool()).toMatchObject({ held: 0, sold: 2 })
    const seatErrors = async () =>
      (await findBookErrors(shop.db, saleId)).filter((error) => error.startsWith('seats'))
    expect(await seatErrors()).toEqual([])
    await shop.db
      .deleteFrom('seat_claims')
      .where('event_date_id', '=', event.id)
      .where('label', '=', 'Stalls-C-9')
      .execute()
    expect(await seatErrors()).toEqual(['seats sold: Stalls-C-8 instead of Stalls-C-8, Stalls-C-9'])
  })

  it('when a payment fails, until the hold ends', async () => {
    const { event, visitor, saleId } = await buyer()
    await pay(shop, visitor, { number: cards.declined })
    await wait(saleId, 9 * 60)
    await tell(shop)
    expect(await seats(event)).toEqual(held)
    await wait(saleId, 61)
    await releaseExpired(shop.db)
    await untilSeatsAre(event, free)
    expect(await event.pool()).toMatchObject({ held: 0, sold: 0 })
  })

  it('while a payment is in progress beyond the end of the hold', async () => {
    const { event, visitor, saleId } = await buyer()
    await pay(shop, visitor, { number: cards.challenged })
    await wait(saleId, 20 * 60)
    await releaseExpired(shop.db)
    await tell(shop)
    expect(await seats(event)).toEqual(held)
  })

  it('while the basket is edited and reserved again', async () => {
    const { event, visitor } = await buyer()
    await call(visitor, 'destroy_sale')
    await tell(shop)
    expect(await seats(event)).toEqual(held)
    expect(await reserve(visitor)).toMatchObject({ reserved: true })
  })

  it('if the token of the shop would end before a payment can', async () => {
    const event = await seatedOffer(shop)
    const visitor = await seatedVisitor(shop, event, pair)
    const token = async () => (await seatsOf(shop).find(event.id, pair)).get('Stalls-C-8')?.token
    const first = await token()
    await shop.db
      .updateTable('seat_claims')
      .set({ token_ends_at: shopNowPlus(49 * 60) })
      .where('event_date_id', '=', event.id)
      .execute()
    expect(await reserve(visitor)).toMatchObject({ reserved: true })
    expect(await seats(event)).toEqual(held)
    expect(await token()).not.toBe(first)
  })
})

describe('seats are free again', () => {
  it('when their line is removed', async () => {
    const { event, visitor } = await buyer()
    await call(visitor, 'remove_from_basket', { ticket_id: event.ticket() })
    await untilSeatsAre(event, free)
    expect(await claims(event)).toEqual([])
  })

  it('a quarter of an hour after they were added to a basket that is not reserved, and are still named in it', async () => {
    const event = await seatedOffer(shop)
    const visitor = await seatedVisitor(shop, event, pair)
    await tell(shop)
    expect(await seats(event)).toEqual(held)
    await keptUntilNow(event)
    await untilSeatsAre(event, free)
    expect((await checkoutOf(visitor)).tickets[0]).toMatchObject({ seats: pair, lapsed_seats: pair })
  })

  it('when an abandoned basket is deleted', async () => {
    const event = await seatedOffer(shop)
    await seatedVisitor(shop, event, pair)
    await shop.db
      .updateTable('sales')
      .set({ updated_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('held_until', 'is', null)
      .where('paid_at', 'is', null)
      .execute()
    await deleteExpired(shop.db)
    await untilSeatsAre(event, free)
  })

  it('when the owner frees those of a refunded order', async () => {
    const { event, visitor, saleId } = await buyer()
    await pay(shop, visitor)
    await untilSeatsAre(event, booked)
    await shop.db
      .updateTable('seat_claims')
      .set({ status: 'freeing' })
      .where('sale_id', '=', saleId)
      .execute()
    await untilSeatsAre(event, free)
    expect(await claims(event)).toEqual([])
  })
})

const keptUntilNow = (event: Offered) =>
  shop.db
    .updateTable('seat_claims')
    .set({ kept_until: shopNowPlus(-1) })
    .where('event_date_id', '=', event.id)
    .execute()

/** Makes a visitor whose basket names two seats that are free again. */
async function lapsed() {
  const event = await seatedOffer(shop)
  const visitor = await seatedVisitor(shop, event, pair)
  await keptUntilNow(event)
  await untilSeatsAre(event, free)
  return { event, visitor }
}

describe('reserving', () => {
  it('does not say that somebody else has a seat which the buyer has chosen again but not added', async () => {
    const { event, visitor } = await lapsed()
    const token = await choose(shop, event, pair)
    expect((await reserve(visitor)).error).toBe(
      'Sorry, Stalls, row C, seats 8 and 9 are no longer free, so we removed them. Please choose other seats',
    )
    expect((await addSeats(visitor, seatsEntry(event, pair, token))).status).toBe(200)
    expect(await reserve(visitor)).toMatchObject({ reserved: true })
  })

  it('takes seats that were chosen again and added', async () => {
    const { event, visitor } = await lapsed()
    await addSeats(visitor, seatsEntry(event, pair, await choose(shop, event, pair)))
    expect((await checkoutOf(visitor)).tickets[0]).toMatchObject({ seats: pair, lapsed_seats: [] })
    expect(await reserve(visitor)).toMatchObject({ reserved: true })
  })

  it('takes seats again that were released meanwhile', async () => {
    const { event, visitor } = await lapsed()
    expect(await reserve(visitor)).toMatchObject({ reserved: true })
    expect(await seats(event)).toEqual(held)
  })

  it('removes a seat that somebody else has taken meanwhile, and tells the new total first', async () => {
    const { event, visitor } = await lapsed()
    await choose(shop, event, ['Stalls-C-9'])
    expect(await reserve(visitor)).toEqual({
      error:
        'Sorry, Stalls, row C, seat 9 is no longer free, so we removed it. Your total is now £10.00. Please check it and reserve again',
    })
    expect((await checkoutOf(visitor)).tickets[0]).toMatchObject({ qty: 1, seats: ['Stalls-C-8'] })
    expect(await reserve(visitor)).toMatchObject({ reserved: true })
  })

  it('says so if the last seat is gone', async () => {
    const { event, visitor } = await lapsed()
    await choose(shop, event, pair)
    expect((await reserve(visitor)).error).toBe(
      'Sorry, Stalls, row C, seats 8 and 9 are no longer free, so we removed them. Please choose other seats',
    )
    expect((await checkoutOf(visitor)).tickets).toEqual([])
  })

  it('reserves nothing if the provider cannot say whether they are free', async () => {
    const { event, visitor } = await lapsed()
    cutSeats(shop)
    expect(await reserve(visitor)).toEqual({
      error: 'The seating plan is not available at the moment. Please try again',
    })
    expect(await event.pool()).toMatchObject({ held: 0 })
    shop.answer = null
    expect(await reserve(visitor)).toMatchObject({ reserved: true })
  })

  it('never holds tickets for seats that the shop does not hold', async () => {
    const { event, visitor } = await buyer()
    await call(visitor, 'destroy_sale')
    // Another process has begun to release them, after they were found to be held.
    const answer = shop.db
      .updateTable('seat_claims')
      .set({ status: 'freeing', next_try_at: shopNowPlus(1e6) })
      .where('event_date_id', '=', event.id)
    await answer.execute()
    cutSeats(shop)
    expect(await reserve(visitor)).toMatchObject({ error: expect.any(String) as string })
    expect(await event.pool()).toMatchObject({ held: 0 })
  })
})

describe('a payment that arrives after the hold has ended [C10]', () => {
  const settlesAt = (time: string) =>
    shop.db
      .updateTable('sandbox_records')
      .set({ data: sql`data || jsonb_build_object('settles_at', ${time}::text)` })
      .where('kind', '=', 'bank_payment')
      .where(sql<boolean>`data->>'status' = 'authorized'`)
      .execute()

  /** Makes a bank transfer that the bank still processes when its hold has ended, and its seats are free. */
  async function late() {
    const made = await buyer()
    const { event, visitor } = made
    const { url } = (await call(visitor, 'create_truelayer_payment')).json
    await press(shop, url, 'pay_slowly')
    await settlesAt('2999-01-01T00:00:00Z')
    await moveShopTime(shop.db, 31 * 60)
    await sweep(shop)
    await releaseExpired(shop.db)
    await untilSeatsAre(event, free)
    const arrive = async () => {
      await settlesAt('2000-01-01T00:00:00Z')
      await moveShopTime(shop.db, 8 * 60)
      await sweep(shop)
    }
    return { ...made, arrive }
  }

  it('buys the seats if they are still free', async () => {
    const { event, sale, arrive } = await late()
    await arrive()
    expect((await sale()).paid_at).not.toBeNull()
    await untilSeatsAre(event, booked)
  })

  it('is refunded if one of them is not', async () => {
    const { event, sale, saleId, arrive } = await late()
    await choose(shop, event, ['Stalls-C-9'])
    await arrive()
    expect((await sale()).paid_at).toBeNull()
    expect(await kindsOf(saleId)).toEqual(['charge', 'refund'])
    await untilSeatsAre(event, ['free', 'held'])
  })

  it('waits for another process that is taking its seats, and is not refunded', async () => {
    const { event, sale, saleId, arrive } = await late()
    let meanwhile: unknown
    shop.answer = async (request) => {
      if (!meanwhile && (await request.clone().text()).includes('"reservedByToken"')) {
        const context = { db: shop.db, providers: connectProviders(shop) }
        meanwhile = await settle(context, await attemptOf(saleId))
      }
      return shop.app.request(request)
    }
    await arrive()
    shop.answer = null
    expect(meanwhile).toEqual({ status: 'pending' })
    expect((await sale()).paid_at).not.toBeNull()
    expect(await kindsOf(saleId)).toEqual(['charge'])
    await untilSeatsAre(event, booked)
  })

  it('is not given up by the sweep while another process is taking its seats, however old it is', async () => {
    const { event, visitor, sale, saleId } = await buyer()
    await press(shop, (await call(visitor, 'create_truelayer_payment')).json.url, 'pay')
    // No job has run until the shop's hold at the provider has ended too.
    await moveShopTime(shop.db, 130 * 60)
    await releaseExpired(shop.db)
    expect(await seats(event)).toEqual(free)
    let meanwhile: number | undefined
    shop.answer = async (request) => {
      if (!meanwhile && (await request.clone().text()).includes('"reservedByToken"')) {
        await sweep(shop)
        meanwhile = (await call(visitor, 'destroy_sale')).status
      }
      return shop.app.request(request)
    }
    const context = { db: shop.db, providers: connectProviders(shop) }
    expect(await settle(context, await attemptOf(saleId))).toEqual({ status: 'success' })
    shop.answer = null
    expect(meanwhile).toBe(409)
    expect((await sale()).paid_at).not.toBeNull()
    expect(await kindsOf(saleId)).toEqual(['charge'])
  })

  it('keeps the seats it bought, though another process had begun to take them before', async () => {
    const { event, sale, saleId, arrive } = await late()
    const providers = connectProviders(shop)
    const provider = seatsOf(shop)
    const slow = Object.assign(Object.create(provider) as SeatingProvider, {
      find: async (...asked: Parameters<SeatingProvider['find']>) => {
        const found = await provider.find(...asked)
        await arrive()
        // So long did the answer take that the token of the order is about to end.
        const token_ends_at = shopNowPlus(60)
        await shop.db
          .updateTable('seat_claims')
          .set({ token_ends_at })
          .where('sale_id', '=', saleId)
          .execute()
        return found
      },
      takeOver: unreachable,
    })
    await expect(
      takeSeats({ db: shop.db, providers: { ...providers, seats: slow } }, saleId),
    ).rejects.toThrow(SeatsBusy)
    expect((await sale()).paid_at).not.toBeNull()
    await untilSeatsAre(event, booked)
  })

  it('is refunded if the provider cannot be asked', async () => {
    const { event, sale, saleId, arrive } = await late()
    cutSeats(shop)
    await arrive()
    expect((await sale()).paid_at).toBeNull()
    expect(await kindsOf(saleId)).toEqual(['charge', 'refund'])
    shop.answer = null
    await untilSeatsAre(event, free)
  })
})

const attemptOf = (saleId: string) =>
  shop.db.selectFrom('payment_attempts').selectAll().where('sale_id', '=', saleId).executeTakeFirstOrThrow()

const kindsOf = async (saleId: string) =>
  (
    await shop.db
      .selectFrom('payments')
      .select('kind')
      .where('sale_id', '=', saleId)
      .orderBy('kind')
      .execute()
  ).map(({ kind }) => kind)

it('refunds a payment of seats that the shop does not hold, although the hold has not ended', async () => {
  const { event, visitor, sale, saleId } = await buyer()
  await shop.db.deleteFrom('seat_claims').where('event_date_id', '=', event.id).execute()
  await pay(shop, visitor)
  expect((await sale()).paid_at).toBeNull()
  expect(await kindsOf(saleId)).toEqual(['charge', 'refund'])
})

describe('a provider that fails after the payment', () => {
  it('is told again later', async () => {
    const { event, visitor } = await buyer()
    await waitForQuiet(event)
    cutSeats(shop)
    expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
    await untilTried(event)
    shop.answer = null
    expect(await seats(event)).toEqual(held)
    await untilSeatsAre(event, booked)
  })

  it('has booked the seats if it refuses them because another process has booked them meanwhile', async () => {
    const { event, visitor, saleId } = await buyer()
    await waitForQuiet(event)
    const logged = shop.logged.length
    shop.answer = async (request) => {
      if ((await request.clone().text()).includes('"booked"')) await shop.app.request(request.clone())
      return shop.app.request(request)
    }
    await pay(shop, visitor)
    await untilSeatsAre(event, booked)
    await waitFor(async () => expect((await claims(event))[0]).toMatchObject({ status: 'booked', tries: 0 }))
    shop.answer = null
    expect(await alarmsOf(saleId)).toEqual([])
    expect(shop.logged.slice(logged)).toEqual([])
  })

  it('raises one alarm if it fails for an hour, or refuses twice, and none before', async () => {
    const { event, visitor, saleId } = await buyer()
    await waitForQuiet(event)
    cutSeats(shop)
    await pay(shop, visitor)
    const fail = async () => {
      await shop.db
        .updateTable('seat_claims')
        .set({ next_try_at: new Date(0) })
        .where('event_date_id', '=', event.id)
        .execute()
      await tell(shop)
    }
    await untilTried(event)
    for (let tries = 2; tries <= 7; tries++) await fail()
    expect(await alarmsOf(saleId)).toEqual([])
    await fail()
    await fail()
    expect(await alarmsOf(saleId)).toEqual([
      {
        wanted: 'booked',
        event_date: event.id,
        seats: pair,
        error: 'Unreachable',
        at: expect.any(String) as string,
      },
    ])
  })

  it('raises an alarm with the reason if somebody else has the seat there, and books it once it is free', async () => {
    const { event, visitor, saleId } = await buyer()
    await waitForQuiet(event)
    // As if the token had ended long ago.
    const provider = seatsOf(shop)
    const found = await provider.find(event.id, pair)
    await provider.release(event.id, pair, found.get('Stalls-C-8')?.token ?? '')
    const other = await choose(shop, event, ['Stalls-C-9'])
    await pay(shop, visitor)
    await untilTried(event)
    expect(await alarmsOf(saleId)).toEqual([])
    await shop.db
      .updateTable('seat_claims')
      .set({ next_try_at: new Date(0) })
      .where('event_date_id', '=', event.id)
      .execute()
    await tell(shop)
    expect(await alarmsOf(saleId)).toMatchObject([{ wanted: 'booked', reason: 'ILLEGAL_STATUS_CHANGE' }])
    // Nobody can buy it here meanwhile.
    const rival = await shop.visitor()
    const reply = await addSeats(rival, seatsEntry(event, ['Stalls-C-9'], other))
    expect(reply).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining('somebody else') as string },
    })
    expect(await openAlarms(saleId)).toHaveLength(1)
    await provider.release(event.id, ['Stalls-C-9'], other)
    await untilSeatsAre(event, booked)
    await waitFor(async () => expect(await openAlarms(saleId)).toEqual([]))
  })

  it('raises none if another process has told the provider while it was refused for the second time', async () => {
    const { event, visitor, saleId } = await buyer()
    await waitForQuiet(event)
    const provider = seatsOf(shop)
    const found = await provider.find(event.id, pair)
    await provider.release(event.id, pair, found.get('Stalls-C-8')?.token ?? '')
    await choose(shop, event, ['Stalls-C-9'])
    await pay(shop, visitor)
    await untilTried(event)
    const ofEvent = shop.db.updateTable('seat_claims').where('event_date_id', '=', event.id)
    await ofEvent.set({ next_try_at: new Date(0) }).execute()
    shop.answer = async (request) => {
      await ofEvent.set({ status: 'booked' }).execute()
      return shop.app.request(request)
    }
    await tell(shop)
    shop.answer = null
    expect((await claims(event))[0]).toMatchObject({ status: 'booked', tries: 2 })
    expect(await alarmsOf(saleId)).toEqual([])
  })
})

const openAlarms = (saleId: string) =>
  shop.db
    .selectFrom('alarms')
    .select('kind')
    .where('sale_id', '=', saleId)
    .where('resolved_at', 'is', null)
    .execute()

const alarmsOf = async (saleId: string) =>
  (
    await shop.db
      .selectFrom('alarms')
      .select('details')
      .where('sale_id', '=', saleId)
      .where('kind', '=', 'seats_out_of_step')
      .execute()
  ).map(({ details }) => details)

/** Waits until the request that paid has tried to tell the provider. */
const untilTried = (event: Offered) => waitFor(async () => expect((await claims(event))[0]?.tries).toBe(1))

/** Waits until no request is telling the provider any more. */
const waitForQuiet = (event: Offered) =>
  waitFor(async () => {
    await tell(shop)
    expect((await claims(event)).every(({ status, tries }) => status === 'held' && tries === 0)).toBe(true)
  })

it('never takes a seat from the sale that has it, whatever the provider says', async () => {
  const { event } = await buyer()
  const provider = seatsOf(shop)
  const token = (await provider.find(event.id, pair)).get('Stalls-C-8')?.token ?? ''
  await provider.release(event.id, pair, token)
  const rival = await shop.visitor()
  const reply = await addSeats(rival, seatsEntry(event, pair, await choose(shop, event, pair)))
  expect(reply).toMatchObject({
    status: 409,
    json: { message: expect.stringContaining('somebody else') as string },
  })
  expect((await claims(event)).map(({ status }) => status)).toEqual(held)
})

it('finishes taking over if the process has stopped in between', async () => {
  const event = await seatedOffer(shop)
  const visitor = await seatedVisitor(shop, event, pair)
  await shop.db
    .updateTable('seat_claims')
    .set({ status: 'taking', kept_until: shopNowPlus(60) })
    .where('event_date_id', '=', event.id)
    .execute()
  expect((await reserve(visitor)).error).toContain('try again in a moment')
  await keptUntilNow(event)
  expect(await reserve(visitor)).toMatchObject({ reserved: true })
  expect((await claims(event)).map(({ status }) => status)).toEqual(held)
})
