import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readBasket, type Basket } from '#server/basket/read-basket.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { discountCode } from '#server/testing/codes.ts'
import { call, offer, visitorWith } from '#server/testing/offers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { writeHolds } from './hold.ts'
import { judge, type Hold, type Verdict } from './judge.ts'
import { lockStock, type Stock } from './stock.ts'

/** Tests each stock guard separately: the judge, the conditions of the statements that write, and the constraints. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

let codes = 0

const mayHaveIt = { problem: '', heldFrom: '', isTooOften: false, isBurst: false, unbought: [] }
const nothingHeld = { atAddress: new Map<string, number>(), ofPerson: new Map<string, number>() }
const unlimited = { withoutCaptcha: Infinity, maxPerPerson: Infinity, maxPerAddress: Infinity }

/** Judges baskets in turn on the same stock, and writes the holds. */
function holdAll(
  baskets: Basket[],
  countStock: (trx: Transaction, baskets: Basket[]) => Promise<Stock> = lockStock,
): Promise<Verdict[]> {
  return inTransaction(shop.db, async (trx) => {
    const stock = { ...(await countStock(trx, baskets)), ...structuredClone(nothingHeld), shares: [] }
    const verdicts = baskets.map((basket) => judge(basket, stock, mayHaveIt, unlimited))
    await writeHolds(
      trx,
      verdicts.flatMap((verdict): Hold[] => (verdict.kind === 'held' ? [verdict.hold] : [])),
    )
    return verdicts
  })
}

/** Stock as a judge without locks may believe it to be. */
const plenty = async (_: Transaction, baskets: Basket[]): Promise<Stock> => ({
  available: new Map(baskets.flatMap(({ tickets }) => tickets.map((line) => [line.pool_id, 100]))),
  uses: new Map(baskets.map(({ discount }) => [discount?.code ?? '', 100])),
  balances: new Map(
    baskets.flatMap(({ appliedVouchers }) => appliedVouchers.map(({ id }) => [id, 100_00] as const)),
  ),
})

/** Makes a basket of two tickets with a code, and a function that takes its hold. */
async function basketWithCode() {
  const event = await offer(shop.db)
  const code = await discountCode(shop.db, `GUARD${++codes}`, { event_id: event.id, max_uses: 5 })
  const visitor = await visitorWith(shop, event.entry(2))
  await call(visitor, 'set_code', { code })
  const { sale_id } = await shop.db
    .selectFrom('sale_codes')
    .select('sale_id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  const basket = await readBasket(shop.db, sale_id)
  const hold = () => holdAll([basket])
  const heldUses = async () =>
    (
      await shop.db
        .selectFrom('discount_codes')
        .select('held')
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
    ).held
  return { event, code, basket, hold, heldUses }
}

describe('a hold', () => {
  it('takes the last tickets', async () => {
    const { event, hold } = await basketWithCode()
    await shop.db.updateTable('pools').set({ capacity: 2 }).where('id', '=', event.id).execute()
    expect(await hold()).toMatchObject([{ kind: 'held' }])
    expect(await event.pool()).toMatchObject({ held: 2, sold: 0 })
  })

  it('leaves nothing for the next basket that is judged with it', async () => {
    const [first, second] = [await basketWithCode(), await basketWithCode()]
    await shop.db
      .updateTable('ticket_types')
      .set({ pool_id: first.event.id })
      .where('id', '=', second.event.ticket())
      .execute()
    await shop.db.updateTable('pools').set({ capacity: 3 }).where('id', '=', first.event.id).execute()
    const baskets = [first.basket, await readBasket(shop.db, second.basket.sale.id)]
    expect(await holdAll(baskets)).toMatchObject([{ kind: 'held' }, { kind: 'refused' }])
    expect(await first.event.pool()).toMatchObject({ held: 2 })
  })

  it.each([
    ['held', { capacity: 3, held: 2 }],
    ['sold', { capacity: 3, sold: 2 }],
    ['held and sold', { capacity: 3, held: 1, sold: 1 }],
  ])('fails with a message when too many tickets are %s, before the constraint does', async (_, pool) => {
    const { event, hold, heldUses } = await basketWithCode()
    await shop.db.updateTable('pools').set(pool).where('id', '=', event.id).execute()
    const error = expect.stringContaining('not enough tickets left')
    expect(await hold()).toMatchObject([{ kind: 'refused', error }])
    expect(await event.pool()).toMatchObject(pool)
    expect(await heldUses()).toBe(0)
  })

  it('is not taken at another price when the code is used up', async () => {
    const { event, code, hold } = await basketWithCode()
    await shop.db.updateTable('discount_codes').set({ used: 5 }).where('code', '=', code).execute()
    expect(await hold()).toMatchObject([{ kind: 'repriced' }])
    expect(await event.pool()).toMatchObject({ held: 0, sold: 0 })
  })
})

describe('a hold that was judged by wrong counts', () => {
  it.each([
    ['tickets', { pool: { capacity: 1 } }],
    ['uses of a code', { code: { used: 5 } }],
  ])('is not written, nor anything with it, when there are no %s', async (_, change) => {
    const { event, code, basket, heldUses } = await basketWithCode()
    if ('pool' in change)
      await shop.db.updateTable('pools').set(change.pool).where('id', '=', event.id).execute()
    else await shop.db.updateTable('discount_codes').set(change.code).where('code', '=', code).execute()
    await expect(holdAll([basket], plenty)).rejects.toThrow('The stock has changed')
    expect(await event.pool()).toMatchObject({ held: 0, sold: 0 })
    expect(await heldUses()).toBe(0)
  })

  it('is not written when a gift voucher has less', async () => {
    const { event, basket } = await basketWithCode()
    const { id } = await shop.db
      .insertInto('issued_vouchers')
      .values({
        code: `GUARD-BALANCE-${++codes}`,
        organiser_id: event.organiserId,
        currency: 'GBP',
        value: 10_00,
        balance: 1_00,
        expires_at: new Date('2999-01-01'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop.db
      .insertInto('sale_vouchers_applied')
      .values({ sale_id: basket.sale.id, issued_voucher_id: id })
      .execute()
    await shop.db.updateTable('sales').set({ known_total: null }).where('id', '=', basket.sale.id).execute()
    const withVoucher = await readBasket(shop.db, basket.sale.id)
    await expect(holdAll([withVoucher], plenty)).rejects.toThrow('The stock has changed')
    expect(await event.pool()).toMatchObject({ held: 0 })
    expect(await holdAll([withVoucher])).toMatchObject([{ kind: 'held' }])
  })
})

describe('the database', () => {
  it.each([
    ['holds more tickets than the capacity', { held: 101 }],
    ['sells more tickets than the capacity', { sold: 101 }],
    ['holds and sells more tickets than the capacity', { held: 50, sold: 51 }],
    ['holds a negative number of tickets', { held: -1 }],
    ['sells a negative number of tickets', { sold: -1 }],
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
