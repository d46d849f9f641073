import { timingSafeEqual } from 'node:crypto'

import { Hono, type Context } from 'hono'
import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import type { Form } from '#server/http/form.ts'
import { sandboxStripeKeys } from '#server/providers/sandbox-keys.ts'

import { changeRecord, findRecord, keepRecord, newRecordId } from './records.ts'
import { hasCome, slowEnd } from './slow-payments.ts'
import { challengePage } from './stripe-challenge.ts'
import { declines, needsBuyer, notAuthenticated } from './stripe-declines.ts'
import { attach, demandCustomer, stripePaymentMethods, usableMethod } from './stripe-payment-methods.ts'
import {
  accountIn,
  demandKey,
  invalid,
  missing,
  part,
  readForm,
  replyError,
  text,
  unexpectedState,
  type StripeError,
} from './stripe-requests.ts'
import { stripeRefunds } from './stripe-refunds.ts'
import { stripeSetupIntents } from './stripe-setup-intents.ts'

interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  client_secret: string
  metadata: Form
  payment_method: string | null
  customer: string | null
  /** Whether the card is saved for later charges. */
  setup_future_usage: 'off_session' | null
  /** Whether the buyer is absent, so that their bank cannot ask them. */
  off_session: boolean
  return_url: string
  /** When a payment in processing succeeds, in shop time. */
  completes_at: string
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'succeeded'
    | 'canceled'
  next_action: { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string } } | null
  last_payment_error: StripeError | null
}

type ShownIntent = Omit<Intent, 'return_url' | 'completes_at' | 'off_session'>

/**
 * Simulates Stripe locally: payment methods, payment intents, refunds and the 3-D Secure page, with Stripe's HTTP API, so
 * that the official SDK works with it. Card numbers are not stored.
 */
export function stripeSimulator(db: Database): Hono {
  const routes = new Hono()
  routes.onError(replyError)
  routes.route('/', stripePaymentMethods(db))
  routes.route('/', stripeSetupIntents(db))

  routes.post('/v1/payment_intents', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const form = await readForm(c)
    const amount = Number(text(form, 'amount'))
    if (!Number.isSafeInteger(amount) || amount <= 0) throw invalid('amount', 'Invalid positive integer')
    const id = newRecordId('pi')
    const isConfirmed = text(form, 'confirm') === 'true'
    const customer = text(form, 'customer') || null
    if (customer) await demandCustomer(db, customer, accountIn(c))
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount,
      currency: text(form, 'currency').toLowerCase(),
      client_secret: `${id}_secret_${newRecordId('s')}`,
      metadata: part(form, 'metadata'),
      payment_method: text(form, 'payment_method') || null,
      customer,
      setup_future_usage: text(form, 'setup_future_usage') === 'off_session' ? 'off_session' : null,
      off_session: text(form, 'off_session') === 'true',
      return_url: text(form, 'return_url'),
      completes_at: '',
      status: 'requires_confirmation',
      next_action: null,
      last_payment_error: null,
    }
    const kept = await keepRecord(
      db,
      'payment_intent',
      isConfirmed ? await confirmed(db, intent) : intent,
      c.req.header('Idempotency-Key') ?? null,
    )
    const isLost = kept.id === id && isConfirmed && (await losesReply(db, intent))
    return isLost ? c.text('Bad gateway', 502) : answer(c, await findIntent(db, kept.id))
  })

  // Knows the one query that the shop asks.
  routes.get('/v1/payment_intents/search', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const [, attempt] = /^metadata\['attempt'\]:'([\w-]+)'$/.exec(c.req.query('query') ?? '') ?? []
    if (!attempt) throw invalid('query', 'The sandbox searches by the metadata "attempt" only.')
    const found = await db
      .selectFrom('sandbox_records')
      .select('id')
      .where('kind', '=', 'payment_intent')
      .where(sql`data -> 'metadata' ->> 'attempt'`, '=', attempt)
      .execute()
    const data = await Promise.all(found.map(async ({ id }) => shown(await findIntent(db, id))))
    return c.json({ object: 'search_result', has_more: false, data })
  })

  routes.get('/v1/payment_intents/:id', async (c) => {
    const intent = await findIntent(db, c.req.param('id'))
    demandKeyOrSecret(c, intent, new URL(c.req.url).searchParams.get('client_secret') ?? '')
    return c.json(shown(intent))
  })

  routes.post('/v1/payment_intents/:id/confirm', async (c) => {
    const form = await readForm(c)
    const intent = await findIntent(db, c.req.param('id'))
    demandKeyOrSecret(c, intent, text(form, 'client_secret'))
    if (!['requires_confirmation', 'requires_payment_method'].includes(intent.status)) throw unexpectedState()
    const next = await confirmed(db, {
      ...intent,
      payment_method: text(form, 'payment_method') || intent.payment_method,
      return_url: text(form, 'return_url') || intent.return_url,
    })
    await changeRecord(db, next)
    return answer(c, next)
  })

  routes.post('/v1/payment_intents/:id/cancel', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const intent = await findIntent(db, c.req.param('id'))
    if (['processing', 'succeeded', 'canceled'].includes(intent.status)) throw unexpectedState()
    const next: Intent = { ...intent, status: 'canceled', next_action: null }
    await changeRecord(db, next)
    return c.json(shown(next))
  })

  routes.route(
    '/',
    stripeRefunds(db, (id) => findIntent(db, id)),
  )

  routes.get('/challenge/:id', async (c) => {
    const intent = await findIntent(db, c.req.param('id'))
    const amount = `${(intent.amount / 100).toFixed(2)} ${intent.currency.toUpperCase()}`
    return c.html(
      challengePage('Confirm this payment', 'Your bank asks you to confirm this payment.', amount),
    )
  })

  routes.post('/challenge/:id', async (c) => {
    const form = await readForm(c)
    const intent = await findIntent(db, c.req.param('id'))
    const back = new URL(intent.return_url)
    if (intent.status === 'requires_action') {
      const isApproved = text(form, 'result') === 'approve'
      await changeRecord(db, isApproved ? await paid(db, intent) : failed(intent, notAuthenticated))
    }
    back.searchParams.set('payment_intent', intent.id)
    return c.redirect(back.href, 303)
  })

  return routes
}

