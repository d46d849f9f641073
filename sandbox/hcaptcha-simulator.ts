import { Hono } from 'hono'

import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { parseForm } from '#server/http/form.ts'
import { sandboxCaptchaKeys } from '#server/providers/sandbox-keys.ts'

import { findRecord, keepRecord, newRecordId, takeRecord } from './records.ts'

interface Token {
  id: string
  challenge_ts: string
}

const validMs = 120_000

/** Simulates hCaptcha: issues a token when the box is ticked, and verifies each token once within two minutes. */
export function hcaptchaSimulator(db: Database): Hono {
  const routes = new Hono()

  routes.post('/token', async (c) => {
    const { now } = await readTime(db)
    const token: Token = { id: newRecordId('P1'), challenge_ts: now.toISOString() }
    await keepRecord(db, 'captcha_token', token)
    return c.json({ token: token.id })
  })

  routes.post('/siteverify', async (c) => {
    const { secret, response } = parseForm((await c.req.text()).slice(0, 20_000))
    if (secret !== sandboxCaptchaKeys.secret) return refused('invalid-input-secret')
    if (typeof response !== 'string') return refused('missing-input-response')
    const token = await findRecord<Token>(db, 'captcha_token', response)
    if (!token || !(await takeRecord(db, 'captcha_token', response)))
      return refused('invalid-or-already-seen-response')
    const { now } = await readTime(db)
    if (now.getTime() - Date.parse(token.challenge_ts) > validMs) return refused('expired-input-response')
    return c.json({ success: true, challenge_ts: token.challenge_ts, hostname: new URL(c.req.url).hostname })
  })

  return routes
}

const readTime = (db: Database) => db.selectNoFrom(shopNow.as('now')).executeTakeFirstOrThrow()

function refused(code: string): Response {
  return Response.json({ success: false, 'error-codes': [code] })
}
