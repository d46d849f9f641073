import { timingSafeEqual } from 'node:crypto'

import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

import type { Database } from '#server/database/connect.ts'
import { parseForm, type Form } from '#server/http/body.ts'
import { sandboxStripeKeys } from '#server/providers/sandbox-keys.ts'

import { changeRecord, findRecord, keepRecord, newRecordId } from './records.ts'
import { sandboxPage } from './sandbox-page.ts'
import { hasCome, slowEnd } from './slow-payments.ts'
import { readTestCard, type Behaviour, type CardFace } from './test-cards.ts'

interface PaymentMethod {
  id: string
  object: 'payment_method'
  type: 'card'
  card: CardFace
  billing_details: { name: string }
  behaviour: Behaviour
}

interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  client_secret: string
  metadata: Form
  payment_method: string | null
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

interface StripeError {
  type: 'card_error' | 'invalid_request_error'
  code: string
  message: string
  param?: string
  decline_code?: string
  payment_intent?: ShownIntent
}

type ShownIntent = Omit<Intent, 'return_url' | 'completes_at'>

class StripeSimulatorError extends Error {
  readonly status: ContentfulStatusCode
  readonly error: StripeError
  constructor(status: ContentfulStatusCode, error: StripeError) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

/**
 * Simulates Stripe locally: payment methods, payment intents, refunds and the 3-D Secure page, with Stripe's HTTP API, so
 * that the official SDK works with it. Card numbers are not stored.
 */
export function stripeSimulator(db: Database): Hono {
  const routes = new Hono()
  routes.onError((error, c) => {
    if (error instanceof StripeSimulatorError) return c.json({ error: error.error }, error.status)
    throw error
  })

  routes.post('/v1/payment_methods', async (c) => {
    demandKey(c, [sandboxStripeKeys.publishableKey, sandboxStripeKeys.secretKey])
    const form = await readForm(c)
    const card = part(form, 'card')
    if (text(form, 'type') !== 'card') throw invalid('type', 'The sandbox takes cards only.')
    const read = readTestCard({
      number: text(card, 'number'),
      month: text(card, 'exp_month'),
      year: text(card, 'exp_year'),
      cvc: text(card, 'cvc'),
    })
    if ('code' in read) throw new StripeSimulatorError(402, { type: 'card_error', ...read })
    const method: PaymentMethod = {
      id: newRecordId('pm'),
      object: 'payment_method',
      type: 'card',
      card: read.face,
      billing_details: { name: text(part(form, 'billing_details'), 'name').slice(0, 200) },
      behaviour: read.behaviour,
    }
    await keepRecord(db, 'payment_method', method)
    return c.json(method)
  })

  routes.post('/v1/payment_intents', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const form = await readForm(c)
    const amount = Number(text(form, 'amount'))
    if (!Number.isSafeInteger(amount) || amount <= 0) throw invalid('amount', 'Invalid positive integer')
    const id = newRecordId('pi')
    const isConfirmed = text(form, 'confirm') === 'true'
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount,
      currency: text(form, 'currency').toLowerCase(),
      client_secret: `${id}_secret_${newRecordId('s')}`,
      metadata: part(form, 'metadata'),
      payment_method: text(form, 'payment_method') || null,
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
    const isLost = kept.id === id && (await behaviourOf(db, intent)) === 'loses_reply'
    return isLost ? c.text('Bad gateway', 502) : answer(c, await findIntent(db, kept.id))
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

  routes.post('/v1/refunds', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const form = await readForm(c)
    const intent = await findIntent(db, text(form, 'payment_intent'))
    if (intent.status !== 'succeeded') throw unexpectedState()
    const amount = Number(text(form, 'amount') || intent.amount)
    const refund = {
      id: newRecordId('re'),
      object: 'refund',
      amount,
      currency: intent.currency,
      payment_intent: intent.id,
      status: 'succeeded',
    }
    return c.json(await keepRecord(db, 'refund', refund, c.req.header('Idempotency-Key') ?? null))
  })

  routes.get('/v1/refunds/:id', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const refund = await findRecord(db, 'refund', c.req.param('id'))
    if (!refund) throw missing('refund')
    return c.json(refund)
  })