async function confirmed(db: Database, intent: Intent): Promise<Intent> {
  const method = await usableMethod(db, intent.payment_method ?? '', intent.customer ?? '')
  const isSaved = method.customer !== null
  if (intent.off_session && !isSaved)
    throw invalid('payment_method', 'The PaymentMethod must be attached to the Customer', 'resource_missing')
  const { behaviour } = method
  switch (behaviour) {
    case 'pays':
    case 'loses_reply':
      return paid(db, intent)
    case 'pays_slowly':
      return { ...(await paid(db, intent)), status: 'processing', completes_at: await slowEnd(db) }
    case 'is_declined':
    case 'lacks_funds':
      return failed(intent, { ...declines[behaviour], payment_method: { id: method.id, card: method.card } })
    case 'fails_once_saved':
      return isSaved ? failed(intent, declines.is_declined) : paid(db, intent)
    case 'authenticates':
      return intent.off_session ? paid(db, intent) : challenged(intent)
    case 'always_authenticates':
      return intent.off_session ? failed(intent, needsBuyer) : challenged(intent)
  }
}

function challenged(intent: Intent): Intent {
  const url = new URL(`/sandbox/stripe/challenge/${intent.id}`, intent.return_url).href
  return {
    ...intent,
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: intent.return_url } },
  }
}

async function paid(db: Database, intent: Intent): Promise<Intent> {
  if (intent.customer && intent.setup_future_usage)
    await attach(db, await usableMethod(db, intent.payment_method ?? '', intent.customer), intent.customer)
  return succeeded(intent)
}

/** Whether the first reply about an intent is lost. */
async function losesReply(db: Database, { payment_method, customer }: Intent): Promise<boolean> {
  return (await usableMethod(db, payment_method ?? '', customer ?? '')).behaviour === 'loses_reply'
}

function succeeded(intent: Intent): Intent {
  return { ...intent, status: 'succeeded', next_action: null, last_payment_error: null }
}

function failed(intent: Intent, error: StripeError): Intent {
  return { ...intent, status: 'requires_payment_method', next_action: null, last_payment_error: error }
}

function answer(c: Context, intent: Intent) {
  return intent.last_payment_error
    ? c.json({ error: { ...intent.last_payment_error, payment_intent: shown(intent) } }, 402)
    : c.json(shown(intent))
}

function shown({ return_url: _, completes_at: __, off_session: ___, ...intent }: Intent): ShownIntent {
  return intent
}

async function findIntent(db: Database, id: string): Promise<Intent> {
  const intent = await findRecord<Intent>(db, 'payment_intent', id)
  if (!intent) throw missing('payment_intent')
  const isDone = intent.status === 'processing' && (await hasCome(db, intent.completes_at))
  return isDone ? succeeded(intent) : intent
}

function demandKeyOrSecret(c: Context, intent: Intent, clientSecret: string): void {
  const [given, kept] = [Buffer.from(clientSecret), Buffer.from(intent.client_secret)]
  if (given.length === kept.length && timingSafeEqual(given, kept))
    demandKey(c, [sandboxStripeKeys.publishableKey, sandboxStripeKeys.secretKey])
  else demandKey(c, [sandboxStripeKeys.secretKey])
}
