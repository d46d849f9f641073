import { createMiddleware } from 'hono/factory'

import type { ShopEnv } from '#server/http/env.ts'
import type { PaymentProviders } from '#server/providers/connect-providers.ts'

/** What handlers that take payments find on `c.var`: the shop's variables and the payment providers. */
export interface PaymentEnv extends ShopEnv {
  Variables: ShopEnv['Variables'] & { providers: PaymentProviders }
}

/** Middleware that hands the payment providers to the routes behind it. */
export function paymentProviders(providers: PaymentProviders) {
  return createMiddleware<PaymentEnv>(async (c, next) => {
    c.set('providers', providers)
    await next()
  })
}
