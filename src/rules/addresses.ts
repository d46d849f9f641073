import type { DeliveryAddress } from '#src/api/schemas/address.ts'
import type { GiftAidDeclaration } from '#src/api/schemas/donation.ts'
import { needsGiftAidAddress } from './donation-amounts.ts'

/** Country ids with a meaning of their own [ADDR-18]. */
export const unitedKingdom = '1'
export const unitedStates = '2'

/** The choice of an address that is not saved yet. */
export const newAddress = 'new'

const REQUIRED = ['first_name', 'last_name', 'address_1', 'town', 'postcode', 'country'] as const

/** A part of a delivery address that may be missing; the choice itself, when neither a saved one nor new is chosen. */
export type MissingAddressField = 'selected_user_address_id' | (typeof REQUIRED)[number] | 'state'

/**
 * The parts that a delivery address still needs, in the order of the form; none for a saved address, which the
 * shop has whole. The state is needed in the USA only [ADDR-15..17].
 */
export function missingAddressFields(address: DeliveryAddress): MissingAddressField[] {
  if (address.selected_user_address_id === '') return ['selected_user_address_id']
  if (address.selected_user_address_id !== newAddress) return []
  const fields = address.country === unitedStates ? [...REQUIRED, 'state' as const] : REQUIRED
  return fields.filter((field) => isBlank(address[field]))
}

/** Whether the postcode, all that express checkout may ask for, is missing; a saved address has one [ADDR-20]. */
export function isPostcodeMissing(address: DeliveryAddress): boolean {
  if (address.selected_user_address_id !== newAddress && address.selected_user_address_id !== '') return false
  return isBlank(address.postcode)
}

/**
 * The parts of the donor's address that Gift Aid on a donation (pence, before its fee) still needs: from 20 pounds
 * the first line, and for UK residents the postcode [GIFT-10..13].
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
