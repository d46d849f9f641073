import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { connectProviders } from '#server/providers/connect-providers.ts'
import { readRefunds, refundable } from '#server/testing/provider-refunds.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { compareRefunds } from './compare-refunds.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterEach(() => void (shop.answer = null))
afterAll(() => shop.close())

const day = 24 * 60 * 60

const compare = () =>
  compareRefunds({
    db: shop.db,
    providers: connectProviders(shop),
    log: (fields) => void shop.logged.push(fields),
  })

describe.each(['stripe', 'square', 'truelayer'] as const)('the daily comparison with %s', (by) => {
  it('books a refund whose events were lost, once', async () => {
    const one = await refundable(shop, by)
    const refund = await one.refundThere(20_00)
    await moveShopTime(shop.db, 2 * day)
    await compare()
    await compare()
    expect(await readRefunds(shop, one)).toMatchObject({
      refunded: 20_00,
      ledger: [{ amount: 20_00, refund_id: refund, refunded_by: 'provider' }],
      tickets: ['refunded', 'refunded'],
      mails: [{ subject: 'Your order has been refunded' }],
      alarms: [{ kind: 'refunded_at_provider' }],
    })
  })

  it('raises one alarm about a refund whose amount differs, and none about one that agrees', async () => {
    const one = await refundable(shop, by)
    const refund = await one.refundThere(5_00)
    await one.tell(refund)
    await compare()
    expect((await readRefunds(shop, one)).alarms).toHaveLength(1)
    await shop.db.updateTable('payments').set({ amount: 4_00 }).where('refund_id', '=', refund).execute()
    await compare()
    await compare()
    expect((await readRefunds(shop, one)).alarms).toMatchObject([
      { kind: 'refunded_at_provider' },
      {
        kind: 'books_differ',
        details: {
          refund,
          booked: { amount: 4_00, currency: 'GBP' },
          reported: { amount: 5_00, currency: 'GBP' },
        },
      },
    ])
  })

  it('raises an alarm about a refund that the provider does not list', async () => {
    const one = await refundable(shop, by)
    const refund = await one.refundThere(5_00)
    await one.tell(refund)
    await moveShopTime(shop.db, 2 * day)
    await shop.db.deleteFrom('sandbox_records').where('id', '=', refund).execute()
    await compare()
    expect((await readRefunds(shop, one)).alarms).toMatchObject([
      { kind: 'refunded_at_provider' },
      { kind: 'books_differ', details: { refund, reported: null } },
    ])
  })

  it('records a refund that was done and has failed since, by the alarm of failed refunds alone', async () => {
    const one = await refundable(shop, by)
    const refund = await one.refundThere(5_00)
    await one.tell(refund)
    await shop.db.updateTable('payments').set({ status: 'done' }).where('refund_id', '=', refund).execute()
    await moveShopTime(shop.db, 2 * day)
    const status = JSON.stringify({ status: by === 'square' ? 'FAILED' : 'failed' })
    await sql`update sandbox_records set data = data || ${status}::jsonb where id = ${refund}`.execute(
      shop.db,
    )
    await compare()
    await compare()
    expect(await readRefunds(shop, one)).toMatchObject({
      refunded: 0,
      ledger: [{ refund_id: refund, status: 'failed' }],
      alarms: [{ kind: 'refunded_at_provider' }, { kind: 'refund_failed' }],
    })
  })

  it('raises no alarm about a refund that was booked long after it was made', async () => {
    const one = await refundable(shop, by)
    const refund = await one.refundThere(5_00)
    await moveShopTime(shop.db, 3 * day)
    await one.tell(refund)
    await moveShopTime(shop.db, 7.5 * day)
    await compare()
    expect((await readRefunds(shop, one)).alarms).toMatchObject([{ kind: 'refunded_at_provider' }])
  })

  it('reads all pages of the list', async () => {
    const one = await refundable(shop, by)
    const refund = await one.refundThere(5_00)
    await sql`insert into sandbox_records (id, kind, data, created_at)
      select id || '-' || n, kind, data || jsonb_build_object('id', id || '-' || n), created_at + make_interval(secs => n)
      from sandbox_records, generate_series(1, 120) n where id = ${refund}`.execute(shop.db)
    await sql`update sandbox_records set data = data || '{"payment_intent": "others", "payment_id": "others"}'::jsonb
      where id like ${`${refund}-%`}`.execute(shop.db)
    await moveShopTime(shop.db, 3600)
    await compare()
    expect(await readRefunds(shop, one)).toMatchObject({ refunded: 5_00 })
  })
})

it('a provider that does not answer does not keep the comparison from the others', async () => {
  const one = await refundable(shop, 'square')
  await one.refundThere(5_00)
  shop.answer = async (request) =>
    request.url.includes('/sandbox/stripe/')
      ? Response.json({}, { status: 500, headers: { 'Stripe-Should-Retry': 'false' } })
      : shop.app.request(request)
  await compare()
  expect(await readRefunds(shop, one)).toMatchObject({ refunded: 5_00 })
  expect(shop.logged).toContainEqual(
    expect.objectContaining({ event: 'refunds not compared', provider: 'stripe' }),
  )
})

it('a payment whose refunds cannot be booked does not keep the comparison from the others of its account', async () => {
  const stuck = await refundable(shop, 'square')
  const missed = await refundable(shop, 'square')
  const unlisted = await refundable(shop, 'square')
  const lost = await unlisted.refundThere(5_00)
  await unlisted.tell(lost)
  await moveShopTime(shop.db, 2 * day)
  await shop.db.deleteFrom('sandbox_records').where('id', '=', lost).execute()
  await stuck.refundThere(5_00)
  await missed.refundThere(20_00)
  shop.answer = async (request) =>
    request.url.endsWith(`/v2/payments/${stuck.payment}`)
      ? Response.json({ errors: [{ category: 'API_ERROR', code: 'NOT_FOUND' }] }, { status: 404 })
      : shop.app.request(request)
  await compare()
  expect(await readRefunds(shop, missed)).toMatchObject({
    refunded: 20_00,
    tickets: ['refunded', 'refunded'],
  })
  expect((await readRefunds(shop, unlisted)).alarms).toMatchObject([{}, { kind: 'books_differ' }])
  expect(shop.logged).toContainEqual(
    expect.objectContaining({ event: 'refunds not compared', provider: 'square' }),
  )
})
