import { Hono, type MiddlewareHandler } from 'hono'

import { addRoutes } from './checkout/add-routes.ts'
import { basketRoutes } from './basket/basket-routes.ts'
import { buyerRoutes } from './buyer/buyer-routes.ts'
import { userRoutes } from './buyer/user-routes.ts'
import { checkoutRoutes } from './checkout/checkout-routes.ts'
import type { DrawScreen } from './checkout/draw-screen.ts'
import { drawnPageRoutes } from './checkout/drawn-pages.ts'
import { earlyPressesSource } from './checkout/early-presses.ts'
import { refusedCalls } from './checkout/refused-calls.ts'
import { stepReports } from './checkout/report-step.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import { deliveryRoutes } from './delivery/delivery-routes.ts'
import { doorAssetRoutes } from './door/door-assets.ts'
import { doorRoutes } from './door/door-routes.ts'
import { orderRoutes } from './delivery/order-routes.ts'
import { figuresRoutes } from './figures/figures-page.ts'
import { formBodies, formLimit } from './http/body.ts'
import { clientAddresses } from './http/client-address.ts'
import { compression } from './http/compression.ts'
import { countRequests } from './http/count-requests.ts'
import type { ShopEnv } from './http/env.ts'
import { csrfProtection } from './http/csrf.ts'
import { answerError, answerNotFound } from './http/answer-errors.ts'
import { savedSessions, sessions } from './http/session-middleware.ts'
import { policyReports } from './http/policy-reports.ts'
import { readinessRoutes } from './http/readiness.ts'
import { requestIds } from './http/request-ids.ts'
import { securityHeaders } from './http/security-headers.ts'
import { configRoutes, fileRoutes, missingFiles, pageRoutes, pages } from './http/static.ts'
import type { Log } from './log.ts'
import { statechartRoutes } from './operations/statechart-page.ts'
import { assetRoutes } from './pages/assets.ts'
import { pictureRoutes } from './pages/pictures/picture-routes.ts'
import { shopPages } from './pages/shop-pages.ts'
import { showError } from './pages/show-error.ts'
import { waitForSeats } from './pages/waiting-room/wait-for-seats.ts'
import { paymentProviders } from './payments/attempts/payment-env.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import { sharedPolls } from './payments/bank/shared-polls.ts'
import { squareScriptRoutes } from './payments/card/square-script.ts'
import { syncSeatsAfterwards } from './seats/sync-seats.ts'
import { webhookRoutes } from './payments/webhooks/webhook-routes.ts'
import { connectProviders } from './providers/connect-providers.ts'
import { batchedReservations } from './reservation/decide-reservations.ts'
import { currentHold } from './reservation/current-hold.ts'
import { visits } from './reservation/visits.ts'
import { seatRoutes } from './seats/seat-routes.ts'
import { MadeFiles } from './threads/made-files.ts'

/** What only a sandbox has; the entry point hands it in, from `sandbox/`. */
export interface Sandbox {
  /** Provider simulators; like the real services, they have no access to the shop's sessions. */
  simulators: Hono
  /** Controls for tests, which act as visitors of the shop. */
  controls: (shop: Hono<ShopEnv>) => Hono<ShopEnv>
  /** Sends the replies that a test has set for a call. */
  armedReplies: MiddlewareHandler<ShopEnv>
  pages: Hono<ShopEnv>
}

interface Parts {
  db: Database
  config: Config
  log: Log
  sandbox?: Sandbox | undefined
  /** Calls external services; tests replace it. */
  fetch?: typeof fetch
  /** The folder of the built page, if not `dist`. */
  builtFolder?: string
  /** Aborted when the shop begins to stop. */
  stopping?: AbortSignal
  /** Makes PDFs and passes. */
  files?: MadeFiles
  /** Draws the first screen of a page; without it the page draws it once it has its script. */
  drawScreen?: DrawScreen | undefined
}

/**
 * Builds the whole shop as one Hono app. The order matters: webhooks, provider simulators and files come before sessions
 * and the CSRF check; the buyer's pages and calls come after.
 */
export function createApp({
  db,
  config,
  log,
  sandbox,
  fetch = globalThis.fetch,
  builtFolder,
  stopping,
  files = new MadeFiles(),
  drawScreen,
}: Parts): Hono<ShopEnv> {
  const app = new Hono<ShopEnv>()
  app.onError(answerError(showError))
  app.notFound(answerNotFound(showError))

  app.use(securityHeaders(config, drawScreen && [earlyPressesSource]), compression)
  // What may be kept says so itself.
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await next()
  })
  app.use(async (c, next) => {
    c.set('db', db)
    c.set('config', config)
    c.set('log', log)
    c.set('fetch', fetch)
    c.set('files', files)
    await next()
  })
  app.use(requestIds, countRequests)
  app.use(paymentProviders(connectProviders({ config, fetch })))
  app.use(clientAddresses)
  app.route('/', readinessRoutes(stopping))
  app.route('/', webhookRoutes)
  app.route('/', squareScriptRoutes)
  app.route('/', policyReports)
  if (sandbox) {
    app.route('/sandbox', sandbox.simulators)
    app.route('/sandbox', sandbox.controls(app))
  }
  app.route('/', configRoutes(config))
  app.route('/', fileRoutes(builtFolder))
  app.route('/', figuresRoutes(config, builtFolder))
  app.route('/', statechartRoutes(config, builtFolder))
  app.route('/', assetRoutes)
  app.route('/', doorAssetRoutes)
  app.route('/', pictureRoutes)
  app.route('/', missingFiles)

  const holds = currentHold(db)
  const tells = syncSeatsAfterwards()
  // Before the polls that share a reply, which must not wait for a form that does not arrive.
  app.use(formLimit, formBodies)
  app.use('/ajax/checkout/checkout/get_truelayer_status/', sharedPolls())
  app.use(
    sessions(visits(db)),
    csrfProtection,
    savedSessions,
    batchedReservations(db, config),
    stepReports(db, config.release ?? ''),
  )
  app.use('/ajax/*', refusedCalls)
  for (const path of ['/ajax/*', '/do/*', ...pages.checkout.paths]) app.use(path, holds, tells)
  if (sandbox) app.use('/ajax/*', sandbox.armedReplies)
  for (const path of pages.seats.paths) app.get(path, waitForSeats)
  if (drawScreen) app.route('/', drawnPageRoutes(config, drawScreen, builtFolder))
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
  if (sandbox) app.route('/', sandbox.pages)
  return app
}
