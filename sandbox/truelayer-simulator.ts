import { createPublicKey, randomUUID } from 'node:crypto'

import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { sql } from 'kysely'
import { verify, type HttpMethod } from 'truelayer-signing'

import type { Database } from '#server/database/connect.ts'
import { jsonText } from '#server/database/json-text.ts'
import { parseForm } from '#server/http/form.ts'
import { sandboxTruelayerKeys } from '#server/providers/sandbox-keys.ts'

import { findByKey, findRecord, keepRecord, newRecordId } from './records.ts'
import { exceedsPayment, readRefunds } from './refund-records.ts'
import { sandboxPage } from './sandbox-page.ts'
import { hasCome, slowEnd, slowSeconds } from './slow-payments.ts'

interface BankPayment {
  id: string
  amount_in_minor: number
  currency: string
  status: 'authorization_required' | 'authorized' | 'settled' | 'failed'
  failure_reason?: string
  return_uri: string
  metadata: object
  payment_method: object
  /** When an authorised payment settles, in shop time. */
  settles_at?: string
}

interface Refund {
  id: string
  payment_id: string
  amount_in_minor: number
  currency: string
  status: 'pending' | 'executed' | 'failed'
}

const endings = {
  pay: { status: 'settled' },
  pay_slowly: { status: 'authorized' },
  fail: { status: 'failed', failure_reason: 'provider_rejected' },
  cancel: { status: 'failed', failure_reason: 'canceled' },
} as const

/** Simulates TrueLayer and the buyer's bank: signed requests, payments, refunds and the bank's page. */
export function truelayerSimulator(db: Database): Hono {
  const routes = new Hono()
  const publicKey = createPublicKey(sandboxTruelayerKeys.signingKey)
    .export({ type: 'spki', format: 'pem' })
    .toString()

  routes.get('/.well-known/jwks', (c) => {
    const key = createPublicKey(sandboxTruelayerKeys.signingKey).export({ format: 'jwk' })
    return c.json({ keys: [{ ...key, alg: 'EC', kid: sandboxTruelayerKeys.signingKeyId }] })
  })

  routes.post('/connect/token', (c) => c.json({ access_token: newRecordId('token'), expires_in: 3600 }))

  routes.post('/v3/payments', async (c) => {
    const body = await readSigned(c, publicKey)
    if (body === null) return c.json({ title: 'Invalid signature' }, 401)
    const order = JSON.parse(body)
    const id = randomUUID()
    const payment = await keepRecord<BankPayment>(
      db,
      'bank_payment',
      {
        id,
        amount_in_minor: order.amount_in_minor,
        currency: order.currency,
        status: 'authorization_required',
        return_uri: order.hosted_page.return_uri,
        metadata: order.metadata ?? {},
        payment_method: order.payment_method,
      },
      c.req.header('Idempotency-Key') ?? null,
    )
    const uri = new URL(`/sandbox/truelayer/pay/${payment.id}`, payment.return_uri).href
    return c.json({ ...payment, hosted_page: { uri } }, 201)
  })

  routes.get('/v3/payments/:id', async (c) => {
    const payment = await findPayment(db, c.req.param('id'))
    return payment ? c.json(payment) : c.json({ title: 'Not found' }, 404)
  })

  routes.post('/v3/payments/:id/actions/cancel', async (c) => {
    if ((await readSigned(c, publicKey)) === null) return c.json({ title: 'Invalid signature' }, 401)
    const isCancelled = await endUnconfirmed(db, c.req.param('id'), endings.cancel)
    return isCancelled ? c.body(null, 202) : c.json({ title: 'Invalid State' }, 400)
  })

  routes.post('/v3/payments/:id/refunds', async (c) => {
    const body = await readSigned(c, publicKey)
    if (body === null) return c.json({ title: 'Invalid signature' }, 401)
    const payment = await findPayment(db, c.req.param('id'))
    if (payment?.status !== 'settled') return c.json({ title: 'Not settled' }, 409)
    const key = c.req.header('Idempotency-Key') ?? ''
    const made = await findByKey<Refund>(db, key)
    if (made) return c.json(made, 202)
    const { amount_in_minor: amount } = JSON.parse(body)
    const paid = payment.amount_in_minor
    if (await exceedsPayment(db, 'amount_in_minor', { payment: payment.id, paid, amount, key }))
      return c.json({ title: 'Invalid Parameters' }, 400)
    const refund: Refund = {
      id: randomUUID(),
      payment_id: payment.id,
      amount_in_minor: amount,
      currency: payment.currency,
      status: 'executed',
    }
    return c.json(await keepRecord(db, 'refund', refund, key), 202)
  })

  routes.get('/v3/payments/:id/refunds', async (c) => {
    const made = await readRefunds<Refund>(db, 'amount_in_minor', { payment: c.req.param('id') })
    return c.json({ items: made.map(({ refund }) => refund) })
  })

  // Knows refunds only, by pages of ten.
  routes.get('/v3/merchant-accounts/:id/transactions', async (c) => {
    const { from, to, cursor = '0' } = c.req.query()
    if (!from || !to) return c.json({ title: 'Invalid Parameters' }, 400)
    const currency = sandboxTruelayerKeys.merchantAccountId === c.req.param('id') ? 'GBP' : 'EUR'
    const made = (
      await readRefunds<Refund>(db, 'amount_in_minor', { from: new Date(from), to: new Date(to) })
    ).filter(({ refund }) => refund.currency === currency && refund.status !== 'failed')
    const end = Number(cursor) + 10
    return c.json({
      items: made.slice(Number(cursor), end).map(({ refund, madeAt }) => ({
        ...refund,
        type: 'refund',
        created_at: madeAt.toISOString(),
        refund_id: refund.id,
      })),
      pagination: end < made.length ? { next_cursor: String(end) } : {},
    })
  })

  routes.get('/v3/payments/:id/refunds/:refund', async (c) => {
    const refund = await findRecord(db, 'refund', c.req.param('refund'))
    return refund ? c.json(refund) : c.json({ title: 'Not found' }, 404)
  })

  routes.get('/pay/:id', async (c) => {
    const payment = await findPayment(db, c.req.param('id'))
    if (!payment) return c.notFound()
    return c.html(
      sandboxPage(
        'Your bank',
        html`<p>A shop requests a payment from you.</p>
          <dl>
            <dt>Amount</dt>
            <dd>${(payment.amount_in_minor / 100).toFixed(2)} ${payment.currency}</dd>
          </dl>
          <form method="post">
            <button class="main" name="result" value="pay">Pay</button>
            <button name="result" value="pay_slowly">
              Pay, and let the bank take ${slowSeconds} seconds
            </button>
            <button name="result" value="fail">Let the bank decline</button>
            <button name="result" value="cancel">Cancel</button>
          </form>`,
      ),
    )
  })

  routes.post('/pay/:id', async (c) => {
    const { result } = parseForm((await c.req.text()).slice(0, 1000))
    const payment = await findPayment(db, c.req.param('id'))
    if (!payment) return c.notFound()
    if (typeof result !== 'string' || !Object.hasOwn(endings, result)) return c.text('Choose a button', 422)
    await endUnconfirmed(db, payment.id, endings[result as keyof typeof endings])
    const back = new URL(payment.return_uri)
    back.searchParams.set('payment_id', payment.id)
    if (result === 'cancel') back.searchParams.set('error', 'tl_hpp_abandoned')
    return c.redirect(back.href, 303)
  })

  return routes
}

