import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { discountCode, giftVoucher } from '#server/testing/codes.ts'
import { call, checkoutOf, offer, visitorWith, type Offered } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

/** A basket is reserved only at the total that its buyer knows. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const reserve = (visitor: Visitor) => call(visitor, 'reserve_tickets')

let codes = 0

/** Applies £4 off, which one more basket may use. */
async function withCode(visitor: Visitor, event: Offered): Promise<string> {
  const discount = { kind: 'basket_amount', amount: 4_00, currency: 'GBP' } as const
  const code = await discountCode(shop.db, `LAST${++codes}`, { ...discount, event_id: event.id, max_uses: 1 })
  expect((await call(visitor, 'set_code', { code })).json.code_applied).toBe(true)
  return code
}

/** Applies a gift voucher of £15. */
async function withVoucher(visitor: Visitor, event: Offered): Promise<string> {
  const { organiserId } = event
  const code = await giftVoucher(shop.db, `GIFT${++codes}`, { organiserId, value: 15_00 })
  expect((await call(visitor, 'set_code', { code })).json.code_applied).toBe(true)
  return code
}

/** Makes a visitor with two tickets at £10 of an event and one at £5 of another one. */
async function basket() {
  const event = await offer(shop.db)
  const other = await offer(shop.db, { tickets: { adult: { price: 5_00 } } })
  const visitor = await visitorWith(shop, event.entry(2), other.entry(1))
  return { event, other, visitor }
}

const updateCode = (code: string, changes: object) =>
  shop.db.updateTable('discount_codes').set(changes).where('code', '=', code).execute()

const updateVoucher = (code: string, changes: object) =>
  shop.db.updateTable('issued_vouchers').set(changes).where('code', '=', code).execute()

/** Tries to reserve: the buyer is told of a new total, and nothing is held. Then reserves at that total. */
async function isTold(visitor: Visitor, event: Offered, total: string, reason: string): Promise<void> {
  const error = `${reason} Your total is now £${total}. Please check it and reserve again`
  expect((await reserve(visitor)).json).toEqual({ error })
  expect(await event.pool()).toMatchObject({ held: 0 })
  expect(await checkoutOf(visitor)).toMatchObject({
    state: 'basket',
    reserving_error: error,
    basket_total: total,
    seconds_remaining: 0,
  })
  expect((await reserve(visitor)).json).toMatchObject({ reserved: true, fresh_reservation: true })
  expect(await checkoutOf(visitor)).toMatchObject({ reserving_error: '', basket_total: total })
}

describe('reserving with a discount code that can no longer be used', () => {
  it.each<[string, (code: string) => Promise<unknown>]>([
    ['was used up by others', (code) => updateCode(code, { used: 1 })],
    ['is held by others', (code) => updateCode(code, { held: 1 })],
    ['has expired', (code) => updateCode(code, { ends_at: sql`shop_now()` })],
    [
      'is for other organisers now',
      (code) => updateCode(code, { event_id: null, organiser_id: 'harbour-arts' }),
    ],
    ['is for another currency now', (code) => updateCode(code, { currency: 'EUR' })],
  ])(
    'removes a code that %s and shows the new total before the tickets are held [RESV-13, BASK-64, CONT-68]',
    async (_, happen) => {
      const { event, visitor } = await basket()
      const code = await withCode(visitor, event)
      expect(await checkoutOf(visitor)).toMatchObject({ basket_total: '21.00', offers_applied_total: '4.00' })
      await happen(code)
      await isTold(visitor, event, '25.00', `The code ${code} can no longer be used, so we removed it.`)
      expect(await checkoutOf(visitor)).toMatchObject({ offers_applied_total: '0.00', discounts_applied: {} })
    },
  )

  it('also removes a code whose tickets the buyer has removed, and holds no use of it', async () => {
    const { event, other, visitor } = await basket()
    const code = await withCode(visitor, event)
    await call(visitor, 'remove_from_basket', { ticket_id: event.ticket() })
    await isTold(visitor, other, '5.00', `The code ${code} can no longer be used, so we removed it.`)
    const { held } = await shop.db
      .selectFrom('discount_codes')
      .select('held')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    expect(held).toBe(0)
  })

  it('lets the buyer apply another code instead', async () => {
    const { event, visitor } = await basket()
    await updateCode(await withCode(visitor, event), { used: 1 })
    expect((await reserve(visitor)).json.error).toContain('Your total is now £25.00')
    await withCode(visitor, event)
    expect(await checkoutOf(visitor)).toMatchObject({ reserving_error: '', basket_total: '21.00' })
    expect((await reserve(visitor)).json.reserved).toBe(true)
  })
})

describe('reserving with a gift voucher', () => {
  it.each<[string, (code: string) => Promise<unknown>]>([
    ['was spent elsewhere', (code) => updateVoucher(code, { balance: 0 })],
    ['is held elsewhere', (code) => updateVoucher(code, { held: 15_00 })],
    ['has expired', (code) => updateVoucher(code, { expires_at: sql`shop_now()` })],
  ])('that %s removes it and shows the new total before the tickets are held', async (_, happen) => {
    const { event, visitor } = await basket()
    const code = await withVoucher(visitor, event)
    expect((await checkoutOf(visitor)).basket_total).toBe('10.00')
    await happen(code)
    const reason = 'A gift voucher can no longer be used, so we removed it.'
    await isTold(visitor, event, '25.00', reason)
  })

  it('that is worth less shows the new total before the tickets are held', async () => {
    const { event, visitor } = await basket()
    await updateVoucher(await withVoucher(visitor, event), { balance: 12_00 })
    await isTold(visitor, event, '13.00', 'The price of your basket has changed.')
  })
})

describe('reserving at another price', () => {
  it.each([
    ['higher', 12_00, '29.00'],
    ['lower', 9_00, '23.00'],
  ])('shows a %s total before the tickets are held [C28]', async (_, price, total) => {
    const { event, visitor } = await basket()
    await shop.db.updateTable('ticket_types').set({ price }).where('id', '=', event.ticket()).execute()
    await isTold(visitor, event, total, 'The price of your basket has changed.')
  })

  it('also does so when an expired hold is taken again [L3]', async () => {
    const { event, visitor } = await basket()
    const code = await withCode(visitor, event)
    expect((await reserve(visitor)).json.reserved).toBe(true)
    await moveShopTime(shop.db, 600)
    expect((await checkoutOf(visitor)).state).toBe('basket')
    await updateCode(code, { used: 1 })
    await isTold(visitor, event, '25.00', `The code ${code} can no longer be used, so we removed it.`)
  })

  it('knows a donation that was added while the tickets were held', async () => {
    const event = await offer(shop.db, { organiser: { name: 'Shelter', charity_id: 'open-door' } })
    const visitor = await visitorWith(shop, event.entry(1))
    await reserve(visitor)
    const donation = { amount_before_booking_fee: '5.00', charity_id: 'open-door' }
    expect((await call(visitor, 'save_donation', donation)).status).toBe(200)
    await moveShopTime(shop.db, 600)
    expect((await reserve(visitor)).json.reserved).toBe(true)
  })
})
