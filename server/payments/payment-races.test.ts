import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { readBasket } from '#server/basket/read-basket.ts'
import { lockSale } from '#server/basket/sale.ts'
import { moveShopTime } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { connectProviders } from '#server/providers/connect-providers.ts'
import { Unreachable } from '#server/providers/payment-provider.ts'
import { releaseExpired, releaseIfExpired } from '#server/reservation/expiry.ts'
import { findProviderRecords, paidOnce, readBooks } from '#server/testing/books.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { cards, follow, pay, payer, press, typeCard, type Payer } from '#server/testing/payers.ts'
import { atProvider, readRefunds, refundable } from '#server/testing/provider-refunds.ts'
import { sendStripeEvent } from '#server/testing/provider-events.ts'
import { sweep } from '#server/testing/sweep.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import { startTwoShops, times, type TwoShops } from '#server/testing/two-shops.ts'

import { openAttempt } from './attempts/open-attempt.ts'
import { startBankTransfer } from './bank/bank.ts'
import { payByCard } from './card/card.ts'
import { chargeSale } from './card/charge.ts'
import { compareRefunds } from './refunds/compare-refunds.ts'
import { requestRefund } from './refunds/request-refund.ts'

let shops: TwoShops
let stop: (() => Promise<void>) | undefined

beforeAll(async () => void ({ shops, stop } = await startTwoShops()))
afterAll(() => stop?.())

const books = (one: Payer) => readBooks(shops[0], one)

it('charges once for ten simultaneous requests with the same attempt [C16]', async () => {
  const one = await payer(shops[0])
  const method = await typeCard(shops[0])
  const replies = await times(10, () =>
    call(one.visitor, 'pay_with_card', { payment_method_id: method, attempt: 'same' }),
  )
  expect(replies.map(({ status, json }) => [status, json.status])).toEqual(
    replies.map(() => [200, 'success']),
  )
  expect(await books(one)).toEqual(paidOnce)
})

it('charges once for ten simultaneous attempts; the others report a payment in progress, or success', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await payer(shops[0])
    const replies = await times(10, () => pay(shops[0], one.visitor))
    for (const { status, json } of replies)
      expect([
        [200, { status: 'success' }],
        [409, { message: 'A payment for this basket is in progress. Please finish or cancel it first' }],
      ]).toContainEqual([status, json])
    expect(replies.some(({ status }) => status === 200)).toBe(true)
    expect(await books(one)).toEqual(paidOnce)
  }
})

it('rejects an attempt while another one is in progress, and never charges twice', async () => {
  const one = await payer(shops[0])
  const shop = shops[0]
  const [isSent, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The provider delays the first charge and reports it as processing.
  let asked = 0
  const busy = { error: { type: 'invalid_request_error', code: 'idempotency_key_in_use', message: 'Busy' } }
  shop.answer = async (request) => {
    if (asked++ > 0) return Response.json(busy, { status: 409, headers: { 'Stripe-Should-Retry': 'false' } })
    isSent.resolve()
    await mayGoOn.promise
    return shop.app.request(request)
  }
  const [method, other] = [await typeCard(shop), await typeCard(shop)]
  const first = call(one.visitor, 'pay_with_card', { payment_method_id: method, attempt: 'first' })
  await isSent.promise
  const second = await call(one.visitor, 'pay_with_card', { payment_method_id: other, attempt: 'second' })
  expect([second.status, second.json.message]).toEqual([
    409,
    'A payment for this basket is in progress. Please finish or cancel it first',
  ])
  mayGoOn.resolve()
  expect((await first).json).toEqual({ status: 'success' })
  shop.answer = null
  expect((await pay(shop, one.visitor)).json).toEqual({ status: 'success' })
  expect(await books(one)).toEqual(paidOnce)
})

it("creates one order if the webhook arrives before the charge's reply [C7]", async () => {
  const one = await payer(shops[0])
  const shop = shops[0]
  const [isCharged, mayGoOn] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  let asked = 0
  shop.answer = async (request) => {
    const reply = await shop.app.request(request)
    if (asked++ > 0) return reply
    isCharged.resolve(((await reply.clone().json()) as { id: string }).id)
    await mayGoOn.promise
    return reply
  }
  const method = await typeCard(shop)
  const paying = call(one.visitor, 'pay_with_card', { payment_method_id: method, attempt: 'first' })
  const id = await isCharged.promise
  const told = await Promise.all(
    shops.map((each, index) =>
      tell(each, `evt_early_${index}`, { id, metadata: { reference: one.reference } }),
    ),
  )
  expect(told).toEqual([200, 200])
  expect(await books(one)).toEqual(paidOnce)
  mayGoOn.resolve()
  expect((await paying).json).toEqual({ status: 'success' })
  shop.answer = null
  expect(await books(one)).toEqual(paidOnce)
  expect(await shop.db.selectFrom('alarms').selectAll().execute()).toEqual([])
})

it('creates one order for simultaneous webhook, return, retry, payment step, read and sweep [C7]', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await payer(shops[0])
    const { json } = await pay(shops[0], one.visitor, { number: cards.challenged, attempt: 'asked' })
    const back = await press(shops[0], json.url, 'approve')
    await moveShopTime(shops[0].db, 61)
    const intent = new URL(json.url).pathname.split('/').at(-1) ?? ''
    const replies = await Promise.all([
      ...shops.map((shop, index) => tell(shop, `evt_${round}_${index}`, { id: intent })),
      tell(shops[0], `evt_${round}_0`, { id: intent }),
      follow(one.visitor, back).then(({ status }) => status),
      follow(one.visitor, back).then(({ status }) => status),
      pay(shops[0], one.visitor, { attempt: 'asked' }).then(({ status }) => status),
      call(one.visitor, 'get_payment_error').then(({ status }) => status),
      checkoutOf(one.visitor).then(() => 200),
      ...shops.map((shop) => sweep(shop).then(() => 200)),
    ])
    expect(replies).toEqual([200, 200, 200, 303, 303, 200, 200, 200, 200, 200])
    expect(await books(one)).toEqual(paidOnce)
    await moveShopTime(shops[0].db, -61)
  }
})

