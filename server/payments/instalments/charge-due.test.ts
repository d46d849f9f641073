import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { cards, pay, payer } from '#server/testing/payers.ts'
import { chargeDue, days, planned, type Planned } from '#server/testing/plans.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
beforeEach(() => void (shop.logged.length = 0))
// Plans of earlier tests are due too.
afterEach(async () => {
  shop.answer = null
  await shop.db.updateTable('payment_plans').set({ status: 'completed' }).execute()
  await shop.db
    .updateTable('payment_attempts')
    .set({ status: 'failed' })
    .where('status', '=', 'open')
    .execute()
})

/** What the simulated provider has taken for a sale in the buyer's absence, in pence. */
async function taken({ reference }: Planned): Promise<number[]> {
  const rows = await shop.db
    .selectFrom('sandbox_records')
    .select('data')
    .where('kind', '=', 'payment_intent')
    .execute()
  return rows
    .map(({ data }) => data as { status: string; amount: number; metadata: { reference?: string } })
    .filter(({ status, metadata }) => status === 'succeeded' && metadata.reference === reference)
    .map(({ amount }) => amount)
}

const paidNumbers = async (one: Planned) =>
  (await one.instalments()).filter(({ payment_id }) => payment_id).map(({ number }) => number)

const down = () => Response.json({}, { status: 500, headers: { 'Stripe-Should-Retry': 'false' } })

describe('a due instalment', () => {
  it('is charged to the card of the plan in the buyer’s absence, once, with a receipt that says what remains', async () => {
    const one = await planned(shop)
    await moveShopTime(shop.db, days(30) - 60)
    await chargeDue(shop)
    expect(await taken(one)).toEqual([])
    await moveShopTime(shop.db, 61)
    await chargeDue(shop)
    await chargeDue(shop)
    expect(await taken(one)).toEqual([600])
    expect(await paidNumbers(one)).toEqual([1, 2])
    expect(await one.messages()).toEqual({ mails: ['We have received £6.00'], sms: [] })
    const { payload } = await shop.db
      .selectFrom('outbox')
      .select('payload')
      .where('key', 'like', 'instalment-receipt:%')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(payload)).toMatch(
      /payment 2 of 3\..*[0-9A-Z]{4} [0-9A-Z]{4}.*Still to pay.*£6\.00.*next payment is £6\.00 on/s,
    )
    const { details } = await shop.db
      .selectFrom('payment_attempts')
      .select('details')
      .where('sale_id', '=', one.saleId)
      .executeTakeFirstOrThrow()
    expect(details).toMatchObject({ customer: { isPresent: false } })
  })

  it('names the card that was charged, even if the buyer chose another one meanwhile', async () => {
    const one = await planned(shop)
    await moveShopTime(shop.db, days(30) + 1)
    shop.answer = async (request) => {
      const reply = await shop.app.request(request)
      if (request.url.endsWith('/payment_intents')) await one.setCard(cards.failsOnceSaved)
      return reply
    }
    await chargeDue(shop)
    shop.answer = async (request) => {
      if (request.url.endsWith('/payment_intents')) await one.setCard(cards.failsOnceSaved)
      return shop.app.request(request)
    }
    await moveShopTime(shop.db, days(30) + 1)
    await one.setCard(cards.poor)
    await chargeDue(shop)
    const { rows } = await sql<{ text: string }>`select payload::text as text from outbox
      where payload->>'to' = ${one.email} and key ~ '^instalment-(receipt|failed):' order by created_at`.execute(
      shop.db,
    )
    expect(rows.map(({ text }) => /your card ending (\d+)/.exec(text)?.[1])).toEqual(['4242', '9995'])
    const sms = (await one.messages()).sms.find((text) => text.includes('could not charge'))
    expect(sms).toContain('your card ending 9995')
  })

  it('completes the plan with the last one', async () => {
    const one = await planned(shop)
    await moveShopTime(shop.db, days(30))
    await chargeDue(shop)
    await moveShopTime(shop.db, days(30))
    await chargeDue(shop)
    expect(await taken(one)).toEqual([600, 600])
    expect((await one.plan()).status).toBe('completed')
  })

  it('is charged after the earlier ones of the plan if the job was down, one payment at a time', async () => {
    const one = await planned(shop)
    await moveShopTime(shop.db, days(65))
    await chargeDue(shop)
    await chargeDue(shop)
    expect(await taken(one)).toEqual([600, 600])
    expect((await one.plan()).status).toBe('completed')
  })

  it.each(['stopped', 'completed'] as const)('is not charged if the plan is %s', async (status) => {
    const one = await planned(shop)
    await shop.db.updateTable('payment_plans').set({ status }).where('sale_id', '=', one.saleId).execute()
    await moveShopTime(shop.db, days(31))
    await chargeDue(shop)
    expect(await taken(one)).toEqual([])
  })

  it('waits while another payment of the order is open', async () => {
    const one = await planned(shop)
    const { basket_version } = await one.sale()
    await shop.db
      .insertInto('payment_attempts')
      .values({
        sale_id: one.saleId,
        attempt: 'page',
        provider: 'stripe',
        method: 'instalment',
        instalment: 2,
        basket_version,
        amount: 600,
        currency: 'GBP',
        provider_id: 'pi_open',
        next_try_at: new Date('2100-01-01'),
      })
      .execute()
    await moveShopTime(shop.db, days(31))
    await chargeDue(shop)
    expect(await taken(one)).toEqual([])
  })
})

