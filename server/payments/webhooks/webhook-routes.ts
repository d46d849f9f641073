import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { shopNow } from '#server/database/shop-time.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { MalformedEvent } from '#server/providers/read-signed.ts'

import { applyEvent } from './apply-event.ts'
import type { Attempt } from '#server/payments/attempts/attempt.ts'
import { providerOf } from '#server/payments/attempts/provider-of.ts'
import type { PaymentEnv } from '#server/payments/attempts/payment-env.ts'
import { unreachableAs503 } from '#server/payments/settling/reply-in-time.ts'

/** Webhooks of the providers, with verified signatures. An event is acknowledged once its effect is stored. */
export const webhookRoutes = new Hono<PaymentEnv>()

webhookRoutes.use('/webhooks/*', bodyLimit({ maxSize: 1_000_000 }))
webhookRoutes.post('/webhooks/stripe', (c) => receive(c, 'stripe'))
webhookRoutes.post('/webhooks/square', (c) => receive(c, 'square'))
webhookRoutes.post('/webhooks/truelayer', (c) => receive(c, 'truelayer'))

async function receive(c: Context<PaymentEnv>, provider: Attempt['provider']): Promise<Response> {
  const { db } = c.var
  const { path, raw } = c.req
  const body = await c.req.text()
  const event = await unreachableAs503(() =>
    providerOf(c.var, { provider }).readEvent({ path, headers: raw.headers, body }),
  ).catch((error: unknown) => {
    if (error instanceof MalformedEvent) throw malformed(c, provider)
    throw error
  })
  if (!event) throw new HttpError(400, 'The event or its signature is not valid')
  if (!isStorable(body)) throw malformed(c, provider)
  await db
    .insertInto('provider_events')
    .values({ provider, event_id: event.id, type: event.type, payload: body })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await unreachableAs503(() => applyEvent(c.var, provider, event))
  await db
    .updateTable('provider_events')
    .set({ applied_at: shopNow })
    .where('provider', '=', provider)
    .where('event_id', '=', event.id)
    .where('applied_at', 'is', null)
    .execute()
  return c.json({ received: true })
}

/** Logs an event that the provider has signed all the same. */
function malformed(c: Context<PaymentEnv>, provider: Attempt['provider']): HttpError {
  c.var.log({ event: 'malformed webhook', provider })
  return new HttpError(400, 'The event is malformed')
}

/** Whether PostgreSQL can store all texts of some JSON: it takes neither NUL nor half of a surrogate pair. */
function isStorable(json: string): boolean {
  let isSound = true
  const check = (text: string) => void (isSound &&= !text.includes('\0') && text.isWellFormed())
  JSON.parse(json, (key, value: unknown) => {
    check(key)
    if (typeof value === 'string') check(value)
    return value
  })
  return isSound
}
