import type { QueryClient } from '@tanstack/react-query'
import type { QuantityDraft } from '#machines/basket.ts'
import * as calls from './calls.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'

/** Sends ticket quantities one after another, so that the last one wins; returns those sent [CALL-04]. */
export async function updateTicketQuantity(
  _queryClient: QueryClient,
  { input }: Run<{ drafts: QuantityDraft[] }>,
): Promise<{ sent: QuantityDraft[] }> {
  for (const { id, quantity, add } of input.drafts)
    await calls.updateTicketQuantity({ ticket_id: id, quantity, add })
  return { sent: input.drafts }
}

/** Like `updateTicketQuantity`, for gift vouchers; `value` is a voucher's value in pence [CALL-05]. */
export async function updateGiftVoucherQuantity(
  _queryClient: QueryClient,
  { input }: Run<{ drafts: QuantityDraft[] }>,
): Promise<{ sent: QuantityDraft[] }> {
  for (const { id, quantity, value, add } of input.drafts)
    await calls.updateGiftVoucherQuantity({ gift_voucher_id: id, qty: quantity, value, add })
  return { sent: input.drafts }
}

/** Removes a ticket line [CALL-08]. */
export function removeFromBasket(
  _queryClient: QueryClient,
  { input }: Run<{ ticketId: string }>,
): Promise<void> {
  return calls.removeFromBasket(input.ticketId)
}

/** Removes the gift vouchers of one value (pence) [CALL-09]. */
export function removeGiftVoucherFromBasket(
  _queryClient: QueryClient,
  { input }: Run<{ voucherId: string; value: number }>,
): Promise<void> {
  return calls.removeGiftVoucherFromBasket({ gift_voucher_id: input.voucherId, value: input.value })
}

/** Adds or removes refund protection; returns the choice that was sent [CALL-06]. */
export async function updateRefundProtection(
  _queryClient: QueryClient,
  { input }: Run<{ isWanted: boolean }>,
): Promise<{ isWanted: boolean }> {
  await calls.updateRefundProtection(input.isWanted)
  return input
}

/** Applies a discount or voucher code; returns whether it was applied [CALL-07]. */
export async function setCode(
  _queryClient: QueryClient,
  { input }: Run<{ code: string }>,
): Promise<{ isApplied: boolean }> {
  return { isApplied: await calls.setCode(input.code) }
}
