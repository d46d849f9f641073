import { HttpError } from '#server/http/http-errors.ts'
import type { PaymentContext } from './payment-env.ts'
import type { CardProvider, PaymentProvider } from '#server/providers/payment-provider.ts'

import type { Attempt } from './attempt.ts'

/** Returns the provider of an attempt. Throws `HttpError` 503 if it is no longer configured. */
export function providerOf(context: PaymentContext, attempt: Pick<Attempt, 'provider'>): PaymentProvider {
  return attempt.provider === 'truelayer'
    ? assertConfigured(context.providers.bank)
    : cardProviderOf(context, attempt)
}

/** Returns the card provider of an attempt. Throws `HttpError` 503 if it is not configured. */
export function cardProviderOf(
  { providers }: PaymentContext,
  { provider }: Pick<Attempt, 'provider'>,
): CardProvider {
  return assertConfigured(provider === 'square' ? providers.square : providers.cards)
}

/** Throws `HttpError` 503 if a provider is not configured. */
export function assertConfigured<T>(provider: T | null): T {
  if (provider) return provider
  throw new HttpError(503, 'This payment method is not available at the moment')
}
