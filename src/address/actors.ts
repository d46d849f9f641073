import type { QueryClient } from '@tanstack/react-query'
import * as calls from './calls.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import type { Delivery } from './requests.ts'
import type { FoundAddress, SavedAddress } from './schemas.ts'
import { draftOf } from '#src/lib/form-drafts.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import { checkoutAfterChange, readAfterChange } from '#src/checkout/after-change.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'
import { factsFrom } from '#src/checkout/read-checkout.ts'

export { deliveryAddressMachine } from '#machines/delivery-address.ts'

/**
 * Loads the saved addresses of a signed-in buyer [ADDR-03], once it is known who that is, independently of the countries;
 * tells whether a new address has been typed, and which saved one was chosen before, for a buyer who comes back.
 */
export async function loadAddresses(
  queryClient: QueryClient,
): Promise<{ savedAddresses: SavedAddress[]; isTyped: boolean; chosenId?: string }> {
  void loadCountries(queryClient)
  const user = await queryClient.fetchQuery(userQuery).catch(() => null)
  const chosenId = draftOf('chosen_address').get('id')
  return {
    savedAddresses: user ? await queryClient.fetchQuery({ ...calls.userAddressesQuery, staleTime: 0 }) : [],
    isTyped: !chosenId && addressLines.some((line) => draftOf('delivery_address').has(line)),
    ...(chosenId && { chosenId }),
  }
}

const addressLines = ['address_1', 'address_2', 'town', 'postcode']

/** Finds addresses by postcode or part of an address [CALL-20]. */
export async function lookupAddress(
  queryClient: QueryClient,
  { input, signal }: Run<{ text: string }>,
): Promise<FoundAddress[]> {
  void loadCountries(queryClient)
  return calls.lookupAddress(input.text, signal)
}

/** Deletes a saved address and returns the remaining ones [CALL-21]. */
export async function deleteAddress(
  queryClient: QueryClient,
  { input }: Run<{ id: string }>,
): Promise<{ savedAddresses: SavedAddress[] }> {
  await calls.deleteAddress(input.id)
  const savedAddresses = await readAfterChange(queryClient, calls.userAddressesQuery, (known) =>
    known.filter(({ id }) => id !== input.id),
  )
  return { savedAddresses: savedAddresses ?? [] }
}

/** Saves the delivery address, the names on gift vouchers and the contact number [CALL-22]. */
export async function setDeliveryAddress(
  queryClient: QueryClient,
  { input }: Run<{ details: Delivery }>,
): Promise<{ facts: Facts }> {
  await calls.setDeliveryAddress(input.details)
  const { selected_user_address_id: id } = input.details.address
  draftOf('chosen_address').set('id', id === 'new' ? '' : id)
  const { contact_number } = input.details
  const checkout = await checkoutAfterChange(queryClient, (known) => ({
    ...known,
    ...(contact_number !== undefined && { contact_number }),
  }))
  return { facts: factsFrom(queryClient, checkout) }
}

/** Loads the countries unless cached [ADDR-04]; without them the form offers the United Kingdom [OPEN-80]. */
const loadCountries = (queryClient: QueryClient) => queryClient.prefetchQuery(calls.countriesQuery)
