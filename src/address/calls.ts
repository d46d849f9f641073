import { queryOptions } from '@tanstack/react-query'
import { request } from '#src/http/client.ts'
import { reading } from '#src/http/reading.ts'
import type { DeleteAddressRequest, Delivery, LookUpRequest } from './requests.ts'
import {
  countriesSchema,
  foundAddressesReplySchema,
  savedAddressesReplySchema,
  type Countries,
  type FoundAddress,
  type SavedAddress,
} from './schemas.ts'
import { ignored } from '#src/http/wire.ts'

/** Loads all countries, and the states of the USA [CALL-18]. */
export function getAddressAllCountriesStates(): Promise<Countries> {
  return request(countriesSchema, 'POST', '/ajax/checkout/checkout/get_address_all_countries_states/')
}

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: () => getAddressAllCountriesStates(),
  ...reading,
})

/** Loads the signed-in customer's saved addresses [CALL-19]. */
export async function getUserAddresses(): Promise<SavedAddress[]> {
  const reply = await request(savedAddressesReplySchema, 'POST', '/ajax/user/user/get_user_addresses/')
  return reply.existing_addresses
}

export const userAddressesQuery = queryOptions({
  queryKey: ['user', 'addresses'],
  queryFn: () => getUserAddresses(),
  ...reading,
})

/** Finds addresses by postcode or part of an address [CALL-20]. */
export async function lookupAddress(address: string, signal: AbortSignal): Promise<FoundAddress[]> {
  const path = '/ajax/user/user/lookup_address/'
  const body: LookUpRequest = { address }
  const reply = await request(foundAddressesReplySchema, 'POST', path, body, { signal })
  return reply.possible_addresses
}

/** Deletes a saved address [CALL-21]. */
export function deleteAddress(address_id: string): Promise<void> {
  const body: DeleteAddressRequest = { address_id }
  return request(ignored, 'POST', '/ajax/user/user/delete_address/', body)
}

/** Sets the delivery address and the names on gift vouchers [CALL-22]. */
export function setDeliveryAddress(delivery: Delivery): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/set_delivery_address/', delivery)
}
