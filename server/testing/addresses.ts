import { visit } from '#sandbox/visitor.ts'

import type { TestShop } from './test-shop.ts'

/**
 * The same shop, whose visitors come from a network address: `from(shop, '203.0.113.7')`. The shop must trust one proxy
 * (`createTestShop({ trustedProxies: 1 })`).
 */
export function from(shop: TestShop, address: string): TestShop {
  const app = {
    request: (url: string, init: RequestInit) => {
      const headers = new Headers(init.headers)
      headers.set('X-Forwarded-For', address)
      return shop.app.request(url, { ...init, headers })
    },
  }
  return { ...shop, visitor: () => visit(app, shop.config.origin) }
}
