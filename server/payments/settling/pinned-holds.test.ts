import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { releaseExpired } from '#server/reservation/expiry.ts'
import { from } from '#server/testing/addresses.ts'
import { call, checkoutOf, visitorWith } from '#server/testing/offers.ts'
import { cards, follow, pay, payer, press, type Payer } from '#server/testing/payers.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

/** A payment attempt keeps an expired hold until it ends, but never longer than the bound. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop({ trustedProxies: 1 })))
afterEach(() => void (shop.answer = null))
afterAll(() => shop.close())

const minutes = (count: number) => moveShopTime(shop.db, count * 60)

const reserve = (visitor: Visitor) => call(visitor, 'reserve_tickets')
const startTransfer = (visitor: Visitor) => call(visitor, 'create_truelayer_payment')
const challenge = (visitor: Visitor) => pay(shop, visitor, { number: cards.challenged })

const expired =
  'Your checkout time expired. If the tickets are still available, you can try to reserve them again.'

/** Checks that the pool counts exactly what sales hold and what was issued as tickets. */
async function expectConserved({ event }: Payer): Promise<void> {
  const pool = await event.pool()
  const { held } = await shop.db
    .selectFrom('sale_tickets')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('held_qty'), eb.lit(0)).as('held'))
    .innerJoin('sales', 'sales.id', 'sale_tickets.sale_id')
    .where('ticket_type_id', '=', event.ticket())
    .where('paid_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { sold } = await shop.db
    .selectFrom('tickets')
    .select((eb) => eb.fn.countAll<string>().as('sold'))
    .where('ticket_type_id', '=', event.ticket())
    .executeTakeFirstOrThrow()
  expect({ held: pool.held, sold: pool.sold }).toEqual({ held: Number(held), sold: Number(sold) })
  expect(pool.held + pool.sold).toBeLessThanOrEqual(pool.capacity)
}

describe('a new payment attempt', () => {
  it.each([
    ['bank transfer', startTransfer, startTransfer],
    ['card payment', startTransfer, (visitor: Visitor) => pay(shop, visitor)],
    ['bank transfer after 3-D Secure', challenge, startTransfer],
    ['card payment after 3-D Secure', challenge, challenge],
  ])('by %s is rejected when the hold has expired', async (_, first, second) => {
    const one = await payer(shop)
    expect((await first(one.visitor)).status).toBe(200)
    await minutes(29)
    const { status, json } = await second(one.visitor)
    expect([status, json.message]).toEqual([409, expired])
    await releaseExpired(shop.db)
    expect(await one.event.pool()).toMatchObject({ held: 0, sold: 0 })
  })
})

describe('the tickets of a bank transfer', () => {
  it.each<[string, (one: Payer, url: string) => Promise<unknown>, { held: number; sold: number }]>([
    ['is paid', (_, url) => press(shop, url, 'pay'), { held: 0, sold: 2 }],
    ['is declined', (_, url) => press(shop, url, 'fail'), { held: 0, sold: 0 }],
    [
      'is cancelled',
      ({ visitor }, url) => press(shop, url, 'cancel').then((back) => follow(visitor, back)),
      { held: 0, sold: 0 },
    ],
    ['is given up by the sweep', () => minutes(10), { held: 0, sold: 0 }],
  ])('stay held until it %s, and are then released in one sweep [C12]', async (_, end, pool) => {
    const one = await payer(shop)
    const { json } = await startTransfer(one.visitor)
    for (const wait of [5, 6, 10]) {
      await minutes(wait)
      await sweep(shop)
      await releaseExpired(shop.db)
      await expectConserved(one)
      expect(await one.event.pool()).toMatchObject({ held: 2, sold: 0 })
    }
    await end(one, json.url)
    await minutes(1.1)
    await sweep(shop)
    await releaseExpired(shop.db)
    await expectConserved(one)
    expect(await one.event.pool()).toMatchObject(pool)
  })
})

/** Makes another visitor, at another address, with the same tickets in the basket, and leaves enough for only one of the two. */
async function rivalOf({ event }: Payer): Promise<Visitor> {
  const rival = await visitorWith(from(shop, '192.0.2.77'), event.entry(2))
  await shop.db.updateTable('pools').set({ capacity: 2 }).where('id', '=', event.id).execute()
  return rival
}

