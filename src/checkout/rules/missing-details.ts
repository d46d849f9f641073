import type { DemandedDetails } from './demanded-details.ts'

/** Details of a buyer as the shop knows them; '' for none. */
export interface KnownDetails {
  hasAddress: boolean
  voucherFrom: string
  voucherTo: string
}

/** Messages for missing names on a gift voucher [ADDR-24, ADDR-25]. */
export const voucherMessages = {
  from: 'Who is the gift voucher from?',
  to: 'Who is the gift voucher for?',
}

/** Message for a missing address in express checkout [ADDR-23]. */
export const addressMessage = 'Please complete your address'

/** Returns which address or name is missing, as a message for the buyer; '' if none. */
export function missingDetail(demanded: DemandedDetails, known: KnownDetails): string {
  if (demanded.address && !known.hasAddress) return addressMessage
  if (!demanded.voucherNames) return ''
  if (!known.voucherFrom) return voucherMessages.from
  return known.voucherTo ? '' : voucherMessages.to
}
