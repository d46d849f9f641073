import { createMiddleware } from 'hono/factory'
import { sql } from 'kysely'

import { shopNow } from '#server/database/shop-time.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import { isReading } from '#server/http/body.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { routePattern } from '#server/http/route-pattern.ts'
import { describeError } from '#server/log.ts'

/** How many of one sale are stored: somebody may send bad calls for ever. */
const most = 50

/** Reports have a log of their own, and a limit says nothing of a step. */
const isCounted = (call: string, status: number) =>
  status >= 400 && status !== 429 && call !== 'update_basket_state'

/** Middleware that stores which calls of a sale were answered with an error, for the figures of its step. */
export const refusedCalls = createMiddleware<ShopEnv>(async (c, next) => {
  await next()
  const { db, session, log } = c.var
  const call = routePattern(c).split('/').filter(Boolean).at(-1) ?? ''
  // Another site can have an address opened, but no call sent
  if (
    isReading(c.req.method) ||
    !session?.saleId ||
    !isCounted(call, c.res.status) ||
    c.error instanceof DatabaseUnavailable
  )
    return
  try {
    await sql`insert into refused_calls (sale_id, state, call, status, at)
      select id, state, ${call}, ${c.res.status}::int, ${shopNow} from sales
      where id = ${session.saleId}::uuid and (select count(*) from refused_calls where sale_id = sales.id) < ${most}::int
    `.execute(db)
  } catch (error) {
    // The buyer has an answer already.
    log({ event: 'refused call not counted', ...describeError(error) })
  }
})
