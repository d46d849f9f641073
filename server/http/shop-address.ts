import type { Context } from 'hono'

import type { ShopEnv } from './env.ts'

/**
 * The shop's address for redirects back from providers. In production it is the configured one. The sandbox uses the
 * request's own, because it is also reached as 127.0.0.1 or through the development server, and cookies differ per host.
 */
export function shopAddress(c: Pick<Context<ShopEnv>, 'req' | 'var'>): string {
  const { mode, origin } = c.var.config
  return mode === 'production' ? origin : (c.req.header('Origin') ?? new URL(c.req.url).origin)
}
