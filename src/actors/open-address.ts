import { fromPromise } from 'xstate'
import { config } from '#src/lib/config.ts'
import { safeAddress } from '#src/lib/navigation.ts'

/**
 * Sends the browser to an address the server named: a page of ours or an allowed host. It does not resolve, because
 * the page goes away; an address that is not allowed rejects.
 */
export const openAddress = fromPromise<void, { address: string }>(({ input }) => {
  const address = safeAddress(input.address, { allowedHosts: config.redirectHosts })
  if (address === null) return Promise.reject(new Error('the address is not allowed'))
  window.location.assign(address)
  return new Promise(() => {})
})
