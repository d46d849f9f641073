import type { QueryClient } from '@tanstack/react-query'
import { lazyActors } from './lazy-actors.ts'

/** Actors for saved addresses, the address finder and the delivery address [CALL-18..22]. */
export function createAddressActors(queryClient: QueryClient) {
  const actor = lazyActors(queryClient, () => import('./address-tasks.ts'))
  return {
    loadAddresses: actor((tasks) => tasks.loadAddresses),
    lookupAddress: actor((tasks) => tasks.lookupAddress),
    deleteAddress: actor((tasks) => tasks.deleteAddress),
    setDeliveryAddress: actor((tasks) => tasks.setDeliveryAddress),
  }
}
