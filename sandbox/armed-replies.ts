import { createMiddleware } from 'hono/factory'

import { batched } from '#server/database/batched.ts'
import type { Database } from '#server/database/connect.ts'
import type { ShopEnv } from '#server/http/env.ts'

import { findRecords, keepRecord, takeRecord } from './records.ts'

interface ArmedReply {
  id: string
  reply: object
}

const idOf = (sessionId: string, path: string) => `${sessionId} ${path}`

/** Arms a reply that replaces the shop's own, once, for the session's next call to this path. */
export async function armReply(db: Database, sessionId: string, path: string, reply: object): Promise<void> {
  await keepRecord<ArmedReply>(db, 'armed_reply', { id: idOf(sessionId, path), reply })
}

/** Middleware that sends armed replies. Asks for those of simultaneous calls at once, as most calls have none. */
export function armedReplies(db: Database) {
  const find = batched((ids: string[]) => findRecords<ArmedReply>(db, 'armed_reply', ids), {
    max: 64,
    atOnce: 1,
  })
  return createMiddleware<ShopEnv>(async (c, next) => {
    const id = idOf(c.var.session.id, c.req.path)
    const armed = c.req.method === 'POST' ? await find(id) : null
    if (armed && (await takeRecord(db, 'armed_reply', id))) return c.json(armed.reply)
    return next()
  })
}
