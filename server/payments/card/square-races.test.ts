import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { loadSquare } from '#server/providers/square.ts'
import { releaseExpired } from '#server/reservation/expiry.ts'
import { paidOnce, readBooks } from '#server/testing/books.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { cards, payBySquare, squarePayer, typeSquareCard, type Payer } from '#server/testing/payers.ts'
import { sendSquareEvent } from '#server/testing/provider-events.ts'
import { sweep } from '#server/testing/sweep.ts'
import { startTwoShops, times, type TwoShops } from '#server/testing/two-shops.ts'

let shops: TwoShops
let stop: (() => Promise<void>) | undefined

beforeAll(async () => {
  await loadSquare()
  ;({ shops, stop } = await startTwoShops())
})
afterAll(() => stop?.())
afterEach(() => {
  for (const shop of shops) shop.answer = null
})

const books = (one: Payer) => readBooks(shops[0], one)

const inProgress = { message: 'A payment for this basket is in progress. Please finish or cancel it first' }

it('charges once for twenty simultaneous requests with the same attempt [C16]', async () => {
  const one = await squarePayer(shops[0])
  const source_id = await typeSquareCard(shops[0])
  const replies = await times(20, () => call(one.visitor, 'pay_with_square', { source_id, attempt: 'same' }))
  expect(replies.map(({ status, json }) => [status, json.status])).toEqual(
    replies.map(() => [200, 'success']),
  )
  expect(await books(one)).toEqual(paidOnce)
})

it('charges once for twenty simultaneous attempts; the others report a payment in progress, or success', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await squarePayer(shops[0])
    const replies = await times(20, () => payBySquare(shops[0], one.visitor))
    for (const { status, json } of replies)
      expect([
        [200, { status: 'success' }],
        [409, inProgress],
      ]).toContainEqual([status, json])
    expect(replies.some(({ status }) => status === 200)).toBe(true)
    expect(await books(one)).toEqual(paidOnce)
  }
})

it('charges once if the reply is lost, and the page repeats the attempt while the sweep settles it [C16]', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await squarePayer(shops[0])
    const source_id = await typeSquareCard(shops[0], cards.lost)
    const payment = { source_id, attempt: 'same' }
    expect((await call(one.visitor, 'pay_with_square', payment)).json.status).not.toBe('success')
    expect(await books(one)).toEqual({
      isPaid: false,
      money: [],
      tickets: 0,
      receipts: 0,
      taken: 1,
      held: 2,
      sold: 0,
    })
    await moveShopTime(shops[0].db, 61)
    const [again, ...others] = await Promise.all([
      call(one.visitor, 'pay_with_square', payment),
      call(one.visitor, 'pay_with_square', payment),
      payBySquare(shops[0], one.visitor),
      call(one.visitor, 'get_payment_error'),
      ...shops.map((shop) => sweep(shop)),
    ])
    expect(again.json).toEqual({ status: 'success' })
    expect(others[0]?.json).toEqual({ status: 'success' })
    expect(await books(one)).toEqual(paidOnce)
    await moveShopTime(shops[0].db, -61)
  }
})

it('charges the second card once after the first was declined [C17]', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await squarePayer(shops[0])
    const declined = await payBySquare(shops[0], one.visitor, { number: cards.declined })
    expect(declined.json).toEqual({ status: 'unsuccessful', message: 'Your card was declined.' })
    const source_id = await typeSquareCard(shops[0])
    const replies = await times(5, () =>
      call(one.visitor, 'pay_with_square', { source_id, attempt: 'second' }),
    )
    for (const { json } of replies) expect(json).toEqual({ status: 'success' })
    expect(await books(one)).toEqual(paidOnce)
  }
})

it('sells once or not at all when the hold expires during the payment [C11]', async () => {
  for (let round = 0; round < 12; round++) {
    const one = await squarePayer(shops[0])
    // Expires at about the time of the payment.
    await shops[0].db
      .updateTable('sales')
      .set({ held_until: new Date(Date.now() + 15) })
      .where('reference', '=', one.reference)
      .execute()
    const [paid] = await Promise.all([
      payBySquare(shops[0], one.visitor),
      ...shops.map((shop) => releaseExpired(shop.db)),
      checkoutOf(one.visitor),
      ...shops.map(sweep),
    ])
    // A hold that expired after these calls had looked at it is released by the next one.
    await releaseExpired(shops[0].db)
    const found = await books(one)
    if (paid.json.status === 'success') expect(found).toEqual(paidOnce)
    else {
      expect(paid.status, paid.text).toBe(409)
      expect(found).toMatchObject({ isPaid: false, money: [], tickets: 0, taken: 0, held: 0, sold: 0 })
    }
  }
})

it('creates one order for simultaneous webhook, retry, card form, read, expiry and sweep [C7]', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await squarePayer(shops[0])
    await payBySquare(shops[0], one.visitor, { number: cards.slow, attempt: 'slow' })
    const { provider_id } = await shops[0].db
      .selectFrom('payment_attempts')
      .select('provider_id')
      .where('sale_id', '=', (await one.sale()).id)
      .executeTakeFirstOrThrow()
    await moveShopTime(shops[0].db, 700)
    const replies = await Promise.all([
      ...shops.map((shop, index) => sendSquareEvent(shop, updated(provider_id, `event-${round}-${index}`))),
      sendSquareEvent(shops[0], updated(provider_id, `event-${round}-0`)),
      payBySquare(shops[0], one.visitor, { attempt: 'slow' }).then(({ status }) => status),
      call(one.visitor, 'get_payment_error').then(({ status }) => status),
      checkoutOf(one.visitor).then(() => 200),
      ...shops.map((shop) => releaseExpired(shop.db).then(() => 200)),
      ...shops.map((shop) => sweep(shop).then(() => 200)),
    ])
    expect(replies).toEqual(replies.map(() => 200))
    expect(await books(one)).toEqual(paidOnce)
    await moveShopTime(shops[0].db, -700)
  }
})

const updated = (payment: string | null, eventId: string) =>
  JSON.stringify({ event_id: eventId, type: 'payment.updated', data: { id: payment } })
