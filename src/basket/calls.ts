import { decimal } from '#src/lib/money.ts'
import { request } from '#src/http/client.ts'
import { codeSchema } from './schemas.ts'
import { ignored } from '#src/http/wire.ts'

/** Sets the quantity of a ticket line [CALL-04]. */
export function updateTicketQuantity(line: { ticket_id: string; quantity: number }): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/update_ticket_quantity/', line)
}

/** Sets the quantity of gift vouchers of one value (pence) [CALL-05]. */
export function updateGiftVoucherQuantity(line: {
  gift_voucher_id: string
  qty: number
  value: number
}): Promise<void> {
  const path = '/ajax/checkout/checkout/update_gift_voucher_quantity/'
  return request(ignored, 'POST', path, { ...line, value: decimal(line.value) })
}

/** Adds or removes refund protection [CALL-06]. */
export function updateRefundProtection(refund_protection: boolean): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/update_refund_protection/', { refund_protection })
}

/** Applies a discount or voucher code; returns whether it was applied [CALL-07]. */
export async function setCode(code: string): Promise<boolean> {
  const reply = await request(codeSchema, 'POST', '/ajax/checkout/checkout/set_code/', { code })
  return reply.code_applied
}

/** Removes a ticket line [CALL-08]. */
export function removeFromBasket(ticket_id: string): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/remove_from_basket/', { ticket_id })
}

/** Removes the gift vouchers of one value (pence) [CALL-09]. */
export function removeGiftVoucherFromBasket(line: { gift_voucher_id: string; value: number }): Promise<void> {
  const path = '/ajax/checkout/checkout/remove_gift_voucher_from_basket/'
  return request(ignored, 'POST', path, { ...line, value: decimal(line.value) })
}