async function findPayment(db: Database, id: string): Promise<BankPayment | null> {
  const payment = await findRecord<BankPayment>(db, 'bank_payment', id)
  const isDue = payment?.status === 'authorized' && (await hasCome(db, payment.settles_at ?? ''))
  return payment && isDue ? { ...payment, status: 'settled' } : payment
}

/** Ends a payment that the buyer has not confirmed, and returns whether it was one; true for one of simultaneous calls. */
async function endUnconfirmed(db: Database, id: string, ending: Partial<BankPayment>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sandbox_records')
    .set({ data: sql`data || ${JSON.stringify({ ...ending, settles_at: await slowEnd(db) })}::jsonb` })
    .where('id', '=', id)
    .where('kind', '=', 'bank_payment')
    .where(jsonText('data', 'status'), '=', 'authorization_required')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the body of a request signed by the shop; null for any other. */
async function readSigned(c: Context, publicKeyPem: string): Promise<string | null> {
  const body = await c.req.text()
  try {
    verify({
      publicKeyPem,
      signature: c.req.header('Tl-Signature') ?? '',
      // The enum exists only as a type.
      method: c.req.method as HttpMethod,
      // The provider's path, without the simulator's prefix.
      path: c.req.path.replace(/^\/sandbox\/truelayer/, ''),
      headers: { 'Idempotency-Key': c.req.header('Idempotency-Key') ?? '' },
      requiredHeaders: ['Idempotency-Key'],
      body,
    })
    return body
  } catch {
    return null
  }
}
