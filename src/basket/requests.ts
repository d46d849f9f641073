import type * as z from 'zod/mini'
import { amount, flag, form, id, integer, optional, requiredText, text } from '#src/http/request-fields.ts'
import { maxPerLine } from '#src/checkout/rules/quantities.ts'

/** The longest code that a shop reads. */
export const maxCode = 40

/** Our own: "true" puts a line into the basket that is not in it, and never lowers the quantity of one that is (decision 72). */
const add = optional(text(100))

/** The new quantity of a ticket line [CALL-04]. */
export const ticketQuantityRequest = form({ ticket_id: id, quantity: integer(1, maxPerLine), add })
export type TicketQuantityRequest = z.input<typeof ticketQuantityRequest>

/** The new quantity of gift vouchers of one value [CALL-05]. */
export const voucherQuantityRequest = form({
  gift_voucher_id: id,
  qty: integer(1, maxPerLine),
  value: amount,
  add,
})
export type VoucherQuantityRequest = z.input<typeof voucherQuantityRequest>
/** The same with the value in pence. */
export type VoucherQuantity = z.output<typeof voucherQuantityRequest>

/** Whether refund protection is wanted [CALL-06]. */
export const refundProtectionRequest = form({ refund_protection: flag })
export type RefundProtectionRequest = z.input<typeof refundProtectionRequest>

/** A discount or voucher code [CALL-07]. */
export const discountRequest = form({ code: requiredText(maxCode) })
export type DiscountRequest = z.input<typeof discountRequest>

/** The ticket line to remove [CALL-08]; our own: `seat` removes only the seat of this name from it (`can_remove_seats`). */
export const removeTicketRequest = form({ ticket_id: id, seat: optional(text(302)) })
export type RemoveTicketRequest = z.input<typeof removeTicketRequest>

/** The gift vouchers of one value to remove [CALL-09]. */
export const removeVoucherRequest = form({ gift_voucher_id: id, value: amount })
export type RemoveVoucherRequest = z.input<typeof removeVoucherRequest>
/** The same with the value in pence. */
export type RemovedVoucher = z.output<typeof removeVoucherRequest>
