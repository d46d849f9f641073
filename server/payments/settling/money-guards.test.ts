import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readBasket } from '#server/basket/read-basket.ts'
import { releaseHold } from '#server/basket/release-hold.ts'
import { lockSale, messages } from '#server/basket/sale.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { discountCode } from '#server/testing/codes.ts'
import { call, offer } from '#server/testing/offers.ts'
import { payer, type Payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { conclude } from './conclude.ts'
import { findAttempt } from '#server/payments/attempts/find-attempts.ts'
import { openAttempt } from '#server/payments/attempts/open-attempt.ts'
import { markPaid, type Payment } from '#server/payments/orders/mark-paid.ts'
import { lockOrderable, lockPayable } from '#server/payments/orders/payable.ts'

/** Tests each money guard by a direct call, bypassing the other guards against the same payment. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

let payments = 0

/** Opens an attempt to pay £20 that the provider has not answered yet. */
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
  const succeeded = {
    status: 'succeeded' as const,
    providerId: `pi_guard_${payments}`,
    reference: by.reference,
    ...money,
  }
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
  (await shop.db.selectFrom('payments').select('kind').where('attempt_id', '=', attemptId).execute())
    .map(({ kind }) => kind)
    .toSorted()

describe('a report of the provider', () => {
  it.each([
    ['a smaller amount', { amount: 19_99 }],
    ['a larger amount', { amount: 20_01 }],
    ['another currency', { currency: 'EUR' }],
    ['another sale', { reference: 'ANOTHER' }],
  ])('is quarantined with %s, whatever the order would accept [C9]', async (_, change) => {
    const by = await payer(shop)
    const { attempt, succeeded } = await paying(by)
    expect(await conclude(shop.db, attempt, { ...succeeded, ...change })).toEqual({
      status: 'unsuccessful',
      message: 'Your payment did not match your order. It will be refunded in full.',
      charged: true,
    })
    expect(await findAttempt(shop.db, attempt.id)).toMatchObject({ status: 'quarantined' })
    expect((await by.sale()).paid_at).toBeNull()
    expect(await ledger(attempt.id)).toEqual(['charge', 'refund'])
  })

  it('is quarantined without a refund, or the promise of one, if it is about another payment [C9]', async () => {
    const by = await payer(shop)
    const { attempt, succeeded } = await paying(by)
    const { providerId } = succeeded
    await conclude(shop.db, attempt, { status: 'action', providerId, url: '' })
    const unmatched = {
      status: 'unsuccessful',
      message:
        'Your payment did not match your order. We are looking into it, and you have not bought anything yet.',
      charged: true,
    }
    for (let round = 0; round < 2; round++)
      expect(await conclude(shop.db, attempt, { ...succeeded, providerId: `${providerId}_other` })).toEqual(
        unmatched,
      )
    expect((await by.sale()).payment_error).toBe(unmatched.message)
    const found = await findAttempt(shop.db, attempt.id)
    expect(found).toMatchObject({ status: 'quarantined', provider_id: providerId })
    expect((await by.sale()).paid_at).toBeNull()
    expect(await ledger(attempt.id)).toEqual([])
  })

  it('is refunded if the order does not accept its amount', async () => {
    const by = await payer(shop)
    const { attempt, succeeded } = await paying(by)
    await shop.db
      .updateTable('sale_tickets')
      .set({ price: 11_00 })
      .where('sale_id', '=', attempt.sale_id)
      .execute()
    expect((await conclude(shop.db, attempt, succeeded)).status).toBe('unsuccessful')
    expect(await findAttempt(shop.db, attempt.id)).toMatchObject({ status: 'succeeded' })
    expect((await by.sale()).paid_at).toBeNull()
    expect(await ledger(attempt.id)).toEqual(['charge', 'refund'])
  })

  it('is applied once when repeated [C8]', async () => {
    const by = await payer(shop)
    const { attempt, succeeded } = await paying(by)
    for (const report of [succeeded, succeeded])
      expect(await conclude(shop.db, attempt, report)).toEqual({ status: 'success' })
    expect(await ledger(attempt.id)).toEqual(['charge'])
    expect(await by.event.pool()).toMatchObject({ held: 0, sold: 2 })
  })
})

describe('a payment of a held sale', () => {
  it.each([
    ['less than the total', { amount: 19_99 }],
    ['more than the total', { amount: 20_01 }],
    ['another currency', { currency: 'USD' as const }],
  ])('creates no order with %s', async (_, change) => {
    const by = await payer(shop)
    expect(await pay(by, change)).toBe(false)
    expect((await by.sale()).paid_at).toBeNull()
    expect(await by.event.pool()).toMatchObject({ held: 2, sold: 0 })
  })

  it('creates no order for a basket that was changed and reserved again, even at the same price [C22]', async () => {
    const by = await payer(shop)
    expect(await pay(by, { basketVersion: (await by.sale()).basket_version - 1 })).toBe(false)
    expect(await by.event.pool()).toMatchObject({ held: 2, sold: 0 })
  })

  it('creates one order', async () => {
    const by = await payer(shop)
    expect(await pay(by)).toBe(true)
    expect(await pay(by)).toBe(false)
    expect(await by.event.pool()).toMatchObject({ held: 0, sold: 2 })
  })
})

describe('a sale with a payment in progress', () => {
  it('can neither be paid again nor become an order', async () => {
    const by = await payer(shop)
    await paying(by)
    const { sale_id } = await shop.db
      .selectFrom('payment_attempts')
      .select('sale_id')
      .where('attempt', '=', `guard-${payments}`)
      .executeTakeFirstOrThrow()
    const session = await shop.db
      .selectFrom('sessions')
      .select(['id', 'sale_id as saleId', 'user_id as userId'])
      .where('sale_id', '=', sale_id)
      .executeTakeFirstOrThrow()
    for (const lock of [lockOrderable, lockPayable])
      await expect(
        inTransaction(shop.db, (trx) => lock(trx, { ...session, token: '', unsavedSince: null })),
      ).rejects.toMatchObject({ status: 409, message: messages.paying })
  })
})

describe('a payment after the hold expired', () => {
  it('holds the tickets again and creates the order [C10]', async () => {
    const by = await payer(shop)
    await loseHold(by)
    expect(await pay(by)).toBe(true)
    expect(await by.event.pool()).toMatchObject({ held: 0, sold: 2 })
  })

  it('holds no tickets if the price has changed [C10]', async () => {
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

  it('creates no order for a changed basket, even at the same price [C10]', async () => {
    const by = await payer(shop)
    await loseHold(by)
    expect(await pay(by, { basketVersion: (await by.sale()).basket_version - 1 })).toBe(false)
    expect(await by.event.pool()).toMatchObject({ held: 0, sold: 0 })
  })

  it('fails, instead of being refunded, if the database does', async () => {
    const by = await payer(shop)
    await loseHold(by)
    await sql`alter table sale_tickets add constraint out_of_order check (held_qty = 0) not valid`.execute(
      shop.db,
    )
    await expect(pay(by)).rejects.toThrow(/out_of_order/)
    await sql`alter table sale_tickets drop constraint out_of_order`.execute(shop.db)
    expect(await pay(by)).toBe(true)
  })

  it('holds nothing if one of several kinds of tickets is sold [C10]', async () => {
    const by = await payer(shop)
    await loseHold(by)
    const scarce = await offer(shop.db, { places: 1 })
    await shop.db
      .insertInto('sale_tickets')
      .values({ sale_id: (await by.sale()).id, ticket_type_id: scarce.ticket(), qty: 2 })
      .execute()
    expect(await pay(by, { amount: 40_00 })).toBe(false)
    expect(await by.event.pool()).toMatchObject({ held: 0, sold: 0 })
    expect(await scarce.pool()).toMatchObject({ held: 0, sold: 0 })
    expect(await by.sale()).toMatchObject({ paid_at: null, held_until: null })
  })

  it('creates no order if the code was used up meanwhile, and the basket can be reserved without it', async () => {
    const by = await payer(shop)
    const discount = { kind: 'basket_amount', amount: 4_00, currency: 'GBP' } as const
    const code = await discountCode(shop.db, 'GUARDED', {
      ...discount,
      event_id: by.event.id,
      max_uses: 1,
    })
    expect((await call(by.visitor, 'set_code', { code })).json.code_applied).toBe(true)
    await call(by.visitor, 'reserve_tickets')
    await loseHold(by)
    await shop.db.updateTable('discount_codes').set({ used: 1 }).where('code', '=', code).execute()
    expect(await pay(by, { amount: 16_00 })).toBe(false)
    expect(await by.event.pool()).toMatchObject({ held: 0, sold: 0 })
    const { error } = (await call(by.visitor, 'reserve_tickets')).json
    expect(error).toContain('The code GUARDED can no longer be used')
    expect((await call(by.visitor, 'reserve_tickets')).json.reserved).toBe(true)
  })

  it('is reported to the page as charged, and refunded, if the tickets are sold [C10]', async () => {
    const by = await payer(shop)
    const { attempt, succeeded } = await paying(by)
    await loseHold(by)
    await shop.db.updateTable('pools').set({ capacity: 1 }).where('id', '=', by.event.id).execute()
    const refunded = {
      status: 'unsuccessful',
      message: 'Your payment arrived after your reservation had expired. It will be refunded in full.',
      charged: true,
    }
    for (const report of [succeeded, succeeded])
      expect(await conclude(shop.db, attempt, report)).toEqual(refunded)
    expect((await ledger(attempt.id)).toSorted()).toEqual(['charge', 'refund'])
  })

  it('creates no order if the tickets are sold [C10]', async () => {
    const by = await payer(shop)
    await loseHold(by)
    await shop.db.updateTable('pools').set({ capacity: 1 }).where('id', '=', by.event.id).execute()
    expect(await pay(by)).toBe(false)
    expect(await by.event.pool()).toMatchObject({ held: 0, sold: 0 })
  })
})

describe('the database', () => {
  it('allows one open attempt per sale', async () => {
    const by = await payer(shop)
    await paying(by)
    await expect(paying(by)).rejects.toThrow(/one_open_attempt/)
  })

  it('allows one refund per attempt of money that paid for nothing [C20]', async () => {
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
          refunded_by: 'shop',
          provider: 'stripe',
          provider_id,
          status: 'pending',
        })
        .execute()
    await refund('re_guard_1')
    await expect(refund('re_guard_2')).rejects.toThrow(/one_refund_by_the_shop/)
  })
})
