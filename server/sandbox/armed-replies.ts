import { createMiddleware } from 'hono/factory'

import type { Database } from '#server/database/connect.ts'
import type { ShopEnv } from '#server/http/env.ts'

import { findRecord, keepRecord, takeRecord } from './records.ts'

interface ArmedReply {
  id: string
  reply: object
}

const idOf = (sessionId: string, path: string) => `${sessionId} ${path}`

/** Lets the next call of a session to this path be answered with a given reply instead of the shop's own, once. */
export async function armReply(db: Database, sessionId: string, path: string, reply: object): Promise<void> {
  await keepRecord<ArmedReply>(db, 'armed_reply', { id: idOf(sessionId, path), reply })
}

/** Answers the calls for which a reply was armed; every other call passes. */
export const armedReplies = createMiddleware<ShopEnv>(async (c, next) => {
  const id = idOf(c.var.session.id, c.req.path)
  const armed = c.req.method === 'POST' ? await findRecord<ArmedReply>(c.var.db, 'armed_reply', id) : null
  if (armed && (await takeRecord(c.var.db, 'armed_reply', id))) return c.json(armed.reply)
  return next()
})
