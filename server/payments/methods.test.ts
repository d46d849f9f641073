import { afterAll, beforeAll, expect, it } from 'vitest'

import { checkoutOf } from '#server/testing/offers.ts'
import { payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { checkoutSchema } from '#src/api/schemas/checkout.ts'
import { paymentMethods } from '#src/rules/payment-methods.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

it.each([
  ['bank transfer and card', {}, {}, ['bank', 'card']],
  ['bank transfer and card in euros', {}, { currency: 'EUR' as const }, ['bank', 'card']],
  ['card alone in dollars', {}, { currency: 'USD' as const }, ['card']],
  ['card alone by Stripe', { provider: 'stripe' as const }, {}, ['card']],
  ['card alone without bank transfers', { takes_bank_transfers: false }, {}, ['card']],
  ['card alone for express', { is_express: true }, {}, ['card']],
  ['nothing where no provider is set up', { is_saas: true }, {}, []],
])(
  "lets the page offer %s, as the shop's own calls do [PAYM-33..39, PAYM-52]",
  async (_, organiser, event, methods) => {
    const { visitor } = await payer(shop, { organiser: { name: 'One', ...organiser }, event })
    expect(paymentMethods(checkoutSchema.parse(await checkoutOf(visitor))).methods).toEqual(methods)
  },
)
