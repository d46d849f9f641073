import type { Context } from 'hono'

import type { ShopEnv } from './env.ts'

/**
 * The shop's address as this buyer reaches it, for providers to send them back to. In production it is the configured
 * one; the sandbox is also reached as 127.0.0.1 or through a development server, and cookies know the difference.
 */
export function shopAddress(c: Pick<Context<ShopEnv>, 'req' | 'var'>): string {
  const { mode, origin } = c.var.config
  return mode === 'production' ? origin : (c.req.header('Origin') ?? new URL(c.req.url).origin)
}
