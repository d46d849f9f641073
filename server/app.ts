import { Hono } from 'hono'

import { catalogueRoutes } from './catalogue/catalogue-routes.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import { formBodies } from './http/body.ts'
import { clientAddresses } from './http/client-address.ts'
import type { ShopEnv } from './http/env.ts'
import { answerError, answerNotFound } from './http/errors.ts'
import { noForgery } from './http/forgery.ts'
import { securityHeaders } from './http/security-headers.ts'
import { sessions } from './http/session.ts'
import type { Log } from './log.ts'
import { fileRoutes, pageRoutes } from './static.ts'

interface Parts {
  db: Database
  config: Config
  log: Log
}

/**
 * The whole shop as one Hono app. Order matters: what machines call (webhooks, stand-ins of outside services) and
 * files come before sessions and the anti-forgery check; every page and call of the buyer comes after.
 */
export function createApp({ db, config, log }: Parts): Hono<ShopEnv> {
  const app = new Hono<ShopEnv>()
  app.onError(answerError)
  app.notFound(answerNotFound)

  app.use(securityHeaders)
  app.use(async (c, next) => {
    c.set('db', db)
    c.set('config', config)
    c.set('log', log)
    await next()
  })
  app.use(clientAddresses)
  app.get('/health', (c) => c.json({ ok: true }))
  app.route('/', fileRoutes())

  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await next()
  })
  app.use(sessions, formBodies, noForgery)
  app.route('/', pageRoutes(config))
  app.route('/', catalogueRoutes)
  return app
}
