import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs'
import type { Stripe } from '@stripe/stripe-js'
import { loadScript } from '#src/lib/script-loader.ts'

/** The shop's key and account at the card provider; `script` only if it differs from the provider's own. */
export interface CardProvider {
  publishable_key: string
  account: string
  script: string
}

const providers = new Map<string, Promise<Stripe>>()

/**
 * Loads the card provider's script once for each key and account [PAYM-60]. Rejects if loading fails, and the next call
 * tries again.
 */
export function loadCardProvider(provider: CardProvider): Promise<Stripe> {
  const key = `${provider.publishable_key} ${provider.account} ${provider.script}`
  const known = providers.get(key)
  if (known) return known
  const loading = load(provider).catch((error: unknown) => {
    providers.delete(key)
    throw error
  })
  providers.set(key, loading)
  return loading
}

async function load({ publishable_key, account, script }: CardProvider) {
  // The loader skips the usual script if `window.Stripe` exists already.
  if (script) await loadScript(script)
  const stripe = await loadStripe(publishable_key, account ? { stripeAccount: account } : undefined)
  if (!stripe) throw new Error('The card provider could not be loaded')
  return stripe
}
