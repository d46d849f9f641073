import type { DeliveryAddress } from '#src/address/requests.ts'

/** Country ids that rules depend on [ADDR-18]. */
export const unitedKingdom = '1'
export const unitedStates = '2'

/** Value of `selected_user_address_id` for a new address [CALL-22]. */
export const newAddress = 'new'

const REQUIRED = ['first_name', 'last_name', 'address_1', 'town', 'postcode', 'country'] as const

/** A field of a delivery address that may be missing; `selected_user_address_id` if no address is selected. */
export type MissingAddressField = 'selected_user_address_id' | (typeof REQUIRED)[number] | 'state'

/**
 * Returns the missing fields of a delivery address in the order of the form; none for a saved address. The state is
 * required only in the USA [ADDR-15..17].
 */
export function missingAddressFields(address: DeliveryAddress): MissingAddressField[] {
  if (address.selected_user_address_id === '') return ['selected_user_address_id']
  if (address.selected_user_address_id !== newAddress) return []
  const fields = address.country === unitedStates ? [...REQUIRED, 'state' as const] : REQUIRED
  return fields.filter((field) => isBlank(address[field]))
}

/** Returns whether the postcode is missing, the only field of express checkout; a saved address has one [ADDR-20]. */
export function isPostcodeMissing(address: DeliveryAddress): boolean {
  if (address.selected_user_address_id !== newAddress && address.selected_user_address_id !== '') return false
  return isBlank(address.postcode)
}

function isBlank(text: string | undefined) {
  return !text?.trim()
}
