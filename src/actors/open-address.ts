import { fromPromise } from 'xstate'
import { config } from '#src/lib/config.ts'
import { safeAddress } from '#src/lib/navigation.ts'

/**
 * Navigates to an address from the server, on this site or an allowed host; rejects any other. Never resolves, as the page
 * unloads.
 */
export const openAddress = fromPromise<void, { address: string }>(({ input }) => {
  const address = safeAddress(input.address, { allowedHosts: config.redirectHosts })
  if (address === null) return Promise.reject(new Error('the address is not allowed'))
  window.location.assign(address)
  return new Promise(() => {})
})