it('creates one order for simultaneous bank status, return and sweep [C7]', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await payer(shops[0])
    const { json } = await call(one.visitor, 'create_truelayer_payment')
    const back = await press(shops[0], json.url, 'pay')
    await moveShopTime(shops[0].db, 61)
    await Promise.all([
      ...(await times(6, async () => call(one.visitor, 'get_truelayer_status'))),
      follow(one.visitor, back),
      call(one.visitor, 'get_payment_error'),
      ...shops.map(sweep),
    ])
    // Paid by bank transfer, not by card.
    expect(await books(one)).toEqual({ ...paidOnce, taken: 0 })
    await moveShopTime(shops[0].db, -61)
  }
})

it('quarantines and refunds a wrong payment once for simultaneous webhooks, return, retry and sweeps [C9]', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await payer(shops[0])
    const { db } = shops[0]
    const { json } = await pay(shops[0], one.visitor, { number: cards.challenged, attempt: 'wrong' })
    const back = await press(shops[0], json.url, 'approve')
    const intent = new URL(json.url).pathname.split('/').at(-1) ?? ''
    await db
      .updateTable('sandbox_records')
      .set({ data: sql`data || '{"amount": 1999}'::jsonb` })
      .where('id', '=', intent)
      .execute()
    await moveShopTime(db, 61)
    await Promise.all([
      ...shops.map((shop, index) => tell(shop, `evt_wrong_${round}_${index}`, { id: intent })),
      follow(one.visitor, back),
      pay(shops[0], one.visitor, { attempt: 'wrong' }),
    ])
    const refund = { id: 'unknown yet', object: 'refund', payment_intent: intent }
    await Promise.all([
      ...shops.map((shop) => sendStripeEvent(shop, 'refund.updated', refund)),
      ...shops.map(sweep),
    ])
    expect(await books(one)).toMatchObject({
      isPaid: false,
      money: ['charge', 'refund'],
      tickets: 0,
      sold: 0,
    })
    const { id } = await one.sale()
    const alarms = await db.selectFrom('alarms').select('kind').where('sale_id', '=', id).execute()
    expect(alarms).toEqual([{ kind: 'wrong_payment' }])
    const refunds = await db
      .selectFrom('sandbox_records')
      .select('id')
      .where('kind', '=', 'refund')
      .where(sql<string>`data->>'payment_intent'`, '=', intent)
      .execute()
    expect(refunds).toHaveLength(1)
    const lines = shops.flatMap(({ logged }) => logged).filter(({ event }) => event === 'alarm')
    expect(lines).toHaveLength(round + 1)
    await moveShopTime(db, -61)
  }
})

