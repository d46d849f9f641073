import { Hono } from 'hono'

import { addRoutes } from './basket/add-routes.ts'
import { basketRoutes } from './basket/basket-routes.ts'
import { buyerRoutes } from './buyer/buyer-routes.ts'
import { userRoutes } from './buyer/user-routes.ts'
import { checkoutRoutes } from './checkout/checkout-routes.ts'
import { stepReports } from './checkout/report-step.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import { deliveryRoutes } from './delivery/delivery-routes.ts'
import { doorAssetRoutes } from './door/door-assets.ts'
import { doorRoutes } from './door/door-routes.ts'
import { orderRoutes } from './delivery/order-routes.ts'
import { formBodies, formLimit } from './http/body.ts'
import { clientAddresses } from './http/client-address.ts'
import { compression } from './http/compression.ts'
import { countRequests } from './http/count-requests.ts'
import type { ShopEnv } from './http/env.ts'
import { noForgery } from './http/forgery.ts'
import { answerError, answerNotFound } from './http/http-errors.ts'
import { policyReports } from './http/policy-reports.ts'
import { readinessRoutes } from './http/readiness.ts'
import { requestIds } from './http/request-ids.ts'
import { securityHeaders } from './http/security-headers.ts'
import { savedSessions, sessions } from './http/session.ts'
import { fileRoutes, pageRoutes } from './http/static.ts'
import type { Log } from './log.ts'
import { assetRoutes } from './pages/assets.ts'
import { errorPage } from './pages/error-page.ts'
import { pictureRoutes } from './pages/pictures/picture-routes.ts'
import { shopPages } from './pages/shop-pages.ts'
import { waitForSeats } from './pages/waiting-room/wait-for-seats.ts'
import { paymentProviders } from './payments/payment-env.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import { sharedPolls } from './payments/shared-polls.ts'
import { squareScriptRoutes } from './payments/square-script.ts'
import { tellSeatsAfterwards } from './payments/tell-seats.ts'
import { webhookRoutes } from './payments/webhook-routes.ts'
import { connectProviders } from './providers/connect-providers.ts'
import { admissions } from './reservation/admission.ts'
import { currentHold } from './reservation/current-hold.ts'
import { visits } from './reservation/visits.ts'
import { armedReplies } from './sandbox/armed-replies.ts'
import { controlRoutes } from './sandbox/control-routes.ts'
import { simulatorRoutes } from './sandbox/sandbox-routes.ts'
import { seatRoutes } from './seats/seat-routes.ts'

interface Parts {
  db: Database
  config: Config
  log: Log
  /** Calls external services; tests replace it. */
  fetch?: typeof fetch
  /** The folder of the built page, if not `dist`. */
  builtFolder?: string
  /** Aborted when the shop begins to stop. */
  stopping?: AbortSignal
}

/**
 * Builds the whole shop as one Hono app. The order matters: webhooks, provider simulators and files come before sessions
 * and the anti-forgery check; the buyer's pages and calls come after.
 */
export function createApp({
  db,
  config,
  log,
  fetch = globalThis.fetch,
  builtFolder,
  stopping,
}: Parts): Hono<ShopEnv> {
  const app = new Hono<ShopEnv>()
  app.onError(answerError(errorPage))
  app.notFound(answerNotFound(errorPage))

  app.use(securityHeaders(config), compression)
  app.use(async (c, next) => {
    c.set('db', db)
    c.set('config', config)
    c.set('log', log)
    c.set('fetch', fetch)
    await next()
  })
  app.use(requestIds, countRequests)
  app.use(paymentProviders(connectProviders({ config, fetch })))
  app.use(clientAddresses)
  app.route('/', readinessRoutes(stopping))
  app.route('/', webhookRoutes)
  app.route('/', squareScriptRoutes)
  app.route('/', policyReports)
  if (config.mode === 'sandbox') {
    app.route('/sandbox', simulatorRoutes(db))
    app.route('/sandbox', controlRoutes(app))
  }
  app.route('/', fileRoutes(builtFolder))
  app.route('/', assetRoutes)
  app.route('/', doorAssetRoutes)
  app.route('/', pictureRoutes)

  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await next()
  })
  const holds = currentHold(db)
  const tells = tellSeatsAfterwards()
  // Before the polls that share a reply, which must not wait for a form that does not arrive.
  app.use(formLimit, formBodies)
  app.use('/ajax/checkout/checkout/get_truelayer_status/', sharedPolls())
  app.use(sessions(visits(db)), noForgery, savedSessions, admissions(db, config), stepReports(db))
  for (const path of ['/ajax/*', '/do/*']) app.use(path, holds, tells)
  if (config.mode === 'sandbox') app.use('/ajax/*', armedReplies(db))
  for (const path of ['/events/book_seats/:date', '/events/book_seats/:date/']) app.get(path, waitForSeats)
  app.route('/', pageRoutes(config, builtFolder))
  app.route('/', addRoutes)
  app.route('/', basketRoutes)
  app.route('/', checkoutRoutes)
  app.route('/', userRoutes)
  app.route('/', buyerRoutes)
  app.route('/', paymentRoutes)
  app.route('/', deliveryRoutes)
  app.route('/', doorRoutes)
  app.route('/', orderRoutes)
  app.route('/', seatRoutes)
  app.route('/', shopPages(config))
  return app
}
