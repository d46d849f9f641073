/** What an order must know of its buyer before it is paid or claimed, beside name and email. */
export interface DemandedDetails {
  /** Where to send it: posted tickets, and gift vouchers [ADDR-16, OPEN-78]. */
  address: boolean
  /** Whom a gift voucher is from and for, once for the basket [ADDR-24, ADDR-25]. */
  voucherNames: boolean
  /** A phone number; a payment plan has one of its own [PAYM-07]. */
  phone: boolean
}

/** Details of a buyer as the shop knows them; '' for none. */
export interface KnownDetails {
  hasAddress: boolean
  voucherFrom: string
  voucherTo: string
}

/** The part of a checkout that this rule reads, parsed or as the shop has it. */
export interface DemandingSale {
  require_delivery_address: boolean
  gift_vouchers: readonly unknown[]
  has_require_phone_number: boolean
}

/** Messages for missing names on a gift voucher [ADDR-24, ADDR-25]. */
export const voucherMessages = {
  from: 'Who is the gift voucher from?',
  to: 'Who is the gift voucher for?',
}

/** Message for a missing address in express checkout [ADDR-23]. */
export const addressMessage = 'Please complete your address'

/**
 * Returns what an order demands. The only such rule: the shop refuses payments by it, and the page asks by it, in the
 * delivery address step or, in express checkout, on the payment step.
 */
export function demandedDetails(sale: DemandingSale): DemandedDetails {
  const voucherNames = sale.gift_vouchers.length > 0
  return {
    address: sale.require_delivery_address || voucherNames,
    voucherNames,
    phone: sale.has_require_phone_number,
  }
}

/** Returns which address or name is missing, as a message for the buyer; '' if none. */
export function missingDetail(demanded: DemandedDetails, known: KnownDetails): string {
  if (demanded.address && !known.hasAddress) return addressMessage
  if (!demanded.voucherNames) return ''
  if (!known.voucherFrom) return voucherMessages.from
  return known.voucherTo ? '' : voucherMessages.to
}
