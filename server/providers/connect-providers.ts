import { simulatorOrigin, type Config } from '#server/config.ts'

import type { BankProvider, CardProvider } from './payment-provider.ts'
import { sandboxStripeKeys, sandboxTruelayerKeys } from './sandbox-keys.ts'
import { stripeCards } from './stripe.ts'
import { truelayerTransfers } from './truelayer.ts'

/** The shop's payment providers. */
export interface PaymentProviders {
  cards: CardProvider
  /** Null if bank transfers are not configured. */
  bank: BankProvider | null
}

interface Parts {
  config: Config
  fetch: typeof fetch
}

/** Connects the real provider if keys are configured; otherwise, in the sandbox, its simulator. */
export function connectProviders(parts: Parts): PaymentProviders {
  return { cards: cards(parts), bank: bank(parts) }
}

function cards({ config, fetch }: Parts): CardProvider {
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

function bank({ config, fetch }: Parts): BankProvider | null {
  const { mode, providers } = config
  if (providers.truelayer)
    return truelayerTransfers({
      ...providers.truelayer,
      authUrl: 'https://auth.truelayer.com',
      apiUrl: 'https://api.truelayer.com',
      webhookKeysUrl: 'https://webhooks.truelayer.com/.well-known/jwks',
      fetch,
    })
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
