import { afterAll, beforeAll, expect, it } from 'vitest'

import { readBasket } from '#server/basket/read-basket.ts'
import { readCheckoutView } from '#server/checkout/checkout-view.ts'
import { moveShopTime } from '#server/database/shop-time.ts'
import { findOpenAttempt } from '#server/payments/attempts/find-attempts.ts'
import { releaseExpired } from '#server/reservation/expiry.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { cards, follow, pay, payer, press } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop({ trustedProxies: 1 })))
afterAll(() => shop.close())

it('says that a payment is open also long after the hold has ended', async () => {
  const one = await payer(shop)
  await call(one.visitor, 'create_truelayer_payment')
  await moveShopTime(shop.db, 46 * 60)
  await releaseExpired(shop.db)
  const { id } = await one.sale()
  expect((await findOpenAttempt(shop.db, id))?.status).toBe('open')
  expect((await checkoutOf(one.visitor)).has_no_open_payment).toBe(false)
})

it('never says of an order that is paid meanwhile that it is unpaid and that no payment is open', async () => {
  const one = await payer(shop)
  const { json } = await pay(shop, one.visitor, { number: cards.challenged })
  const sale = await one.sale()
  const before = await readBasket(shop.db, sale.id)
  await follow(one.visitor, await press(shop, json.url, 'approve'))
  expect((await one.sale()).paid_at).not.toBeNull()
  const session = { id: sale.session_id!, token: '', userId: null, saleId: sale.id, unsavedSince: null }
  const view = await readCheckoutView({ db: shop.db, config: shop.config, session }, before)
  expect([view.payment_complete, view.has_no_open_payment]).toEqual([false, false])
})
