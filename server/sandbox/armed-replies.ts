import { createMiddleware } from 'hono/factory'

import type { Database } from '#server/database/connect.ts'
import type { ShopEnv } from '#server/http/env.ts'

import { findRecord, keepRecord, takeRecord } from './records.ts'

interface ArmedReply {
  id: string
  reply: object
}

const idOf = (sessionId: string, path: string) => `${sessionId} ${path}`

/** Arms a reply that replaces the shop's own, once, for the session's next call to this path. */
export async function armReply(db: Database, sessionId: string, path: string, reply: object): Promise<void> {
  await keepRecord<ArmedReply>(db, 'armed_reply', { id: idOf(sessionId, path), reply })
}

/** Middleware that sends armed replies. */
export const armedReplies = createMiddleware<ShopEnv>(async (c, next) => {
  const id = idOf(c.var.session.id, c.req.path)
  const armed = c.req.method === 'POST' ? await findRecord<ArmedReply>(c.var.db, 'armed_reply', id) : null
  if (armed && (await takeRecord(c.var.db, 'armed_reply', id))) return c.json(armed.reply)
  return next()
})