it('has a key that no page can send, so no payment of the buyer takes its place', async () => {
  const one = await planned(shop)
  await moveShopTime(shop.db, days(30))
  await chargeDue(shop)
  const { attempt } = await shop.db
    .selectFrom('payment_attempts')
    .select('attempt')
    .where('sale_id', '=', one.saleId)
    .where('instalment', '=', 2)
    .executeTakeFirstOrThrow()
  const { visitor } = await payer(shop, { date: { starts_at: new Date('2100-01-01') } })
  expect((await pay(shop, visitor, { attempt })).status).toBe(422)
})

describe('a charge whose outcome is unknown', () => {
  it('is settled by the sweep, and made once, if the process ended before it was sent', async () => {
    const one = await planned(shop)
    await moveShopTime(shop.db, days(30))
    shop.answer = () => Promise.reject(new TypeError('killed'))
    await chargeDue(shop)
    shop.answer = null
    await chargeDue(shop)
    expect(await taken(one)).toEqual([])
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    await chargeDue(shop)
    expect(await taken(one)).toEqual([600])
    expect(await paidNumbers(one)).toEqual([1, 2])
    expect((await one.messages()).mails).toEqual(['We have received £6.00'])
  })

  it('is made once if the reply was lost', async () => {
    const one = await planned(shop)
    await moveShopTime(shop.db, days(30))
    shop.answer = async (request) => {
      await shop.app.request(request)
      return down()
    }
    await chargeDue(shop)
    shop.answer = null
    expect(await taken(one)).toEqual([600])
    expect(await paidNumbers(one)).toEqual([1])
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    await chargeDue(shop)
    expect(await taken(one)).toEqual([600])
    expect(await paidNumbers(one)).toEqual([1, 2])
  })

  it('is made later if the shop’s keys were refused, without a word to the buyer', async () => {
    const one = await planned(shop)
    await moveShopTime(shop.db, days(30))
    shop.answer = () =>
      Promise.resolve(Response.json({ error: { type: 'invalid_request_error' } }, { status: 401 }))
    await chargeDue(shop)
    expect(await one.messages()).toEqual({ mails: [], sms: [] })
    expect(shop.logged).toEqual([expect.objectContaining({ event: 'instalment not charged' })])
    shop.answer = null
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    expect(await taken(one)).toEqual([600])
  })

  it('is booked when a slow card has paid', async () => {
    const one = await planned(shop, cards.slow)
    await moveShopTime(shop.db, days(30))
    await chargeDue(shop)
    expect(await paidNumbers(one)).toEqual([1])
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    expect(await paidNumbers(one)).toEqual([1, 2])
  })
})

it('never charges an instalment again after the provider reported a wrong amount', async () => {
  const one = await planned(shop)
  await moveShopTime(shop.db, days(30))
  let charges = 0
  shop.answer = async (request) => {
    const reply = await shop.app.request(request)
    if (!request.url.endsWith('/payment_intents')) return reply
    charges++
    return Response.json({ ...((await reply.json()) as object), amount: 5000 })
  }
  await chargeDue(shop)
  await moveShopTime(shop.db, days(1))
  await chargeDue(shop)
  expect(charges).toBe(1)
  expect(await paidNumbers(one)).toEqual([1])
})
