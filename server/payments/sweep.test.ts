import { sql, type Insertable } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { moveShopTime, shopNow } from '#server/database/shop-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { call } from '#server/testing/offers.ts'
import { cards, pay, payer, press } from '#server/testing/payers.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
afterEach(async () => {
  shop.answer = null
  await shop.db
    .updateTable('payment_attempts')
    .set({ status: 'failed' })
    .where('status', 'in', ['open', 'cancelled'])
    .execute()
})

const down = () => Response.json({}, { status: 500, headers: { 'Stripe-Should-Retry': 'false' } })

const sixtyTimes = (id: (index: number) => string) => Array.from({ length: 60 }, (_, index) => id(index))

/** Adds payments that are long due to be asked about, by the provider's ids. */
async function dueAttempts(
  kind: Pick<Insertable<Tables['payment_attempts']>, 'provider' | 'method' | 'status'>,
  ids: string[],
): Promise<void> {
  const sales = await shop.db
    .insertInto('sales')
    .values(ids.map(() => ({ currency: 'GBP' as const })))
    .returning('id')
    .execute()
  const payment = { attempt: 'due', basket_version: 0, amount: 500, currency: 'GBP' as const }
  await shop.db
    .insertInto('payment_attempts')
    .values(
      sales.map(({ id }, index) => ({
        ...kind,
        ...payment,
        sale_id: id,
        provider_id: ids[index] ?? '',
        next_try_at: new Date(0),
      })),
    )
    .execute()
}

/** A payer who has confirmed a card payment and closed the page. */
async function confirmed() {
  const by = await payer(shop)
  const { json } = await pay(shop, by.visitor, { number: cards.challenged })
  await press(shop, json.url, 'approve')
  return by
}

it('settles a payment beside sixty whose provider does not answer about them', async () => {
  const good = await confirmed()
  await dueAttempts(
    { provider: 'stripe', method: 'card' },
    sixtyTimes((index) => `pi_stuck_${index}`),
  )
  shop.answer = (request) =>
    request.url.includes('pi_stuck') ? Promise.resolve(down()) : Promise.resolve(shop.app.request(request))
  await moveShopTime(shop.db, 61)
  await sweep(shop)
  expect((await good.sale()).paid_at).toBeNull()
  await sweep(shop)
  expect((await good.sale()).paid_at).not.toBeNull()
})

it('settles payments of one provider while another one hangs', async () => {
  const waiting = await confirmed()
  const paid = await payer(shop)
  await press(shop, (await call(paid.visitor, 'create_truelayer_payment')).json.url, 'pay')
  await moveShopTime(shop.db, 61)
  const mayGoOn = Promise.withResolvers<void>()
  shop.answer = async (request) => {
    if (request.url.includes('/stripe/')) await mayGoOn.promise
    return shop.app.request(request)
  }
  const sweeping = sweep(shop)
  await vi.waitFor(async () => expect((await paid.sale()).paid_at).not.toBeNull(), { timeout: 10_000 })
  expect((await waiting.sale()).paid_at).toBeNull()
  mayGoOn.resolve()
  await sweeping
  expect((await waiting.sale()).paid_at).not.toBeNull()
})

it('asks about a payment once if two processes sweep at the same time', async () => {
  const one = await confirmed()
  let asked = 0
  shop.answer = (request) => {
    if (request.method === 'GET' && request.url.includes('/payment_intents/')) asked++
    return Promise.resolve(shop.app.request(request))
  }
  await moveShopTime(shop.db, 61)
  await Promise.all([sweep(shop), sweep(shop)])
  expect((await one.sale()).paid_at).not.toBeNull()
  expect(asked).toBe(1)
})

it('asks a provider that does not answer after 1, 2, 4 … minutes, at most every 15', async () => {
  const { sale } = await confirmed()
  const { id } = await sale()
  const untilNext = async () => {
    const { seconds } = await shop.db
      .selectFrom('payment_attempts')
      .select(sql<number>`round(extract(epoch from next_try_at - ${shopNow}))::int`.as('seconds'))
      .where('sale_id', '=', id)
      .executeTakeFirstOrThrow()
    return seconds
  }
  const waits = []
  shop.answer = () => Promise.resolve(down())
  for (let round = 0; round < 6; round++) {
    await moveShopTime(shop.db, (await untilNext()) + 1)
    await sweep(shop)
    waits.push(Math.round((await untilNext()) / 60))
  }
  expect(waits).toEqual([1, 2, 4, 8, 15, 15])
  shop.answer = null
  await moveShopTime(shop.db, (await untilNext()) + 1)
  await sweep(shop)
  expect((await sale()).paid_at).not.toBeNull()
})

describe('abandoned bank transfers', () => {
  /** A payer who has paid at the bank and closed the page. */
  async function paidAtBank() {
    const by = await payer(shop)
    await press(shop, (await call(by.visitor, 'create_truelayer_payment')).json.url, 'pay')
    return by
  }

  /** Adds sixty transfers that are long due and stay unpaid. */
  async function sixty(status: 'open' | 'cancelled') {
    const { json } = await call((await payer(shop)).visitor, 'create_truelayer_payment')
    const unpaid = await fetchUnpaid(json.url)
    const ids = sixtyTimes((index) => `${status}-${index}-${unpaid.id}`)
    await shop.db
      .insertInto('sandbox_records')
      .values(ids.map((id) => ({ id, kind: 'bank_payment', data: JSON.stringify({ ...unpaid, id }) })))
      .execute()
    await dueAttempts({ provider: 'truelayer', method: 'bank', status }, ids)
  }
  const fetchUnpaid = async (url: string) => {
    const { data } = await shop.db
      .selectFrom('sandbox_records')
      .select('data')
      .where('id', '=', new URL(url).pathname.split('/').at(-1) ?? '')
      .executeTakeFirstOrThrow()
    return data as { id: string }
  }

  it('do not delay an open transfer, however many they are', async () => {
    const good = await paidAtBank()
    await sixty('cancelled')
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    expect((await good.sale()).paid_at).not.toBeNull()
  })

  it('are still checked beside many open ones', async () => {
    const late = await paidAtBank()
    const { id } = await late.sale()
    await shop.db
      .updateTable('payment_attempts')
      .set({ status: 'cancelled' })
      .where('sale_id', '=', id)
      .execute()
    await sixty('open')
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    expect((await late.sale()).paid_at).not.toBeNull()
  })

  it('are checked less often the older they are', async () => {
    const { visitor, sale } = await payer(shop)
    await call(visitor, 'create_truelayer_payment')
    const { id } = await sale()
    const change = shop.db.updateTable('payment_attempts').where('sale_id', '=', id)
    await change.set({ status: 'cancelled' }).execute()
    const waits = []
    for (const hours of [0, 4, 8, 16]) {
      await moveShopTime(shop.db, hours * 3600)
      await change.set({ next_try_at: shopNow }).execute()
      await sweep(shop)
      const { seconds } = await shop.db
        .selectFrom('payment_attempts')
        .select(sql<number>`round(extract(epoch from next_try_at - ${shopNow}))::int`.as('seconds'))
        .where('sale_id', '=', id)
        .executeTakeFirstOrThrow()
      waits.push(Math.round(seconds / 60))
    }
    expect(waits).toEqual([1, 60, 120, 120])
  })
})
