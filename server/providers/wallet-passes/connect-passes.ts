import type { Config } from '#server/config.ts'

import { appleWallet } from './apple-wallet.ts'
import { googleWallet } from './google-wallet.ts'
import type { PassProvider } from './pass-provider.ts'

/** Connects the wallets whose keys are configured; none is simulated. Throws `BadConfig` for keys that cannot sign. */
export function connectPasses({
  appleWallet: apple,
  googleWallet: google,
}: Config['providers']): PassProvider[] {
  return [...(apple ? [appleWallet(apple)] : []), ...(google ? [googleWallet(google)] : [])]
}
