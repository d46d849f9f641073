import { createMiddleware } from 'hono/factory'

import type { Database } from '#server/database/connect.ts'
import type { ShopEnv } from '#server/http/env.ts'
import type { PaymentProviders } from '#server/providers/connect-providers.ts'

/** Hono environment of payment handlers: the shop's, with the payment providers. */
export interface PaymentEnv extends ShopEnv {
  Variables: ShopEnv['Variables'] & { providers: PaymentProviders }
}

/** Dependencies of payment functions. */
export interface PaymentContext {
  db: Database
  providers: PaymentProviders
}

/** Middleware that sets `c.var.providers`. */
export function paymentProviders(providers: PaymentProviders) {
  return createMiddleware<PaymentEnv>(async (c, next) => {
    c.set('providers', providers)
    await next()
  })
}
