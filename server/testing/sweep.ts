import { sweepPayments } from '#server/payments/sweep.ts'
import { connectProviders } from '#server/providers/connect-providers.ts'

import type { TestShop } from './test-shop.ts'

/** Settles payments that no page waits for, as the shop's job does. */
export function sweep(shop: TestShop): Promise<void> {
  return sweepPayments({
    ...shop,
    providers: connectProviders(shop),
    log: (fields) => void shop.logged.push(fields),
  })
}
