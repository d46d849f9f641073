import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { userQuery } from '#src/api/user-calls.ts'
import type { Delivery, FoundAddress, SavedAddress } from '#src/api/schemas/address.ts'
import type { Facts } from '#src/rules/facts.ts'
import { checkoutAfterChange, readAfterChange } from './after-change.ts'
import { factsFrom } from './read-checkout.ts'

/** These calls are loaded when first made. */
const calls = () => import('#src/api/address-calls.ts')

/** Saved addresses, the address finder, and where the order goes [CALL-18..22]. */
export function createAddressActors(queryClient: QueryClient) {
  /** Reads the countries unless they are known [ADDR-04]; without them the form offers the United Kingdom [OPEN-80]. */
  const loadCountries = async () => queryClient.prefetchQuery((await calls()).countriesQuery)
  return {
    /** Saved addresses for a signed-in buyer [ADDR-03]. They do not wait for the countries, nor fail with them. */
    loadAddresses: fromPromise<{ savedAddresses: SavedAddress[] }>(async () => {
      const { userAddressesQuery } = await calls()
      void loadCountries()
      const user = queryClient.getQueryData(userQuery.queryKey)
      return {
        savedAddresses: user ? await queryClient.fetchQuery({ ...userAddressesQuery, staleTime: 0 }) : [],
      }
    }),

    lookupAddress: fromPromise<FoundAddress[], { text: string }>(async ({ input }) => {
      const { lookupAddress } = await calls()
      void loadCountries()
      return lookupAddress(input.text)
    }),

    deleteAddress: fromPromise<{ savedAddresses: SavedAddress[] }, { id: string }>(async ({ input }) => {
      const { deleteAddress, userAddressesQuery } = await calls()
      await deleteAddress(input.id)
      const savedAddresses = await readAfterChange(queryClient, userAddressesQuery, (known) =>
        known.filter(({ id }) => id !== input.id),
      )
      return { savedAddresses: savedAddresses ?? [] }
    }),

    setDeliveryAddress: fromPromise<{ facts: Facts }, { details: Delivery }>(async ({ input }) => {
      const { setDeliveryAddress } = await calls()
      await setDeliveryAddress(input.details)
      const { contact_number } = input.details
      const checkout = await checkoutAfterChange(queryClient, (known) => ({
        ...known,
        ...(contact_number !== undefined && { contact_number }),
      }))
      return { facts: factsFrom(queryClient, checkout) }
    }),
  }
}
