import { afterAll, beforeAll, expect, it } from 'vitest'

import { sandboxTruelayerKeys } from '#server/providers/sandbox-keys.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { paymentMethods } from '#src/checkout/rules/payment-methods.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

it.each([
  ['bank transfer and card in pounds [PAYM-33]', {}, {}, ['bank', 'card']],
  ['bank transfer and card in euros [PAYM-33]', {}, { currency: 'EUR' as const }, ['bank', 'card']],
  ['only cards in dollars [PAYM-34]', {}, { currency: 'USD' as const }, ['card']],
  ['only cards with Stripe [PAYM-35, PAYM-39]', { provider: 'stripe' as const }, {}, ['card']],
  ['only cards without bank transfers [PAYM-40]', { takes_bank_transfers: false }, {}, ['card']],
  ['only cards in express checkout [PAYM-38]', { is_express: true }, {}, ['card']],
  ['nothing without a payment provider [PAYM-52]', { is_saas: true }, {}, []],
])('offers the methods on the page that the shop accepts: %s', async (_, organiser, event, methods) => {
  const { visitor } = await payer(shop, { organiser: { name: 'One', ...organiser }, event })
  expect(paymentMethods(checkoutSchema.parse(await checkoutOf(visitor))).methods).toEqual(methods)
})

it.each([
  ['bank transfer in pounds', 'GBP' as const, ['bank', 'card']],
  ['only cards in euros', 'EUR' as const, ['card']],
])('offers and accepts %s with a TrueLayer account in pounds only', async (_, currency, methods) => {
  const truelayer = { ...sandboxTruelayerKeys, merchantAccountIdEur: undefined }
  const pounds = await createTestShop({ providers: { ...shop.config.providers, truelayer } })
  const by = await payer(pounds, { event: { currency } })
  pounds.answer = (request) =>
    Promise.resolve(
      Response.json(
        request.url.endsWith('/connect/token')
          ? { access_token: 'token', expires_in: 3600 }
          : { id: 'p1', hosted_page: { uri: 'https://payment.truelayer-sandbox.com/1' } },
      ),
    )
  expect(paymentMethods(checkoutSchema.parse(await checkoutOf(by.visitor))).methods).toEqual(methods)
  const { status } = await call(by.visitor, 'create_truelayer_payment')
  expect(status).toBe(methods.includes('bank') ? 200 : 409)
  await pounds.close()
})
