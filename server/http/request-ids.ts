import { randomUUID } from 'node:crypto'

import { createMiddleware } from 'hono/factory'

import type { ShopEnv } from './env.ts'

const wellFormed = /^[\w=-]{1,100}$/
const sentryTrace = /^[0-9a-f]{32}-[0-9a-f]{16}(?:-[01])?$/

/**
 * Gives each request an id: in `X-Request-Id` of its reply, in every line that it logs, and in the message of an unexpected
 * error. A well-formed id is taken from a trusted proxy. Lines about calls of the shop's own page name the page's trace too.
 */
export const requestIds = createMiddleware<ShopEnv>(async (c, next) => {
  const { config, log } = c.var
  const given = config.trustedProxies > 0 ? c.req.header('X-Request-Id') : undefined
  const reference = given && wellFormed.test(given) ? given : randomUUID()
  const isOwnCall =
    c.req.header('Sec-Fetch-Site') === 'same-origin' || c.req.header('Origin') === config.origin
  const parent = c.req.header('sentry-trace')
  const trace = isOwnCall && parent && sentryTrace.test(parent) ? { trace: parent } : {}
  c.set('requestId', reference)
  c.set('log', (fields) => log({ ...fields, reference, ...trace }))
  await next()
  // Unlike `c.header`, which would copy the whole reply.
  c.res.headers.set('X-Request-Id', reference)
})