  routes.get('/challenge/:id', async (c) => {
    const intent = await findIntent(db, c.req.param('id'))
    const amount = (intent.amount / 100).toFixed(2)
    return c.html(
      sandboxPage(
        'Confirm this payment',
        html`<p>Your bank asks you to confirm this payment.</p>
          <dl>
            <dt>Amount</dt>
            <dd>${amount} ${intent.currency.toUpperCase()}</dd>
          </dl>
          <form method="post">
            <button class="main" name="result" value="approve">Yes, it is me</button>
            <button name="result" value="fail">No, stop this payment</button>
          </form>`,
      ),
    )
  })

  routes.post('/challenge/:id', async (c) => {
    const form = await readForm(c)
    const intent = await findIntent(db, c.req.param('id'))
    const back = new URL(intent.return_url)
    if (intent.status === 'requires_action') {
      const isApproved = text(form, 'result') === 'approve'
      await changeRecord(db, isApproved ? succeeded(intent) : failed(intent, notAuthenticated))
    }
    back.searchParams.set('payment_intent', intent.id)
    return c.redirect(back.href, 303)
  })

  return routes
}

async function confirmed(db: Database, intent: Intent): Promise<Intent> {
  const behaviour = await behaviourOf(db, intent)
  if (!behaviour)
    throw new StripeSimulatorError(400, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: 'No such PaymentMethod',
      param: 'payment_method',
    })
  if (behaviour === 'pays' || behaviour === 'loses_reply') return succeeded(intent)
  if (behaviour === 'pays_slowly')
    return { ...succeeded(intent), status: 'processing', completes_at: await slowEnd(db) }
  if (behaviour !== 'authenticates') return failed(intent, declines[behaviour])
  const url = new URL(`/sandbox/stripe/challenge/${intent.id}`, intent.return_url).href
  return {
    ...intent,
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: intent.return_url } },
  }
}

/** What the intent's card does; undefined without a known card. */
async function behaviourOf(db: Database, intent: Intent): Promise<Behaviour | undefined> {
  const method = await findRecord<PaymentMethod>(db, 'payment_method', intent.payment_method ?? '')
  return method?.behaviour
}

const declines: Record<'is_declined' | 'lacks_funds', StripeError> = {
  is_declined: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  lacks_funds: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
}

const notAuthenticated: StripeError = {
  type: 'card_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
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

function shown({ return_url: _, completes_at: __, ...intent }: Intent): ShownIntent {
  return intent
}

async function findIntent(db: Database, id: string): Promise<Intent> {
  const intent = await findRecord<Intent>(db, 'payment_intent', id)
  if (!intent) throw missing('payment_intent')
  const isDone = intent.status === 'processing' && (await hasCome(db, intent.completes_at))
  return isDone ? succeeded(intent) : intent
}

function missing(what: string): StripeSimulatorError {
  return new StripeSimulatorError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}`,
  })
}

function demandKey(c: Context, allowed: string[]): void {
  const key = (c.req.header('Authorization') ?? '').replace(/^Bearer /, '')
  if (allowed.includes(key)) return
  throw new StripeSimulatorError(401, {
    type: 'invalid_request_error',
    code: 'api_key_invalid',
    message: 'Invalid API Key provided',
  })
}

function demandKeyOrSecret(c: Context, intent: Intent, clientSecret: string): void {
  const [given, kept] = [Buffer.from(clientSecret), Buffer.from(intent.client_secret)]
  if (given.length === kept.length && timingSafeEqual(given, kept))
    demandKey(c, [sandboxStripeKeys.publishableKey, sandboxStripeKeys.secretKey])
  else demandKey(c, [sandboxStripeKeys.secretKey])
}

async function readForm(c: Context): Promise<Form> {
  return parseForm((await c.req.text()).slice(0, 20_000))
}

function text(form: Form, key: string): string {
  const value = form[key]
  return typeof value === 'string' ? value : ''
}

function part(form: Form, key: string): Form {
  const value = form[key]
  return value && typeof value === 'object' ? value : {}
}

function invalid(param: string, message: string): StripeSimulatorError {
  return new StripeSimulatorError(400, {
    type: 'invalid_request_error',
    code: 'parameter_invalid',
    message,
    param,
  })
}

function unexpectedState(): StripeSimulatorError {
  return new StripeSimulatorError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: "This PaymentIntent's status does not allow that.",
  })
}
