import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

import { parseForm, type Form } from '#server/http/form.ts'

/** An error as Stripe's API words it. */
export interface StripeError {
  type: 'card_error' | 'invalid_request_error'
  code: string
  message: string
  param?: string
  decline_code?: string
  /** The card that was declined. */
  payment_method?: object
  payment_intent?: object
  setup_intent?: object
}

/** A reply with an error. */
export class StripeSimulatorError extends Error {
  readonly status: ContentfulStatusCode
  readonly error: StripeError
  constructor(status: ContentfulStatusCode, error: StripeError) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

/** Replies with a `StripeSimulatorError`; throws other errors. */
export function replyError(error: Error, c: Context): Response {
  if (error instanceof StripeSimulatorError) return c.json({ error: error.error }, error.status)
  throw error
}

/** Demands one of these API keys. Throws `StripeSimulatorError` 401. */
export function demandKey(c: Context, allowed: string[]): void {
  const key = (c.req.header('Authorization') ?? '').replace(/^Bearer /, '')
  if (allowed.includes(key)) return
  throw new StripeSimulatorError(401, {
    type: 'invalid_request_error',
    code: 'api_key_invalid',
    message: 'Invalid API Key provided',
  })
}

/** The account that a request is for, '' for the shop's. */
export function accountIn(c: Context): string {
  return c.req.header('Stripe-Account') ?? ''
}

export async function readForm(c: Context): Promise<Form> {
  return parseForm((await c.req.text()).slice(0, 20_000))
}

export function text(form: Form, key: string): string {
  const value = form[key]
  return typeof value === 'string' ? value : ''
}

export function part(form: Form, key: string): Form {
  const value = form[key]
  return value && typeof value === 'object' ? value : {}
}

export function missing(what: string): StripeSimulatorError {
  return new StripeSimulatorError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}`,
  })
}

export function invalid(param: string, message: string, code = 'parameter_invalid'): StripeSimulatorError {
  return new StripeSimulatorError(400, { type: 'invalid_request_error', code, message, param })
}

export function unexpectedState(): StripeSimulatorError {
  return new StripeSimulatorError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: "This PaymentIntent's status does not allow that.",
  })
}
