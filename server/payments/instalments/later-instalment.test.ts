import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { call } from '#server/testing/offers.ts'
import { cards, pay, payer, typeCard } from '#server/testing/payers.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
afterEach(() => void (shop.answer = null))

/** A paid order whose second instalment is open and waits at the provider, and the requests to providers since. */
async function charging() {
  const by = await payer(shop)
  await pay(shop, by.visitor)
  const other = await payer(shop)
  await pay(shop, other.visitor, { number: cards.challenged })
  const { provider_id } = await shop.db
    .selectFrom('payment_attempts')
    .select('provider_id')
    .where('sale_id', '=', (await other.sale()).id)
    .executeTakeFirstOrThrow()
  await shop.db.deleteFrom('payment_attempts').where('provider_id', '=', provider_id).execute()
  const { id } = await shop.db
    .insertInto('payment_attempts')
    .values({
      sale_id: (await by.sale()).id,
      attempt: 'second instalment',
      provider: 'stripe',
      method: 'instalment',
      instalment: 2,
      basket_version: 0,
      amount: 1000,
      currency: 'GBP',
      provider_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const requests: string[] = []
  shop.answer = (request) => {
    if (request.url.includes(provider_id ?? '')) requests.push(request.method)
    return Promise.resolve(shop.app.request(request))
  }
  const status = async () =>
    (await shop.db.selectFrom('payment_attempts').select('status').where('id', '=', id).executeTakeFirst())
      ?.status
  return { ...by, status, requests }
}

describe('an instalment that is charged after the order', () => {
  it('is not shown as a payment in progress, nor cancelled, by the payment step', async () => {
    const { visitor, status, requests } = await charging()
    expect((await call(visitor, 'get_payment_error')).json).toEqual({ text: '' })
    expect([await status(), requests]).toEqual(['open', []])
  })

  it('is not cancelled by another payment of the order', async () => {
    const { visitor, status, requests } = await charging()
    const card = { payment_method_id: await typeCard(shop), attempt: 'again' }
    expect((await call(visitor, 'pay_with_card', card)).json).toEqual({ status: 'success' })
    expect((await call(visitor, 'create_truelayer_payment')).status).toBe(409)
    expect([await status(), requests]).toEqual(['open', []])
  })

  it.each(['/do/checkout/stripe_auth/', '/do/checkout/truelayer_return/?error=tl_hpp_abandoned'])(
    'is left alone by the return to %s',
    async (path) => {
      const { visitor, status, requests } = await charging()
      await visitor.get(path)
      expect([await status(), requests]).toEqual(['open', []])
    },
  )

  it.each([
    ['destroy_sale', {}],
    ['update_refund_protection', { refund_protection: '1' }],
    ['set_code', { code: 'X' }],
    ['reserve_tickets', {}],
    ['get_truelayer_status', {}],
  ])('is left alone by %s', async (name, fields) => {
    const { visitor, status, requests } = await charging()
    await call(visitor, name, fields)
    expect([await status(), requests]).toEqual(['open', []])
  })

  it('is read by the sweep, not cancelled because the order is paid', async () => {
    const { status, requests } = await charging()
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    expect([await status(), requests]).toEqual(['open', ['GET']])
  })
})
