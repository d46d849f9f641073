import type { Sale } from './read-basket.ts'

/** Returns who the gift vouchers of a sale are from and for, as typed; without what was not asked. */
export function giftNames({ gift_voucher_from: from, gift_voucher_to: to }: Sale) {
  return [
    { name: 'Voucher from', value: from },
    { name: 'Voucher for', value: to },
  ].filter(({ value }) => value)
}
