import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

import type { ShopEnv } from '#server/http/env.ts'
import { hashToken } from '#server/http/tokens.ts'

import { SingleFlight } from '#server/payments/settling/single-flight.ts'

/** Answers at once before a session is slowed down to one a second. The page needs two in three seconds. */
const burst = 20
/** The headers of a reply that every request of its session gets. */
const sharedHeaders = ['Content-Type', 'Retry-After']

/**
 * Gives simultaneous polls of one session the same reply, before anything is read from the database, and slows floods down to
 * one reply a second. A flood of polls then costs other buyers next to no time [S44].
 */
export function sharedPolls() {
  const turns = new SingleFlight(burst)
  return createMiddleware<ShopEnv>(async (c, next) => {
    const session = getCookie(c, 'session', 'host')
    if (!session) return next()
    // Whatever the CSRF check reads; a poll that it refuses must not refuse others.
    const { req } = c
    const asker = [session, req.header('X-XSRF-TOKEN'), req.header('Origin'), req.header('Sec-Fetch-Site')]
    let isAnswered = false
    const reply = await turns.run(hashToken(asker.join()), async () => {
      await next()
      isAnswered = true
      const headers = sharedHeaders.flatMap((name) => {
        const value = c.res.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      })
      const body = await c.res.clone().text()
      return { body, status: c.res.status as ContentfulStatusCode, headers: Object.fromEntries(headers) }
    })
    return isAnswered ? undefined : c.body(reply.body, reply.status, reply.headers)
  })
}
