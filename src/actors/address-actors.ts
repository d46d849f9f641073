import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { userQuery } from '#src/api/user-calls.ts'
import type { Delivery, FoundAddress, SavedAddress } from '#src/api/schemas/address.ts'
import type { Facts } from '#src/rules/facts.ts'
import { factsFrom, rereadCheckout } from './read-checkout.ts'

/** These calls are loaded when first made. */
const calls = () => import('#src/api/address-calls.ts')

/** Saved addresses, the address finder, and where the order goes [CALL-18..22]. */
export function createAddressActors(queryClient: QueryClient) {
  return {
    /** Countries for everybody, saved addresses for who is signed in [ADDR-03, ADDR-04]. */
    loadAddresses: fromPromise<{ savedAddresses: SavedAddress[] }>(async () => {
      const { countriesQuery, userAddressesQuery } = await calls()
      const user = queryClient.getQueryData(userQuery.queryKey)
      const [savedAddresses] = await Promise.all([
        user ? queryClient.fetchQuery({ ...userAddressesQuery, staleTime: 0 }) : [],
        queryClient.fetchQuery(countriesQuery),
      ])
      return { savedAddresses }
    }),

    lookupAddress: fromPromise<FoundAddress[], { text: string }>(async ({ input }) =>
      (await calls()).lookupAddress(input.text),
    ),

    deleteAddress: fromPromise<{ savedAddresses: SavedAddress[] }, { id: string }>(async ({ input }) => {
      const { deleteAddress, userAddressesQuery } = await calls()
      await deleteAddress(input.id)
      return { savedAddresses: await queryClient.fetchQuery({ ...userAddressesQuery, staleTime: 0 }) }
    }),

    setDeliveryAddress: fromPromise<{ facts: Facts }, { details: Delivery }>(async ({ input }) => {
      const { setDeliveryAddress } = await calls()
      await setDeliveryAddress(input.details)
      return { facts: factsFrom(queryClient, await rereadCheckout(queryClient)) }
    }),
  }
}
