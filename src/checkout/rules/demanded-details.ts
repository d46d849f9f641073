/** What an order must know of its buyer before it is paid or claimed, beside name and email. */
export interface DemandedDetails {
  /** Where to send it: posted tickets, and gift vouchers [ADDR-16, OPEN-78]. */
  address: boolean
  /** Whom a gift voucher is from and for, once for the basket [ADDR-24, ADDR-25]. */
  voucherNames: boolean
  /** A phone number; a payment plan has one of its own [PAYM-07]. */
  phone: boolean
}

/** The part of a checkout that this rule reads, parsed or as the shop has it. */
export interface DemandingSale {
  require_delivery_address: boolean
  gift_vouchers: readonly unknown[]
  has_require_phone_number: boolean
}

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
