import type { DeliveryAddress } from '#src/api/schemas/address.ts'
import type { GiftAidDeclaration } from '#src/api/schemas/donation.ts'
import { needsGiftAidAddress } from './donation-amounts.ts'

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

/**
 * Returns the missing fields of the donor's address for Gift Aid. From £20 it needs the first line, and for UK residents
 * the postcode [GIFT-10..13].
 *
 * @param amount donation in pence, before its fee
 */
export function missingGiftAidAddressFields(
  declaration: Pick<GiftAidDeclaration, 'uk_based' | 'address1' | 'postcode'>,
  amount: number,
): ('address1' | 'postcode')[] {
  if (!needsGiftAidAddress(amount)) return []
  const fields = declaration.uk_based ? (['address1', 'postcode'] as const) : (['address1'] as const)
  return fields.filter((field) => isBlank(declaration[field]))
}

function isBlank(text: string | undefined) {
  return !text?.trim()
}