it('books a refund once for simultaneous events, comparisons and a request of the owner, at two processes', async () => {
  for (const by of ['stripe', 'square', 'truelayer'] as const)
    for (let round = 0; round < 3; round++) {
      const [first, second] = shops
      const one = await refundable(first, by)
      const there = await one.refundThere(5_00)
      const { tell } = atProvider(second, by, one.payment)
      const { order_reference } = await one.sale()
      const wish = { reference: order_reference ?? '', tickets: null, amount: 10_00, again: false }
      const compare = (shop: TestShop) =>
        compareRefunds({ db: shop.db, providers: connectProviders(shop), log: () => {} })
      await Promise.all([
        one.tell(there),
        tell(there),
        ...shops.map((shop) => requestRefund(shop.db, wish, true)),
        ...shops.map(compare),
        ...shops.map(sweep),
      ])
      await sweep(first)
      await one.tell(there)
      const found = await readRefunds(first, one)
      expect(found.ledger.map(({ refunded_by, amount, status }) => [refunded_by, amount, status])).toEqual(
        expect.arrayContaining([
          ['provider', 5_00, 'done'],
          ['owner', 10_00, 'done'],
        ]),
      )
      expect(found).toMatchObject({ refunded: 15_00, tickets: [null, null], sold: 2 })
      expect(found.ledger).toHaveLength(2)
      const last = await one.refundThere(5_00)
      await Promise.all([one.tell(last), tell(last), ...shops.map(compare)])
      await one.tell(last)
      const done = await readRefunds(first, one)
      expect(done).toMatchObject({ refunded: 20_00, tickets: ['refunded', 'refunded'], sold: 0 })
      expect(done.mails).toHaveLength(3)
    }
})

it('opens one bank transfer or one card payment when both are chosen simultaneously', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await payer(shops[0])
    const replies = await Promise.all([
      call(one.visitor, 'create_truelayer_payment'),
      pay(shops[0], one.visitor),
      call(one.visitor, 'create_truelayer_payment'),
      pay(shops[0], one.visitor),
    ])
    for (const { status, text } of replies) expect([200, 409], text).toContain(status)
    await call(one.visitor, 'get_payment_error')
    expect((await pay(shops[0], one.visitor)).json).toEqual({ status: 'success' })
    expect(await books(one)).toEqual(paidOnce)
  }
})

it('sends nobody to the bank with a transfer that a card payment has just taken the place of [C17]', async () => {
  const [shop] = shops
  const one = await payer(shop)
  const { id } = await one.sale()
  const [isMade, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  shop.answer = async (request) => {
    const reply = await shop.app.request(request)
    if (!request.url.endsWith('/v3/payments')) return reply
    isMade.resolve()
    await mayGoOn.promise
    return reply
  }
  const opening = call(one.visitor, 'create_truelayer_payment')
  await isMade.promise
  const { paying } = await inTransaction(shops[1].db, async (trx) => {
    const bank = trx.selectFrom('payment_attempts').select('id').where('sale_id', '=', id)
    await bank.forUpdate().execute()
    const paying = pay(shop, one.visitor, { number: cards.challenged })
    // The card payment is about to cancel the transfer when the bank's reply comes.
    await lockWait(1)
    mayGoOn.resolve()
    await lockWait(2)
    return { paying }
  })
  const { status, text } = await opening
  await paying
  const transfer = (await findProviderRecords(shop.db, id)).find(({ kind }) => kind === 'bank_payment')
  await press(shop, `http://shop.test/sandbox/truelayer/pay/${transfer?.record.id}`, 'pay')
  await pay(shop, one.visitor)
  await moveShopTime(shop.db, 61)
  await sweep(shop)
  expect(await books(one)).toEqual(paidOnce)
  expect(status, text).toBe(409)
  await moveShopTime(shop.db, -61)
})

it('claims free tickets once for simultaneous calls [C21]', async () => {
  const one = await payer(shops[0], { tickets: { adult: { price: 0 } } })
  const replies = await times(10, () => call(one.visitor, 'claim_free_tickets'))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(await books(one)).toEqual({ ...paidOnce, money: [], taken: 0 })
})

it('sells once or not at all when the hold expires during the payment [C11]', async () => {
  let sales = 0
  for (let round = 0; round < 12; round++) {
    const one = await payer(shops[0])
    await endHold(one)
    const [paid] = await Promise.all([
      pay(shops[0], one.visitor),
      ...shops.map((shop) => releaseExpired(shop.db)),
      checkoutOf(one.visitor),
      ...shops.map(sweep),
    ])
    // A hold that expired after these calls had looked at it is released by the next one.
    await releaseExpired(shops[0].db)
    const found = await books(one)
    if (paid.json.status === 'success') {
      sales++
      expect(found).toEqual(paidOnce)
    } else {
      expect(paid.status, paid.text).toBe(409)
      expect(found).toMatchObject({ isPaid: false, money: [], tickets: 0, taken: 0, held: 0, sold: 0 })
    }
  }
  expect(sales).toBeLessThanOrEqual(12)
})

it('never releases the tickets of a payment in progress [C24]', async () => {
  const one = await payer(shops[0])
  const { json } = await pay(shops[0], one.visitor, { number: cards.challenged })
  await moveShopTime(shops[0].db, 700)
  const back = await press(shops[0], json.url, 'approve')
  await Promise.all([
    ...shops.map((shop) => releaseExpired(shop.db)),
    follow(one.visitor, back),
    ...shops.map((shop) => releaseExpired(shop.db)),
    ...shops.map(sweep),
  ])
  expect(await books(one)).toEqual(paidOnce)
  await moveShopTime(shops[0].db, -700)
})

/** Waits until so many connections wait for others' locks. */
const lockWait = (count = 1) =>
  vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(
      shops[1].db,
    )
    expect(rows).toHaveLength(count)
  })

