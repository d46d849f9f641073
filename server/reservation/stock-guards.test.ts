import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readBasket } from '#server/basket/read-basket.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { call, offer, visitorWith } from '#server/testing/offers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { ReservationError, takeHold } from './hold.ts'

/** Tests each stock guard separately: the update's condition, and the database constraint. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

let codes = 0

/** Makes a basket of two tickets with a code, and a function that takes its hold. */
async function basketWithCode() {
  const event = await offer(shop.db)
  const code = `GUARD${++codes}`
  await shop.db
    .insertInto('discount_codes')
    .values({ code, event_id: event.id, kind: 'ticket_percent', amount: 10_00, max_uses: 5 })
    .execute()
  const visitor = await visitorWith(shop, event.entry(2))
  await call(visitor, 'set_code', { code })
  const { sale_id } = await shop.db
    .selectFrom('sale_codes')
    .select('sale_id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  const basket = await readBasket(shop.db, sale_id)
  const hold = () => inTransaction(shop.db, (trx) => takeHold(trx, basket))
  const heldUses = async () =>
    (
      await shop.db
        .selectFrom('discount_codes')
        .select('held')
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
    ).held
  return { event, code, hold, heldUses }
}

describe('a hold', () => {
  it('takes the last places', async () => {
    const { event, hold } = await basketWithCode()
    await shop.db.updateTable('pools').set({ capacity: 2 }).where('id', '=', event.id).execute()
    await hold()
    expect(await event.pool()).toMatchObject({ held: 2, sold: 0 })
  })

  it.each([
    ['held', { capacity: 3, held: 2 }],
    ['sold', { capacity: 3, sold: 2 }],
    ['held and sold', { capacity: 3, held: 1, sold: 1 }],
  ])('fails with a message when too many tickets are %s, before the constraint does', async (_, pool) => {
    const { event, hold, heldUses } = await basketWithCode()
    await shop.db.updateTable('pools').set(pool).where('id', '=', event.id).execute()
    await expect(hold()).rejects.toThrow(ReservationError)
    expect(await event.pool()).toMatchObject(pool)
    expect(await heldUses()).toBe(0)
  })

  it('fails with a message when the code is used up, and holds no places', async () => {
    const { event, code, hold } = await basketWithCode()
    await shop.db.updateTable('discount_codes').set({ used: 5 }).where('code', '=', code).execute()
    await expect(hold()).rejects.toThrow(`The code ${code} can no longer be used`)
    expect(await event.pool()).toMatchObject({ held: 0, sold: 0 })
  })
})

describe('the database', () => {
  it.each([
    ['holds more places than the capacity', { held: 101 }],
    ['sells more places than the capacity', { sold: 101 }],
    ['holds and sells more places than the capacity', { held: 50, sold: 51 }],
    ['holds a negative number of places', { held: -1 }],
    ['sells a negative number of places', { sold: -1 }],
  ])('never %s', async (_, pool) => {
    const event = await offer(shop.db)
    const change = shop.db.updateTable('pools').set(pool).where('id', '=', event.id).execute()
    await expect(change).rejects.toThrow(/never_oversold|check constraint/)
  })

  it('never uses a code more often than allowed', async () => {
    const { code } = await basketWithCode()
    const change = shop.db
      .updateTable('discount_codes')
      .set({ held: 3, used: 3 })
      .where('code', '=', code)
      .execute()
    await expect(change).rejects.toThrow(/never_overused/)
  })

  it.each([
    ['holds more than the balance of a voucher', { held: 11_00 }],
    ['stores a balance above the value of a voucher', { balance: 31_00 }],
    ['stores a negative balance of a voucher', { balance: -1 }],
  ])('never %s', async (_, change) => {
    const { id, organiser_id } = await shop.db
      .selectFrom('gift_voucher_products')
      .select(['id', 'organiser_id'])
      .executeTakeFirstOrThrow()
    const issued = shop.db
      .insertInto('issued_vouchers')
      .values({
        value: 30_00,
        balance: 10_00,
        ...change,
        code: `GUARD-VOUCHER-${++codes}`,
        product_id: id,
        organiser_id,
        currency: 'GBP',
        expires_at: new Date('2999-01-01'),
      })
      .execute()
    await expect(issued).rejects.toThrow(/never_overspent|check constraint/)
  })
})
