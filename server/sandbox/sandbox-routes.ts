import { readFileSync } from 'node:fs'

import { Hono } from 'hono'

import type { Database } from '#server/database/connect.ts'

import { hcaptchaStandIn } from './hcaptcha-standin.ts'
import { stripeStandIn } from './stripe-standin.ts'
import { truelayerStandIn } from './truelayer-standin.ts'

/** The stand-ins of external services and their scripts; they know nothing of the shop's sessions, as the real ones. */
export function standInRoutes(db: Database): Hono {
  const routes = new Hono()
  for (const name of ['stripe.js', 'hcaptcha.js'])
    routes.get(`/${name}`, (c) =>
      c.body(readFileSync(new URL(`scripts/${name}`, import.meta.url), 'utf8'), 200, {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-cache',
      }),
    )
  routes.route('/stripe', stripeStandIn(db))
  routes.route('/truelayer', truelayerStandIn(db))
  routes.route('/hcaptcha', hcaptchaStandIn(db))
  return routes
}
