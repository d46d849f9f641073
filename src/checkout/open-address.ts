import type { QueryClient } from '@tanstack/react-query'
import { config } from '#src/lib/config.ts'
import { safeAddress } from '#src/lib/navigation.ts'
import type { Run } from './lazy-actors.ts'

/**
 * Navigates to an address from the server, on this site or an allowed host; rejects any other. Never resolves, as the page
 * unloads.
 */
export function openAddress(_queryClient: QueryClient, { input }: Run<{ address: string }>): Promise<void> {
  const address = safeAddress(input.address, { allowedHosts: config.redirectHosts })
  if (address === null) return Promise.reject(new Error('the address is not allowed'))
  window.location.assign(address)
  return new Promise(() => {})
}
