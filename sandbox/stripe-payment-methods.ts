import { Hono } from 'hono'

import type { Database } from '#server/database/connect.ts'
import type { Form } from '#server/http/form.ts'
import { sandboxStripeKeys } from '#server/providers/sandbox-keys.ts'

import { changeRecord, findRecord, keepRecord, newRecordId } from './records.ts'
import {
  accountIn,
  demandKey,
  invalid,
  missing,
  part,
  readForm,
  StripeSimulatorError,
  text,
} from './stripe-requests.ts'
import { readTestCard, type Behaviour, type CardFace } from './test-cards.ts'

/** A card at the simulated Stripe. */
export interface PaymentMethod {
  id: string
  object: 'payment_method'
  type: 'card'
  card: CardFace & { wallet: { type: string } | null }
  billing_details: { name: string }
  behaviour: Behaviour
  /** The customer whose card it is; null if it is not saved. */
  customer: string | null
  /** Whether it was removed from a customer, after which it cannot be used again. */
  was_detached: boolean
}

interface Customer {
  id: string
  object: 'customer'
  email: string
  name: string
  account: string
}

/** Simulates Stripe's customers and payment methods. */
export function stripePaymentMethods(db: Database): Hono {
  const routes = new Hono()

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
      card: { ...read.face, wallet: walletOf(card) },
      billing_details: { name: text(part(form, 'billing_details'), 'name').slice(0, 200) },
      behaviour: read.behaviour,
      customer: null,
      was_detached: false,
    }
    await keepRecord(db, 'payment_method', method)
    return c.json(method)
  })

  routes.get('/v1/payment_methods/:id', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const method = await findRecord<PaymentMethod>(db, 'payment_method', c.req.param('id'))
    if (!method) throw missing('PaymentMethod')
    return c.json(method)
  })

  routes.post('/v1/payment_methods/:id/attach', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const customer = text(await readForm(c), 'customer')
    await demandCustomer(db, customer, accountIn(c))
    const method = await usableMethod(db, c.req.param('id'), customer)
    return c.json(await attach(db, method, customer))
  })

  routes.post('/v1/payment_methods/:id/detach', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const method = await findRecord<PaymentMethod>(db, 'payment_method', c.req.param('id'))
    if (!method?.customer)
      throw invalid('', 'The payment method you provided is not attached to a customer', 'resource_missing')
    const detached: PaymentMethod = { ...method, customer: null, was_detached: true }
    await changeRecord(db, detached)
    return c.json(detached)
  })

  routes.post('/v1/customers', async (c) => {
    demandKey(c, [sandboxStripeKeys.secretKey])
    const form = await readForm(c)
    const customer: Customer = {
      id: newRecordId('cus'),
      object: 'customer',
      email: text(form, 'email'),
      name: text(form, 'name'),
      account: accountIn(c),
    }
    return c.json(await keepRecord(db, 'customer', customer, c.req.header('Idempotency-Key') ?? null))
  })

  return routes
}

/** Demands a customer of this account. Throws `StripeSimulatorError` 400. */
export async function demandCustomer(db: Database, id: string, account: string): Promise<void> {
  const customer = await findRecord<Customer>(db, 'customer', id)
  if (customer?.account !== account)
    throw invalid('customer', `No such customer: '${id}'`, 'resource_missing')
}

/**
 * Finds a payment method that may be used with this customer, or without one if `customer` is ''. Throws
 * `StripeSimulatorError` 400.
 */
export async function usableMethod(db: Database, id: string, customer: string): Promise<PaymentMethod> {
  const method = await findRecord<PaymentMethod>(db, 'payment_method', id)
  if (!method) throw invalid('payment_method', 'No such PaymentMethod', 'resource_missing')
  if (method.was_detached)
    throw invalid(
      'payment_method',
      'The PaymentMethod was detached from a Customer',
      'payment_method_unusable',
    )
  if (method.customer && method.customer !== customer)
    throw invalid('payment_method', 'The PaymentMethod belongs to another Customer', 'resource_missing')
  return method
}

/** Saves a payment method for a customer. */
export async function attach(db: Database, method: PaymentMethod, customer: string): Promise<PaymentMethod> {
  const attached: PaymentMethod = { ...method, customer }
  await changeRecord(db, attached)
  return attached
}

/** The wallet that the card comes from, if any. */
function walletOf(card: Form): { type: string } | null {
  const type = text(part(card, 'wallet'), 'type').slice(0, 40)
  return type ? { type } : null
}
