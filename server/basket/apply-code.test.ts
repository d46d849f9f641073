import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { discountCode, giftVoucher } from '#server/testing/codes.ts'
import { call, checkoutOf, offer, visitorWith, type Offered } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

let codes = 0

/** Issues a gift voucher of £5 of the event's organiser and returns its code. */
const voucher = ({ organiserId }: Offered, changes: object = {}) =>
  giftVoucher(shop.db, `GIFT-${++codes}`, { organiserId, value: 500, ...changes })

const apply = async (visitor: Visitor, code: string) => {
  const { status, json } = await call(visitor, 'set_code', { code })
  return [status, json.code_applied]
}

describe("a gift voucher's code", () => {
  it('is accepted with spaces and in small or full-width letters', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(1))
    const code = await voucher(event)
    expect(await apply(visitor, ` ${code.toLowerCase().replace('-', ' - ').replace('t', 'ｔ')} `)).toEqual([
      200,
      true,
    ])
    expect(await checkoutOf(visitor)).toMatchObject({
      gift_vouchers_applied_total: '5.00',
      basket_total: '5.00',
    })
  })

  it('pays once when it is typed twice', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(1))
    const code = await voucher(event)
    for (const again of [code, code]) expect(await apply(visitor, again)).toEqual([200, true])
    expect((await checkoutOf(visitor)).basket_total).toBe('5.00')
  })

  it.each([
    ['has expired', { expires_at: new Date(0) }],
    ['is spent', { balance: 0 }],
    ['is held for other baskets', { held: 500 }],
    ['is in another currency', { currency: 'EUR' }],
  ])('is refused if it %s', async (_, changes) => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(1))
    expect(await apply(visitor, await voucher(event, changes))).toEqual([200, false])
    expect((await checkoutOf(visitor)).basket_total).toBe('10.00')
  })

  it('is refused for a basket without tickets', async () => {
    const event = await offer(shop.db)
    const { id, organiserId } = event
    const product = {
      id,
      organiser_id: organiserId,
      name: 'Gift',
      min_value: 500,
      max_value: 5000,
      valid_months: 12,
    }
    await shop.db.insertInto('gift_voucher_products').values(product).execute()
    const visitor = await visitorWith(shop, event.entry(1))
    await call(visitor, 'remove_from_basket', { ticket_id: event.ticket() })
    const code = await voucher(event)
    expect(await apply(visitor, code)).toEqual([200, false])
    await visitor.post('/do/checkout/add/', { gift_voucher_id: id, value: '10', qty: 1 })
    expect(await apply(visitor, code)).toEqual([200, false])
  })
})

it('applies a discount code to the tickets that it is for, beside others', async () => {
  const [own, other] = [await offer(shop.db), await offer(shop.db)]
  const code = `ONLY-${own.id.toUpperCase()}`
  await discountCode(shop.db, code, { event_id: own.id })
  const visitor = await visitorWith(shop, own.entry(1), other.entry(1))
  expect(await apply(visitor, code)).toEqual([200, true])
  expect(await checkoutOf(visitor)).toMatchObject({
    discounts_applied: { [code]: '1.00' },
    basket_total: '19.00',
  })
})
