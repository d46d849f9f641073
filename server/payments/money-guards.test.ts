import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readBasket } from '#server/basket/read-basket.ts'
import { lockSale } from '#server/basket/sale.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { releaseHold } from '#server/basket/release-hold.ts'
import { payer, type Payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { conclude, openAttempt } from './attempts.ts'
import { markPaid, type Payment } from './mark-paid.ts'

/** Each guard of money by a direct call, past the other guards that would stop the same payment. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

let payments = 0

/** An attempt to pay £20 that the provider has yet to answer. */
async function paying(by: Payer) {
  const { id } = await by.sale()
  const attempt = await inTransaction(shop.db, async (trx) =>
    openAttempt(trx, await readBasket(trx, id), {
      attempt: `guard-${++payments}`,
      provider: 'stripe',
      method: 'card',
    }),
  )
  expect(attempt).toMatchObject({ amount: 20_00, currency: 'GBP' })
  const succeeded = { status: 'succeeded' as const, providerId: `pi_guard_${payments}`, ...money }
  return { attempt, succeeded }
}

const money = { amount: 20_00, currency: 'GBP' as const }

async function pay(by: Payer, changes: Partial<Payment> = {}) {
  const { id } = await by.sale()
  return inTransaction(shop.db, async (trx) => {
    const sale = await lockSale(trx, id)
    return markPaid(trx, sale, { ...money, basketVersion: sale.basket_version, ...changes })
  })
}

async function loseHold(by: Payer) {
  const { id } = await by.sale()
  await inTransaction(shop.db, async (trx) => releaseHold(trx, await lockSale(trx, id)))
  expect(await by.event.pool()).toMatchObject({ held: 0, sold: 0 })
}

const ledger = async (attemptId: string) =>
  (await shop.db.selectFrom('payments').select('kind').where('attempt_id', '=', attemptId).execute()).map(
    ({ kind }) => kind,
  )

describe('what the provider reports', () => {
  it.each([
    ['another amount', { amount: 19_99 }],
    ['a larger amount', { amount: 20_01 }],
    ['another currency', { currency: 'EUR' as const }],
  ])('is refused with %s than was asked for', async (_, change) => {
    const by = await payer(shop)
    const { attempt, succeeded } = await paying(by)
    await expect(conclude(shop.db, attempt.id, { ...succeeded, ...change })).rejects.toThrow(/another amount/)
    expect((await by.sale()).paid_at).toBeNull()
    expect(await ledger(attempt.id)).toEqual([])
  })

  it('is acted on once, however often it is reported', async () => {
    const by = await payer(shop)
    const { attempt, succeeded } = await paying(by)
    for (const report of [succeeded, succeeded])
      expect(await conclude(shop.db, attempt.id, report)).toEqual({ status: 'success' })
    expect(await ledger(attempt.id)).toEqual(['charge'])
    expect(await by.event.pool()).toMatchObject({ held: 0, sold: 2 })
  })
})

describe('a payment of a held sale', () => {
  it.each([
    ['less than the total', { amount: 19_99 }],
    ['more than the total', { amount: 20_01 }],
    ['another currency', { currency: 'USD' as const }],
  ])('makes no order with %s', async (_, change) => {
    const by = await payer(shop)
    expect(await pay(by, change)).toBe(false)
    expect((await by.sale()).paid_at).toBeNull()
    expect(await by.event.pool()).toMatchObject({ held: 2, sold: 0 })
  })

  it('makes one order', async () => {
    const by = await payer(shop)
    expect(await pay(by)).toBe(true)
    expect(await pay(by)).toBe(false)
    expect(await by.event.pool()).toMatchObject({ held: 0, sold: 2 })
  })
})

describe('a payment after the hold was lost', () => {
  it('takes the tickets again and makes the order', async () => {
    const by = await payer(shop)
    await loseHold(by)
    expect(await pay(by)).toBe(true)
    expect(await by.event.pool()).toMatchObject({ held: 0, sold: 2 })
  })

  it('keeps no ticket where the price has changed', async () => {
    const by = await payer(shop)
    await loseHold(by)
    await shop.db
      .updateTable('ticket_types')
      .set({ price: 11_00 })
      .where('id', '=', by.event.ticket())
      .execute()
    expect(await pay(by)).toBe(false)
    expect(await by.event.pool()).toMatchObject({ held: 0, sold: 0 })
    expect(await by.sale()).toMatchObject({ paid_at: null, held_until: null })
  })

  it('makes no order of a basket that was changed, though it costs the same', async () => {
    const by = await payer(shop)
    await loseHold(by)
    expect(await pay(by, { basketVersion: (await by.sale()).basket_version - 1 })).toBe(false)
    expect(await by.event.pool()).toMatchObject({ held: 0, sold: 0 })
  })

  it('makes no order when the tickets are gone', async () => {
    const by = await payer(shop)
    await loseHold(by)
    await shop.db.updateTable('pools').set({ capacity: 1 }).where('id', '=', by.event.id).execute()
    expect(await pay(by)).toBe(false)
    expect(await by.event.pool()).toMatchObject({ held: 0, sold: 0 })
  })
})

describe('the database', () => {
  it('allows one open attempt for a sale', async () => {
    const by = await payer(shop)
    await paying(by)
    await expect(paying(by)).rejects.toThrow(/one_open_attempt/)
  })

  it('allows one refund for an attempt', async () => {
    const by = await payer(shop)
    const { attempt } = await paying(by)
    const refund = (provider_id: string) =>
      shop.db
        .insertInto('payments')
        .values({
          ...money,
          sale_id: attempt.sale_id,
          attempt_id: attempt.id,
          kind: 'refund',
          provider: 'stripe',
          provider_id,
          status: 'pending',
        })
        .execute()
    await refund('re_guard_1')
    await expect(refund('re_guard_2')).rejects.toThrow(/one_refund_per_attempt/)
  })
})
