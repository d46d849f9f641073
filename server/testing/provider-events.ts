import { createHmac, sign } from 'node:crypto'

import Stripe from 'stripe'

import { simulatorOrigin, type Config } from '#server/config.ts'
import { sandboxSquareKeys, sandboxStripeKeys, sandboxTruelayerKeys } from '#server/providers/sandbox-keys.ts'
import type { App } from '#sandbox/visitor.ts'

/** A shop that receives webhooks, in this process or in another one. */
export interface Receiver {
  app: App
  config: Pick<Config, 'origin' | 'port'>
}

let events = 0

/** Sends a signed webhook of the card provider about an object, or `event` instead, and returns the reply's status. */
export async function sendStripeEvent(
  shop: Receiver,
  type: string,
  object: object,
  id = `evt_sent_${++events}`,
  event: object | string = { id, object: 'event', type, data: { object } },
): Promise<number> {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const signature = new Stripe('sk_test').webhooks.generateTestHeaderString({
    payload,
    secret: sandboxStripeKeys.webhookSecret,
  })
  const reply = await shop.app.request('http://shop.test/webhooks/stripe', {
    method: 'POST',
    headers: { 'Stripe-Signature': signature },
    body: payload,
  })
  return reply.status
}

/** Sends a signed webhook of Square, as JSON, and returns the reply's status. */
export async function sendSquareEvent(
  shop: Receiver,
  body: string,
  key = sandboxSquareKeys.webhookSignatureKey,
): Promise<number> {
  const signature = createHmac('sha256', key)
    .update(`${shop.config.origin}/webhooks/square${body}`)
    .digest('base64')
  const reply = await shop.app.request('http://shop.test/webhooks/square', {
    method: 'POST',
    headers: { 'X-Square-HmacSha256-Signature': signature },
    body,
  })
  return reply.status
}

/** Sends a signed webhook of the bank transfer provider and returns the reply's status. */
export async function sendTruelayerEvent(
  shop: Receiver,
  event: object | string,
  { header = {}, body: forged, key = sandboxTruelayerKeys.signingKey }: Forgery = {},
): Promise<number> {
  const body =
    typeof event === 'string'
      ? event
      : JSON.stringify({ event_id: `tl_sent_${++events}`, event_version: 1, ...event })
  const timestamp = '2026-01-01T12:00:00Z'
  const protectedHeader = encode({
    alg: 'ES512',
    kid: sandboxTruelayerKeys.signingKeyId,
    tl_version: '2',
    tl_headers: 'X-Tl-Webhook-Timestamp,Content-Type',
    jku: `${simulatorOrigin(shop.config)}/sandbox/truelayer/.well-known/jwks`,
    ...header,
  })
  const text = `POST /webhooks/truelayer\nX-Tl-Webhook-Timestamp: ${timestamp}\nContent-Type: application/json\n${body}`
  const signed = sign(
    'sha512',
    Buffer.from(`${protectedHeader}.${Buffer.from(text).toString('base64url')}`),
    {
      key,
      dsaEncoding: 'ieee-p1363',
    },
  )
  const reply = await shop.app.request('http://shop.test/webhooks/truelayer', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Tl-Webhook-Timestamp': timestamp,
      'Tl-Signature': `${protectedHeader}..${signed.toString('base64url')}`,
    },
    body: forged ?? body,
  })
  return reply.status
}

interface Forgery {
  /** Fields of the signature's header. */
  header?: object
  /** What is sent instead of the signed body. */
  body?: string
  key?: string
}

function encode(header: object): string {
  return Buffer.from(JSON.stringify(header)).toString('base64url')
}
