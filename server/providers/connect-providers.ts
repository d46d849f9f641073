import { isSquareSandbox, simulatorOrigin, type Config } from '#server/config.ts'

import type { BankProvider, SquareProvider, StripeProvider } from './payment-provider.ts'
import {
  sandboxSeatsKeys,
  sandboxSquareKeys,
  sandboxStripeKeys,
  sandboxTruelayerKeys,
} from './sandbox-keys.ts'
import type { SeatingProvider } from './seating-provider.ts'
import { seatsioSeats } from './seatsio.ts'
import { loadSquare, squareCards } from './square.ts'
import { stripeCards } from './stripe.ts'
import { merchantAccounts, truelayerTransfers } from './truelayer.ts'

/** The providers that orders need: of payments, and of numbered seats. */
export interface PaymentProviders {
  cards: StripeProvider
  /** Null if Square is not configured. */
  square: SquareProvider | null
  /** Null if bank transfers are not configured. */
  bank: BankProvider | null
  /** Null if seats.io is not configured. */
  seats: SeatingProvider | null
}

interface Parts {
  config: Config
  fetch: typeof fetch
}

/** Connects the real provider if keys are configured; otherwise, in the sandbox, its simulator. */
export function connectProviders(parts: Parts): PaymentProviders {
  return { cards: cards(parts), square: square(parts), bank: bank(parts), seats: seats(parts) }
}

function cards({ config, fetch }: Parts): StripeProvider {
  const { mode, providers } = config
  if (providers.stripe) return stripeCards({ ...providers.stripe, script: '', fetch })
  if (mode === 'production') throw new Error('Providers are not simulated in production')
  const simulator = `${simulatorOrigin(config)}/sandbox/stripe`
  return stripeCards({
    ...sandboxStripeKeys,
    script: '/sandbox/stripe.js',
    fetch: (input, init) => {
      const { pathname, search } = new URL(String(input))
      return fetch(simulator + pathname + search, init)
    },
  })
}

function square({ config, fetch }: Parts): SquareProvider | null {
  const { mode, origin, providers } = config
  const notificationUrl = `${origin}/webhooks/square`
  if (providers.square) {
    void loadSquare()
    const hosts = isSquareSandbox(providers.square.applicationId) ? squareHosts.sandbox : squareHosts.live
    return squareCards({ ...providers.square, ...hosts, notificationUrl, fetch })
  }
  if (mode === 'production') return null
  return squareCards({
    ...sandboxSquareKeys,
    notificationUrl,
    apiUrl: `${simulatorOrigin(config)}/sandbox/square`,
    script: '/sandbox/square.js',
    fetch,
  })
}

/** Square's API and script; its application ids say which of its two environments they belong to. */
const squareHosts = {
  live: { apiUrl: 'https://connect.squareup.com', script: 'https://web.squarecdn.com/v1/square.js' },
  sandbox: {
    apiUrl: 'https://connect.squareupsandbox.com',
    script: 'https://sandbox.web.squarecdn.com/v1/square.js',
  },
}

/** Whether bank transfers in a currency are configured, or simulated. */
export function takesTransfersIn({ mode, providers }: Config, currency: string): boolean {
  const keys = providers.truelayer ?? (mode === 'sandbox' ? sandboxTruelayerKeys : null)
  return keys !== null && merchantAccounts(keys)[currency] !== undefined
}

function bank({ config, fetch }: Parts): BankProvider | null {
  const { mode, providers } = config
  if (providers.truelayer) {
    // TrueLayer's own sandbox, so that live keys cannot move money from a shop whose clock and codes anyone can see.
    const domain = mode === 'production' ? 'truelayer.com' : 'truelayer-sandbox.com'
    return truelayerTransfers({
      ...providers.truelayer,
      authUrl: `https://auth.${domain}`,
      apiUrl: `https://api.${domain}`,
      webhookKeysUrl: `https://webhooks.${domain}/.well-known/jwks`,
      fetch,
    })
  }
  if (mode === 'production') return null
  const simulator = `${simulatorOrigin(config)}/sandbox/truelayer`
  return truelayerTransfers({
    ...sandboxTruelayerKeys,
    authUrl: simulator,
    apiUrl: simulator,
    webhookKeysUrl: `${simulator}/.well-known/jwks`,
    fetch,
  })
}

function seats({ config, fetch }: Parts): SeatingProvider | null {
  const { mode, providers } = config
  if (providers.seatsio) {
    const apiUrl = `https://api-${providers.seatsio.region}.seatsio.net`
    return seatsioSeats({ ...providers.seatsio, apiUrl, fetch })
  }
  if (mode === 'production') return null
  return seatsioSeats({ ...sandboxSeatsKeys, apiUrl: `${simulatorOrigin(config)}/sandbox/seatsio`, fetch })
}
