import { Hono } from 'hono'

import type { Sandbox } from '#server/app.ts'
import type { Database } from '#server/database/connect.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { slashes } from '#server/pages/slashes.ts'

import { apiPage } from './api-page.ts'
import { armedReplies } from './armed-replies.ts'
import { controlRoutes } from './control-routes.ts'
import { helpPage } from './help-page.ts'
import { outboxPage } from './outbox-page.ts'
import { simulatorRoutes } from './simulator-routes.ts'

/** Creates what turns a shop into a sandbox: simulated providers, controls for tests, and pages (docs/sandbox.md). */
export function createSandbox(db: Database): Sandbox {
  const pages = new Hono<ShopEnv>()
  for (const page of [helpPage, outboxPage, apiPage(), slashes(['/sandbox', '/sandbox/outbox'])])
    pages.route('/', page)
  return { simulators: simulatorRoutes(db), controls: controlRoutes, armedReplies: armedReplies(db), pages }
}
