import Stripe from 'stripe'

import type { Currency } from '#server/database/tables.ts'

import { Unreachable, type CardProvider, type Outcome } from './payment-provider.ts'

interface Account {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  script: string
  fetch: typeof fetch
}

/** The card provider, by its official SDK. */
export function stripeCards({
  secretKey,
  publishableKey,
  webhookSecret,
  script,
  fetch,
}: Account): CardProvider {
  const stripe = new Stripe(secretKey, {
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: 20_000,
    httpClient: Stripe.createFetchHttpClient(fetch),
  })

  return {
    publishableKey,
    script,
    charge: ({ key, amount, currency, paymentMethodId, account, reference, returnUrl }) =>
      outcomeOf(() =>
        stripe.paymentIntents.create(
          {
            amount,
            currency: currency.toLowerCase(),
            payment_method: paymentMethodId,
            allowed_payment_method_types: ['card'],
            confirm: true,
            return_url: returnUrl,
            metadata: { reference },
          },
          { idempotencyKey: key, ...onAccount(account) },
        ),
      ),
    readEvent: (body, signature) => {
      try {
        const { id, type, data } = stripe.webhooks.constructEvent(body, signature, webhookSecret)
        // The type of the event names the type of its object.
        const { id: objectId } = data.object as { id?: string }
        return { id, type, providerId: type.startsWith('payment_intent.') ? (objectId ?? null) : null }
      } catch {
        return null
      }
    },
    find: (id, account) => outcomeOf(() => stripe.paymentIntents.retrieve(id, {}, onAccount(account))),
    cancel: async (id, account) => {
      try {
        return await outcomeOf(() => stripe.paymentIntents.cancel(id, {}, onAccount(account)))
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        // It can no longer be cancelled, because it has succeeded or ended meanwhile.
        return outcomeOf(() => stripe.paymentIntents.retrieve(id, {}, onAccount(account)))
      }
    },
    refund: async ({ providerId, account, amount, key }) => {
      await reachable(() =>
        stripe.refunds.create(
          { payment_intent: providerId, amount },
          { idempotencyKey: key, ...onAccount(account) },
        ),
      )
    },
  }
}

async function outcomeOf(call: () => Promise<Stripe.PaymentIntent>): Promise<Outcome> {
  try {
    return read(await reachable(call))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      return { status: 'failed', providerId: error.payment_intent?.id ?? null, message: error.message }
    const isUnknownCard =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'payment_method'
    if (isUnknownCard) return { status: 'failed', providerId: null, message: '' }
    throw error
  }
}

/** Tells a provider that did not answer, or answered with a fault of its own, from one that said no. */
async function reachable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeIdempotencyError } =
      Stripe.errors
    const hasNoAnswer = [
      StripeConnectionError,
      StripeAPIError,
      StripeRateLimitError,
      StripeIdempotencyError,
    ].some((kind) => error instanceof kind)
    // The same charge is being made by another request just now: how it ends is not known yet.
    const isBeingMade = error instanceof Stripe.errors.StripeError && error.statusCode === 409
    throw hasNoAnswer || isBeingMade
      ? new Unreachable('The card provider did not answer', { cause: error })
      : error
  }
}

function read(intent: Stripe.PaymentIntent): Outcome {
  const providerId = intent.id
  const url = intent.next_action?.redirect_to_url?.url
  switch (intent.status) {
    case 'succeeded':
      return {
        status: 'succeeded',
        providerId,
        amount: intent.amount,
        // The shop asked for it, and an amount in another currency is refused when the two are compared.
        currency: intent.currency.toUpperCase() as Currency,
      }
    case 'requires_action':
      return url ? { status: 'action', providerId, url } : { status: 'failed', providerId, message: '' }
    case 'processing':
    case 'requires_capture':
      return { status: 'pending', providerId }
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'canceled':
      return { status: 'failed', providerId, message: intent.last_payment_error?.message ?? '' }
    default:
      // A fault of the provider's can come as an empty reply: the money may have moved all the same.
      throw new Unreachable('The card provider did not say how the payment stands')
  }
}

function onAccount(account: string): { stripeAccount?: string } {
  return account ? { stripeAccount: account } : {}
}
