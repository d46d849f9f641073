import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { moveShopTime, shopNow } from '#server/database/shop-time.ts'
import { call } from '#server/testing/offers.ts'
import { cards, pay, payer, press } from '#server/testing/payers.ts'
import { sendStripeEvent, sendTruelayerEvent } from '#server/testing/provider-events.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.updateTable('payments').set({ status: 'done' }).where('kind', '=', 'refund').execute()
})
afterEach(() => void (shop.answer = null))

const minute = 60
const day = 24 * 60 * minute

/** A sale whose payment was reported with another amount, so that it must be refunded. */
async function owed(method: 'card' | 'bank') {
  // The tests let weeks pass.
  const by = await payer(shop, { date: { starts_at: new Date('2100-01-01') } })
  const { json } =
    method === 'card'
      ? await pay(shop, by.visitor, { number: cards.challenged, attempt: 'owed' })
      : await call(by.visitor, 'create_truelayer_payment')
  await press(shop, json.url, method === 'card' ? 'approve' : 'pay')
  const payment = new URL(json.url).pathname.split('/').at(-1) ?? ''
  const wrong = method === 'card' ? { amount: 19_99 } : { amount_in_minor: 19_99 }
  await shop.db
    .updateTable('sandbox_records')
    .set({ data: sql`data || ${JSON.stringify(wrong)}::jsonb` })
    .where('id', '=', payment)
    .execute()
  if (method === 'card') await pay(shop, by.visitor, { attempt: 'owed' })
  else await call(by.visitor, 'get_truelayer_status')
  const { id: saleId } = await by.sale()
  const row = () =>
    shop.db
      .selectFrom('payments')
      .selectAll()
      .where('sale_id', '=', saleId)
      .where('kind', '=', 'refund')
      .executeTakeFirstOrThrow()
  const alarms = async () =>
    (await shop.db.selectFrom('alarms').selectAll().where('sale_id', '=', saleId).execute()).filter(
      ({ kind }) => kind === 'refund_failed',
    )
  expect(await row()).toMatchObject({ status: 'pending', amount: 19_99, tries: 0 })
  return { ...by, payment, row, alarms }
}

/** The shop's time. */
async function clock(): Promise<number> {
  const { now } = await shop.db.selectNoFrom(shopNow.as('now')).executeTakeFirstOrThrow()
  return now.getTime()
}

/** An outage's reply, after which the provider's library does not pause and try again. */
const down = () => Response.json({}, { status: 500, headers: { 'Stripe-Should-Retry': 'false' } })

/** Counts the refunds that are requested; `reply` replaces the provider, which `make` passes the request to. */
function countRefunds(reply?: (make: () => Promise<Response>) => Response | Promise<Response>) {
  const counted = { requests: 0 }
  shop.answer = async (request) => {
    const isRefund = request.method === 'POST' && request.url.endsWith('/refunds')
    if (isRefund) counted.requests++
    const make = async () => shop.app.request(request)
    return isRefund && reply ? reply(make) : make()
  }
  return counted
}

const methods = {
  card: {
    waits: 'pending',
    done: 'succeeded',
    tell: (refund: string | null, payment: string, type: 'updated' | 'failed') =>
      sendStripeEvent(shop, `refund.${type}`, { id: refund, object: 'refund', payment_intent: payment }),
  },
  bank: {
    waits: 'pending',
    done: 'executed',
    tell: (refund: string | null, payment: string, type: 'updated' | 'failed') =>
      sendTruelayerEvent(shop, {
        type: type === 'failed' ? 'refund_failed' : 'refund_executed',
        refund_id: refund,
        payment_id: payment,
      }),
  },
}

