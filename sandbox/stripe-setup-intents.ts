import { Hono, type Context } from 'hono'

import type { Database } from '#server/database/connect.ts'
import { sandboxStripeKeys } from '#server/providers/sandbox-keys.ts'

import { changeRecord, findRecord, keepRecord, newRecordId } from './records.ts'
import { challengePage } from './stripe-challenge.ts'
import { declines, notAuthenticated } from './stripe-declines.ts'
import { attach, demandCustomer, usableMethod } from './stripe-payment-methods.ts'
import { accountIn, demandKey, missing, readForm, text, type StripeError } from './stripe-requests.ts'

interface SetupIntent {
  id: string
  object: 'setup_intent'
  customer: string
  payment_method: string
  usage: 'off_session'
  return_url: string
  status: 'requires_payment_method' | 'requires_action' | 'succeeded'
  next_action: { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string } } | null
  last_setup_error: StripeError | null
}

/** Simulates Stripe's setup intents, which save a card without charging it, and their 3-D Secure page. */
export function stripeSetupIntents(db: Database): Hono {
  const routes = new Hono()

  routes.post('/v1/setup_intents', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const form = await readForm(c)
    const customer = text(form, 'customer')
    await demandCustomer(db, customer, accountIn(c))
    const id = newRecordId('seti')
    const intent: SetupIntent = {
      id,
      object: 'setup_intent',
      customer,
      payment_method: text(form, 'payment_method'),
      usage: 'off_session',
      return_url: text(form, 'return_url'),
      status: 'requires_payment_method',
      next_action: null,
      last_setup_error: null,
    }
    const kept = await keepRecord(
      db,
      'setup_intent',
      await confirmed(db, intent),
      c.req.header('Idempotency-Key') ?? null,
    )
    const current = await findSetup(db, kept.id)
    // Stripe creates setup intents with a failed card, and replies with the error.
    return current.last_setup_error
      ? c.json({ error: { ...current.last_setup_error, setup_intent: current } }, 402)
      : c.json(current)
  })

  routes.get('/v1/setup_intents/:id', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    return c.json(await findSetup(db, c.req.param('id')))
  })

  routes.get('/setup-challenge/:id', async (c: Context) => {
    await findSetup(db, c.req.param('id') ?? '')
    return c.html(challengePage('Confirm this card', 'Your bank asks you to confirm this card.'))
  })

  routes.post('/setup-challenge/:id', async (c) => {
    const form = await readForm(c)
    const intent = await findSetup(db, c.req.param('id'))
    if (intent.status === 'requires_action')
      await changeRecord(
        db,
        text(form, 'result') === 'approve'
          ? await succeeded(db, intent)
          : failed(intent, { ...notAuthenticated, code: 'setup_intent_authentication_failure' }),
      )
    const back = new URL(intent.return_url)
    back.searchParams.set('setup_intent', intent.id)
    return c.redirect(back.href, 303)
  })

  return routes
}

async function confirmed(db: Database, intent: SetupIntent): Promise<SetupIntent> {
  const { behaviour } = await usableMethod(db, intent.payment_method, intent.customer)
  switch (behaviour) {
    case 'is_declined':
    case 'lacks_funds':
      return failed(intent, declines[behaviour])
    case 'authenticates':
    case 'always_authenticates': {
      const url = new URL(`/sandbox/stripe/setup-challenge/${intent.id}`, intent.return_url).href
      return {
        ...intent,
        status: 'requires_action',
        next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: intent.return_url } },
      }
    }
    default:
      return succeeded(db, intent)
  }
}

async function succeeded(db: Database, intent: SetupIntent): Promise<SetupIntent> {
  await attach(db, await usableMethod(db, intent.payment_method, intent.customer), intent.customer)
  return { ...intent, status: 'succeeded', next_action: null }
}

function failed(intent: SetupIntent, error: StripeError): SetupIntent {
  return { ...intent, status: 'requires_payment_method', next_action: null, last_setup_error: error }
}

async function findSetup(db: Database, id: string): Promise<SetupIntent> {
  const intent = await findRecord<SetupIntent>(db, 'setup_intent', id)
  if (!intent) throw missing('setup_intent')
  return intent
}
