import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { readBooks } from '#server/testing/books.ts'
import { pay, payBySquare, payer, squarePayer, type Payer } from '#server/testing/payers.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
afterEach(() => void (shop.answer = null))

const hour = 3600

const providers = {
  stripe: { make: payer, pay },
  square: { make: squarePayer, pay: payBySquare },
}

const isCharge = ({ method, url }: Request) => method === 'POST' && /payment_intents$|v2\/payments$/.test(url)

/** Counts the charges that are requested. */
function countCharges() {
  const counted = { charges: 0 }
  shop.answer = (request) => {
    if (isCharge(request)) counted.charges++
    return Promise.resolve(shop.app.request(request))
  }
  return counted
}

// Stripe forgets idempotency keys after 24 hours; Square does not say when.
describe.each(['stripe', 'square'] as const)('a payment by %s without a reply for a day', (provider) => {
  const { make, pay: payWith } = providers[provider]

  /** A payer whose charge has no reply; `arrives` says whether it was made nevertheless. */
  async function silent(arrives: boolean) {
    const by = await make(shop)
    shop.answer = async (request) => {
      if (arrives || !isCharge(request)) await shop.app.request(request.clone())
      throw new TypeError('socket hang up')
    }
    const { status } = await payWith(shop, by.visitor)
    expect(status).toBe(503)
    shop.answer = null
    return by
  }
  const attemptOf = async (by: Payer) =>
    shop.db
      .selectFrom('payment_attempts')
      .select(['status', 'provider_id'])
      .where('sale_id', '=', (await by.sale()).id)
      .executeTakeFirstOrThrow()

  it('is found at the provider, not charged again', async () => {
    const by = await silent(true)
    await moveShopTime(shop.db, 23.5 * hour)
    const counted = countCharges()
    await sweep(shop)
    expect(counted.charges).toBe(0)
    expect(await attemptOf(by)).toEqual({ status: 'succeeded', provider_id: expect.any(String) })
    expect(await readBooks(shop, by)).toMatchObject({ isPaid: true, money: ['charge'], taken: 1 })
  })

  it('is cancelled two hours later if the provider does not have it', async () => {
    const by = await silent(false)
    await moveShopTime(shop.db, 23.5 * hour)
    const counted = countCharges()
    await sweep(shop)
    expect((await attemptOf(by)).status).toBe('open')
    await moveShopTime(shop.db, 2 * hour)
    await sweep(shop)
    expect((await attemptOf(by)).status).toBe('failed')
    expect(counted.charges).toBe(0)
    expect(await readBooks(shop, by)).toMatchObject({ isPaid: false, money: [], taken: 0 })
  })
})