describe.each(['card', 'bank'] as const)('the refund of a payment by %s', (method) => {
  const { waits, done, tell } = methods[method]

  /** Sets the status that the provider reports about a refund. */
  const report = (id: string | null, status: string) =>
    shop.db
      .updateTable('sandbox_records')
      .set({ data: sql`data || ${JSON.stringify({ status })}::jsonb` })
      .where('kind', '=', 'refund')
      .where('id', '=', id)
      .execute()

  async function accepted() {
    const found = await owed(method)
    const counted = countRefunds(async (make) => {
      const refund = { ...((await (await make()).json()) as { id: string }), status: waits }
      await report(refund.id, waits)
      return Response.json(refund)
    })
    await sweep(shop)
    expect(await found.row()).toMatchObject({ status: 'accepted', refund_id: expect.any(String) })
    return { ...found, counted, refund: (await found.row()).refund_id }
  }

  it('is done once the provider reports it in the sweep', async () => {
    const { row, counted, refund, alarms } = await accepted()
    await moveShopTime(shop.db, minute + 1)
    await sweep(shop)
    expect(await row()).toMatchObject({ status: 'accepted', refund_id: refund })
    await report(refund, done)
    await moveShopTime(shop.db, 2 * minute + 1)
    await sweep(shop)
    expect(await row()).toMatchObject({ status: 'done', refund_id: refund })
    expect(counted.requests).toBe(1)
    expect(await alarms()).toEqual([])
  })

  it('is done once a webhook reports it', async () => {
    const { row, counted, refund, payment } = await accepted()
    expect(await tell(refund, payment, 'updated')).toBe(200)
    expect((await row()).status).toBe('accepted')
    await report(refund, done)
    expect(await tell(refund, payment, 'updated')).toBe(200)
    expect((await row()).status).toBe('done')
    expect(counted.requests).toBe(1)
  })

  it('raises an alarm and is not requested again when a webhook reports that it failed', async () => {
    const { row, counted, refund, payment, alarms, sale } = await accepted()
    await report(refund, 'failed')
    expect(await tell(refund, payment, 'failed')).toBe(200)
    expect((await row()).status).toBe('failed')
    expect(await alarms()).toMatchObject([
      { sale_id: (await sale()).id, details: { refund, payment, amount: 19_99, currency: 'GBP' } },
    ])
    await report(refund, done)
    await moveShopTime(shop.db, 2 * day)
    await sweep(shop)
    expect(await tell(refund, payment, 'updated')).toBe(200)
    expect((await row()).status).toBe('failed')
    expect(await alarms()).toHaveLength(1)
    expect(counted.requests).toBe(1)
  })

  it('raises an alarm when the sweep finds that it failed', async () => {
    const { row, refund, alarms } = await accepted()
    await report(refund, 'failed')
    await moveShopTime(shop.db, minute + 1)
    await sweep(shop)
    expect((await row()).status).toBe('failed')
    expect(await alarms()).toHaveLength(1)
  })

  it('raises one alarm if it has not ended a fortnight after it was accepted, and is still followed', async () => {
    const { row, refund, alarms, payment, sale } = await accepted()
    await moveShopTime(shop.db, 13 * day)
    await sweep(shop)
    expect(await alarms()).toEqual([])
    shop.answer = () => Promise.resolve(down())
    await moveShopTime(shop.db, 2 * day)
    await sweep(shop)
    await moveShopTime(shop.db, 2 * day)
    await sweep(shop)
    expect(await alarms()).toMatchObject([
      { sale_id: (await sale()).id, details: { refund, payment, amount: 19_99, currency: 'GBP' } },
    ])
    expect((await row()).status).toBe('accepted')
    shop.answer = null
    await report(refund, done)
    await moveShopTime(shop.db, 2 * day)
    await sweep(shop)
    expect((await row()).status).toBe('done')
  })

  it('raises an alarm when it fails after it was done', async () => {
    const { row, alarms, payment } = await owed(method)
    await sweep(shop)
    const { status, refund_id } = await row()
    expect(status).toBe('done')
    await report(refund_id, 'failed')
    expect(await tell(refund_id, payment, 'failed')).toBe(200)
    expect((await row()).status).toBe('failed')
    expect(await alarms()).toHaveLength(1)
  })

  it('is done if the webhook arrives before the reply to the request [C20]', async () => {
    const { row, payment } = await owed(method)
    const counted = countRefunds()
    expect(await tell('faster', payment, 'updated')).toBe(200)
    expect((await row()).status).toBe('done')
    expect(counted.requests).toBe(1)
  })

  it('raises an alarm and is not requested again if the provider rejects it [C20]', async () => {
    const { row, alarms } = await owed(method)
    const error = { error: { type: 'invalid_request_error', code: 'charge_already_refunded' } }
    const counted = countRefunds(() => Response.json(error, { status: 400 }))
    await sweep(shop)
    expect((await row()).status).toBe('failed')
    expect(await alarms()).toHaveLength(1)
    await moveShopTime(shop.db, 2 * day)
    await sweep(shop)
    expect(counted.requests).toBe(1)
  })

  it('is requested again after 1, 2, 4 … minutes, at most a day, while the provider does not answer', async () => {
    const { row } = await owed(method)
    const replies = countRefunds(down)
    const waits: number[] = []
    for (let round = 0; round < 13; round++) {
      await sweep(shop)
      const { seconds } = await shop.db
        .selectFrom('payments')
        .select(sql<number>`round(extract(epoch from next_try_at - ${shopNow}))::int`.as('seconds'))
        .where('id', '=', (await row()).id)
        .executeTakeFirstOrThrow()
      waits.push(Math.round(seconds / minute))
      const before = replies.requests
      await sweep(shop)
      expect(replies.requests).toBe(before)
      await moveShopTime(shop.db, seconds + 1)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440])
    expect((await row()).status).toBe('pending')
    countRefunds()
    await sweep(shop)
    expect(await row()).toMatchObject({ status: 'done' })
  })
})

