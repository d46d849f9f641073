import type { GiftAidDeclaration } from '#src/donation/requests.ts'
import { needsGiftAidAddress } from './donation-amounts.ts'

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
  return fields.filter((field) => !declaration[field]?.trim())
}
