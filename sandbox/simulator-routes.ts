import { readFileSync } from 'node:fs'

import { Hono } from 'hono'

import type { Database } from '#server/database/connect.ts'

import { hcaptchaSimulator } from './hcaptcha-simulator.ts'
import { seatsioSimulator } from './seatsio-simulator.ts'
import { squareSimulator } from './square-simulator.ts'
import { stripeSimulator } from './stripe-simulator.ts'
import { truelayerSimulator } from './truelayer-simulator.ts'

/** The simulated browser scripts and the files they consist of. */
const scripts = {
  'stripe.js': ['card-fields.js', 'sheet.js', 'wallet.js', 'stripe.js'],
  'square.js': ['card-fields.js', 'sheet.js', 'square.js'],
  'hcaptcha.js': ['hcaptcha.js'],
}

const readScript = (name: string) => readFileSync(new URL(`scripts/${name}`, import.meta.url), 'utf8')

/** Provider simulators and their scripts; like the real services, they have no access to the shop's sessions. */
export function simulatorRoutes(db: Database): Hono {
  const routes = new Hono()
  for (const [name, parts] of Object.entries(scripts))
    routes.get(`/${name}`, (c) =>
      c.body(parts.map(readScript).join('\n'), 200, {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-cache',
      }),
    )
  routes.route('/stripe', stripeSimulator(db))
  routes.route('/square', squareSimulator(db))
  routes.route('/truelayer', truelayerSimulator(db))
  routes.route('/seatsio', seatsioSimulator(db))
  routes.route('/hcaptcha', hcaptchaSimulator(db))
  return routes
}