it('a refund is requested once if two processes sweep at the same time [C20]', async () => {
  const { row } = await owed('card')
  const counted = countRefunds()
  await Promise.all([sweep(shop), sweep(shop)])
  expect(counted.requests).toBe(1)
  expect(await row()).toMatchObject({ status: 'done' })
})

describe('a refund by card that the provider refuses', () => {
  it.each([
    ['without permission', 403],
    ['because of its keys', 401],
    ['with an internal error', 500],
  ])('%s for two hours raises one alarm, and is still tried', async (_, status) => {
    const { row, alarms, payment, sale } = await owed('card')
    const refused = () =>
      Response.json({ error: { message: 'No' } }, { status, headers: { 'Stripe-Should-Retry': 'false' } })
    const replies = countRefunds(refused)
    const untilNext = async () => (await row()).next_try_at.getTime() - (await clock())
    for (let round = 1; round <= 7; round++) {
      await sweep(shop)
      await moveShopTime(shop.db, Math.ceil((await untilNext()) / 1000) + 1)
    }
    expect(await alarms()).toEqual([])
    await sweep(shop)
    expect(await alarms()).toMatchObject([
      { sale_id: (await sale()).id, details: { payment, amount: 19_99, currency: 'GBP', tries: 8 } },
    ])
    await moveShopTime(shop.db, 2 * day)
    await sweep(shop)
    expect(await alarms()).toHaveLength(1)
    expect(replies.requests).toBe(9)
    expect(
      shop.logged.filter(({ event, kind }) => event === 'alarm' && kind === 'refund_failed'),
    ).not.toEqual([])
    countRefunds()
    await moveShopTime(shop.db, 2 * day)
    await sweep(shop)
    expect((await row()).status).toBe('done')
  })
})

describe('a refund by card without a reply for a day', () => {
  /** A refund whose reply is lost; the provider has made it, and has forgotten its key since. */
  async function silent(isMade: boolean) {
    const found = await owed('card')
    shop.answer = async (request) => {
      if (isMade) await shop.app.request(request)
      throw new TypeError('socket hang up')
    }
    await sweep(shop)
    shop.answer = null
    const { id } = await found.row()
    expect(await found.row()).toMatchObject({ status: 'pending', refund_id: null })
    await shop.db
      .updateTable('sandbox_records')
      .set({ idempotency_key: null })
      .where('idempotency_key', '=', id)
      .execute()
    await moveShopTime(shop.db, 23.5 * 60 * minute)
    return found
  }

  it('is found at the provider, not requested again [C20]', async () => {
    const { row, alarms } = await silent(true)
    const counted = countRefunds()
    await sweep(shop)
    expect(await row()).toMatchObject({ status: 'done', refund_id: expect.any(String) })
    expect(counted.requests).toBe(0)
    expect(await alarms()).toEqual([])
  })

  it('is requested again if the provider does not have it', async () => {
    const { row } = await silent(false)
    const counted = countRefunds()
    await sweep(shop)
    expect(await row()).toMatchObject({ status: 'done', refund_id: expect.any(String) })
    expect(counted.requests).toBe(1)
  })
})

describe('sixty refunds that fail', () => {
  it('do not delay one that can be paid', async () => {
    const good = await owed('card')
    const { id: saleId } = await good.sale()
    const attempts = await shop.db
      .insertInto('payment_attempts')
      .values(
        Array.from({ length: 60 }, (_, index) => ({
          sale_id: saleId,
          attempt: `failing-${index}`,
          provider: 'stripe' as const,
          method: 'card' as const,
          basket_version: 0,
          amount: 500,
          currency: 'GBP' as const,
          status: 'succeeded' as const,
          provider_id: `pi_failing_${index}`,
        })),
      )
      .returning(['id', 'provider_id'])
      .execute()
    await shop.db
      .insertInto('payments')
      .values(
        attempts.map(({ id, provider_id }) => ({
          sale_id: saleId,
          attempt_id: id,
          kind: 'refund' as const,
          refunded_by: 'provider' as const,
          provider: 'stripe',
          provider_id: provider_id ?? '',
          amount: 500,
          currency: 'GBP',
          status: 'pending' as const,
          next_try_at: new Date(0),
        })),
      )
      .execute()
    shop.answer = async (request) =>
      (await request.clone().text()).includes('pi_failing') ? down() : shop.app.request(request)
    await sweep(shop)
    expect((await good.row()).status).toBe('pending')
    await sweep(shop)
    const { count } = await shop.db
      .selectFrom('payments')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('sale_id', '=', saleId)
      .where('tries', '=', 1)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBeGreaterThanOrEqual(60)
    const done = await shop.db
      .selectFrom('payments')
      .select('provider_id')
      .where('sale_id', '=', saleId)
      .where('kind', '=', 'refund')
      .where('status', '=', 'done')
      .execute()
    expect(done).toEqual([{ provider_id: good.payment }])
  })
})
