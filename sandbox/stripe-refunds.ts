import { Hono } from 'hono'

import type { Database } from '#server/database/connect.ts'
import type { Form } from '#server/http/form.ts'
import { sandboxStripeKeys } from '#server/providers/sandbox-keys.ts'

import { findByKey, findRecord, keepRecord, newRecordId } from './records.ts'
import { exceedsPayment, readRefunds } from './refund-records.ts'
import { demandKey, invalid, missing, part, readForm, text, unexpectedState } from './stripe-requests.ts'

interface Refund {
  id: string
  object: 'refund'
  amount: number
  currency: string
  payment_intent: string
  metadata: Form
  status: 'succeeded' | 'pending' | 'failed' | 'canceled'
}

/** What a refund needs to know of a payment intent. */
interface Paid {
  id: string
  amount: number
  currency: string
  status: string
}

/** Simulates Stripe's refunds and disputes. A dispute is a stored record: no card of the sandbox opens one. */
export function stripeRefunds(db: Database, findIntent: (id: string) => Promise<Paid>): Hono {
  const routes = new Hono()

  routes.post('/v1/refunds', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const form = await readForm(c)
    const key = c.req.header('Idempotency-Key') ?? ''
    const made = await findByKey<Refund>(db, key)
    if (made) return c.json(made)
    const intent = await findIntent(text(form, 'payment_intent'))
    if (intent.status !== 'succeeded') throw unexpectedState()
    const amount = Number(text(form, 'amount') || intent.amount)
    if (await exceedsPayment(db, 'amount', { payment: intent.id, paid: intent.amount, amount, key }))
      throw invalid('amount', 'The payment has been refunded already', 'charge_already_refunded')
    const refund: Refund = {
      id: newRecordId('re'),
      object: 'refund',
      amount,
      currency: intent.currency,
      payment_intent: intent.id,
      metadata: part(form, 'metadata'),
      status: 'succeeded',
    }
    return c.json(await keepRecord(db, 'refund', refund, key || null))
  })

  routes.get('/v1/refunds', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const { payment_intent: payment, starting_after, limit = '10', ...others } = c.req.query()
    const seconds = Number(others['created[gte]'] ?? 0)
    const all = await readRefunds<Refund>(db, 'amount', { payment, from: new Date(seconds * 1000) })
    const first = all.findIndex(({ refund }) => refund.id === starting_after) + 1
    const page = all.slice(first, first + Number(limit))
    return c.json({
      object: 'list',
      has_more: first + page.length < all.length,
      data: page.map(({ refund, madeAt }) => ({ ...refund, created: Math.floor(madeAt.getTime() / 1000) })),
    })
  })

  routes.get('/v1/refunds/:id', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const refund = await findRecord(db, 'refund', c.req.param('id'))
    if (!refund) throw missing('refund')
    return c.json(refund)
  })

  routes.get('/v1/disputes/:id', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const dispute = await findRecord(db, 'dispute', c.req.param('id'))
    if (!dispute) throw missing('dispute')
    return c.json(dispute)
  })

  return routes
}