describe('tickets', () => {
  const habits: [string, (visitor: Visitor) => Promise<unknown>][] = [
    ['opens bank transfers', startTransfer],
    ['opens 3-D Secure pages', challenge],
    ['uses declined cards', (visitor) => pay(shop, visitor, { number: cards.declined })],
    [
      'opens bank transfers and 3-D Secure pages in turn',
      (visitor) => startTransfer(visitor).then(() => challenge(visitor)),
    ],
    ['reserves', reserve],
    ['reserves and opens bank transfers', (visitor) => reserve(visitor).then(() => startTransfer(visitor))],
    [
      'returns to the payment step and pays',
      (visitor) => call(visitor, 'get_payment_error').then(() => startTransfer(visitor)),
    ],
    [
      'edits the basket and reserves',
      (visitor) => call(visitor, 'destroy_sale').then(() => reserve(visitor)),
    ],
  ]

  it.each(habits)(
    'are free for others within 45 minutes if a buyer %s again and again [S11]',
    async (_, act) => {
      const hog = await payer(shop)
      const rival = await rivalOf(hog)
      await act(hog.visitor)
      let waited = 0
      while (!(await reserve(rival)).json.reserved) {
        expect(waited).toBeLessThan(45)
        await act(hog.visitor)
        await expectConserved(hog)
        await minutes(5)
        waited += 5
      }
      await expectConserved(hog)
    },
  )

  it('are not held longer by reserving again [S11]', async () => {
    const { visitor, event } = await payer(shop)
    await minutes(9)
    const { json } = await reserve(visitor)
    expect(json).toMatchObject({ reserved: true, fresh_reservation: false })
    expect(json.checkout_time).toBeLessThanOrEqual(60)
    await minutes(1)
    await releaseExpired(shop.db)
    expect(await event.pool()).toMatchObject({ held: 0 })
  })
})

describe('an attempt that nobody can end', () => {
  /** Opens a bank transfer, and then the provider stops answering; 45 minutes pass but a second. */
  async function stuck() {
    const one = await payer(shop)
    const { json } = await startTransfer(one.visitor)
    shop.answer = () => Promise.resolve(new Response('down', { status: 500 }))
    for (let passed = 0; passed < 44; passed += 11) {
      await minutes(11)
      await sweep(shop)
      await releaseExpired(shop.db)
      expect(await one.event.pool()).toMatchObject({ held: 2 })
    }
    await minutes(1)
    return { ...one, url: json.url as string }
  }

  /** Minutes after which the sweep has surely asked again a provider that did not answer. */
  const longestPause = 15.1

  it('loses its tickets 35 minutes after the end of the hold', async () => {
    const one = await stuck()
    await releaseExpired(shop.db)
    await expectConserved(one)
    expect(await one.event.pool()).toMatchObject({ held: 0, sold: 0 })
    expect((await checkoutOf(one.visitor)).state).toBe('basket')
  })

  it('cannot hold tickets a second time', async () => {
    const one = await stuck()
    expect((await reserve(one.visitor)).json).toEqual({
      error: 'A payment for this basket is in progress. Please finish or cancel it first',
    })
    expect(await one.event.pool()).toMatchObject({ held: 0 })
  })

  it('becomes an order if it succeeds late and the tickets are available [C10]', async () => {
    const one = await stuck()
    await releaseExpired(shop.db)
    shop.answer = null
    await press(shop, one.url, 'pay')
    await minutes(longestPause)
    await sweep(shop)
    expect((await one.sale()).paid_at).not.toBeNull()
    await expectConserved(one)
    expect(await one.event.pool()).toMatchObject({ held: 0, sold: 2 })
  })

  it('is refunded in full once if it succeeds late and the tickets are taken [C10, L14]', async () => {
    const one = await stuck()
    expect((await reserve(await rivalOf(one))).json.reserved).toBe(true)
    shop.answer = null
    await press(shop, one.url, 'pay')
    for (let i = 0; i < 2; i++) {
      await minutes(longestPause)
      await sweep(shop)
    }
    expect((await one.sale()).paid_at).toBeNull()
    await expectConserved(one)
    expect(await one.event.pool()).toMatchObject({ held: 2, sold: 0 })
    const money = await shop.db
      .selectFrom('payments')
      .select(['kind', 'amount', 'status'])
      .where('sale_id', '=', (await one.sale()).id)
      .orderBy('kind')
      .execute()
    expect(money).toEqual([
      { kind: 'charge', amount: 20_00, status: 'done' },
      { kind: 'refund', amount: 20_00, status: 'done' },
    ])
  })
})