it('keeps the tickets of a payment that starts just before the hold ends, although their release waits for it [C11]', async () => {
  const one = await payer(shops[0])
  const { id } = await one.sale()
  const { releasing } = await inTransaction(shops[0].db, async (trx) => {
    await lockSale(trx, id)
    const attempt = { attempt: 'just-in-time', provider: 'stripe', method: 'card' } as const
    await openAttempt(trx, await readBasket(trx, id), attempt)
    await moveShopTime(shops[1].db, 601)
    const releasing = releaseIfExpired(shops[1].db, id)
    await lockWait()
    return { releasing }
  })
  await releasing
  expect(await one.event.pool()).toMatchObject({ held: 2, sold: 0 })
  await moveShopTime(shops[0].db, -601)
})

it.each(['card payment', 'bank transfer'])(
  'starts no %s if the sale was locked by another request until the buyer had a reply',
  async (kind) => {
    const one = await payer(shops[0])
    const { id } = await one.sale()
    const own = await sessionOf(id)
    const providers = connectProviders({ ...shops[1], fetch: shops[1].fetch })
    const context = { ...shops[1], providers, clientAddress: 'unknown' }
    const card = { paymentMethodId: await typeCard(shops[0]), contactNumber: '', returnUrl: '' }
    const deadline = { isOver: false }
    const { paying } = await inTransaction(shops[0].db, async (trx) => {
      await lockSale(trx, id)
      const start =
        kind === 'card payment'
          ? payByCard(context, own, { ...card, provider: 'stripe', attempt: 'late' }, deadline)
          : startBankTransfer(context, own, { contactNumber: '', returnUrl: '' }, deadline)
      const paying = start.catch((error: unknown) => error)
      await lockWait()
      deadline.isOver = true
      return { paying }
    })
    expect(await paying).toBeInstanceOf(Unreachable)
    expect(await books(one)).toMatchObject({ isPaid: false, money: [], taken: 0, held: 2 })
    expect(
      await shops[0].db.selectFrom('payment_attempts').select('id').where('sale_id', '=', id).execute(),
    ).toEqual([])
    expect((await pay(shops[0], one.visitor)).json).toEqual({ status: 'success' })
  },
)

it('answers a repeat that is refused as one try too many with the payment that it repeats', async () => {
  const one = await payer(shops[0])
  const { id } = await one.sale()
  const method = await typeCard(shops[0])
  const session = await sessionOf(id)
  const context = { ...shops[1], providers: connectProviders(shops[1]), clientAddress: 'unknown' }
  const repeat = { attempt: 'same', isSame: () => true }
  const conclusion = await chargeSale(context, session, repeat, { isOver: false }, async () => {
    await call(one.visitor, 'pay_with_card', { payment_method_id: method, attempt: 'same' })
    throw new HttpError(429, 'Too many')
  })
  expect(conclusion).toEqual({ status: 'success' })
  expect(await books(one)).toEqual(paidOnce)
})

it('answers a try that is refused while another one pays with what that has paid', async () => {
  const one = await payer(shops[0])
  const { id } = await one.sale()
  const session = await sessionOf(id)
  const context = { ...shops[1], providers: connectProviders(shops[1]), clientAddress: 'unknown' }
  const other = { attempt: 'other', isSame: () => true }
  const conclusion = await chargeSale(context, session, other, { isOver: false }, async () => {
    await pay(shops[0], one.visitor)
    throw new HttpError(429, 'Too many')
  })
  expect(conclusion).toEqual({ status: 'success' })
  expect(await books(one)).toEqual(paidOnce)
})

async function sessionOf(saleId: string) {
  const session = await shops[0].db
    .selectFrom('sessions')
    .select(['id', 'sale_id as saleId', 'user_id as userId'])
    .where('sale_id', '=', saleId)
    .executeTakeFirstOrThrow()
  return { ...session, token: '', unsavedSince: null }
}

/** Makes the hold expire at about the time of the payment. */
async function endHold({ reference }: Payer): Promise<void> {
  await shops[0].db
    .updateTable('sales')
    .set({ held_until: new Date(Date.now() + 15) })
    .where('reference', '=', reference)
    .execute()
}

const tell = (shop: TestShop, eventId: string, intent: object) =>
  sendStripeEvent(shop, 'payment_intent.succeeded', { object: 'payment_intent', ...intent }, eventId)
