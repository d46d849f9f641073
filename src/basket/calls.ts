import { decimal } from '#src/lib/money.ts'
import { request } from '#src/http/client.ts'
import type {
  DiscountRequest,
  RefundProtectionRequest,
  RemovedVoucher,
  RemoveTicketRequest,
  RemoveVoucherRequest,
  TicketQuantityRequest,
  VoucherQuantity,
  VoucherQuantityRequest,
} from './requests.ts'
import { codeSchema } from './schemas.ts'
import { ignored } from '#src/http/wire.ts'

/** Sets the quantity of a ticket line [CALL-04]. */
export function updateTicketQuantity(line: TicketQuantityRequest): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/update_ticket_quantity/', line)
}

/** Sets the quantity of gift vouchers of one value (pence) [CALL-05]. */
export function updateGiftVoucherQuantity(
  line: Omit<VoucherQuantity, 'add'> & Pick<VoucherQuantityRequest, 'add'>,
): Promise<void> {
  const path = '/ajax/checkout/checkout/update_gift_voucher_quantity/'
  const body: VoucherQuantityRequest = { ...line, value: decimal(line.value) }
  return request(ignored, 'POST', path, body)
}

/** Adds or removes refund protection [CALL-06]. */
export function updateRefundProtection(refund_protection: boolean): Promise<void> {
  const body: RefundProtectionRequest = { refund_protection }
  return request(ignored, 'POST', '/ajax/checkout/checkout/update_refund_protection/', body)
}

/** Applies a discount or voucher code; returns whether it was applied [CALL-07]. */
export async function setCode(code: string): Promise<boolean> {
  const body: DiscountRequest = { code }
  const reply = await request(codeSchema, 'POST', '/ajax/checkout/checkout/set_code/', body)
  return reply.code_applied
}

/** Removes a ticket line [CALL-08]. */
export function removeFromBasket(ticket_id: string): Promise<void> {
  const body: RemoveTicketRequest = { ticket_id }
  return request(ignored, 'POST', '/ajax/checkout/checkout/remove_from_basket/', body)
}

/** Removes the gift vouchers of one value (pence) [CALL-09]. */
export function removeGiftVoucherFromBasket(line: RemovedVoucher): Promise<void> {
  const path = '/ajax/checkout/checkout/remove_gift_voucher_from_basket/'
  const body: RemoveVoucherRequest = { ...line, value: decimal(line.value) }
  return request(ignored, 'POST', path, body)
}
