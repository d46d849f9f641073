import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { call } from '#server/testing/offers.ts'
import { cards, pay, payer, press } from '#server/testing/payers.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
/** The shop's requests to the card provider: method, last part of the path, and the account they are for. */
let requests: string[]

beforeAll(async () => void (shop = await createTestShop()))
beforeEach(() => {
  requests = []
  shop.answer = async (request) => {
    const name = new URL(request.url).pathname
      .split('/')
      .at(-1)
      ?.replace(/^pi_.*/, ':id')
    requests.push(`${request.method} ${name} ${request.headers.get('Stripe-Account')}`)
    return shop.app.request(request)
  }
})
afterAll(() => shop.close())

const organiser = { merchant_id: 'acct_7' }

describe("the organiser's account", () => {
  it('is the one that a card payment goes to', async () => {
    const { visitor } = await payer(shop, { organiser })
    expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
    expect(requests).toEqual(['POST payment_intents acct_7'])
  })

  it('is the one on which a payment is looked up and cancelled', async () => {
    const { visitor } = await payer(shop, { organiser })
    await pay(shop, visitor, { number: cards.challenged })
    await call(visitor, 'get_payment_error')
    expect(requests).toEqual(['POST payment_intents acct_7', 'GET :id acct_7', 'POST cancel acct_7'])
  })

  it('is the one that refunds a payment that cannot become an order', async () => {
    const one = await payer(shop, { organiser })
    const { json } = await pay(shop, one.visitor, { number: cards.challenged })
    await press(shop, json.url, 'approve')
    await shop.db
      .updateTable('sales')
      .set({ currency: 'EUR' })
      .where('reference', '=', one.reference)
      .execute()
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    expect((await one.sale()).paid_at).toBeNull()
    expect(requests).toEqual(['POST payment_intents acct_7', 'GET :id acct_7', 'POST refunds acct_7'])
  })

  it('is the shop’s own if the organiser has none', async () => {
    const { visitor } = await payer(shop)
    await pay(shop, visitor)
    expect(requests).toEqual(['POST payment_intents null'])
  })
})
