import { fromPromise } from 'xstate'
import type { QuantityDraft } from '#machines/basket.ts'

/** The calls come with the first change: most baskets are reserved as they are. */
const calls = () => import('#src/api/basket-calls.ts')

/** The changes a buyer makes to the basket [CALL-04..09]. The chart reads the checkout again after each. */
export function createBasketActors() {
  return {
    /** Sends the drafts one after another, so that the last intent stands on the server. */
    updateTicketQuantity: fromPromise<{ sent: QuantityDraft[] }, { drafts: QuantityDraft[] }>(
      async ({ input }) => {
        const { updateTicketQuantity } = await calls()
        for (const draft of input.drafts)
          await updateTicketQuantity({ ticket_id: draft.id, quantity: draft.quantity })
        return { sent: input.drafts }
      },
    ),

    updateGiftVoucherQuantity: fromPromise<{ sent: QuantityDraft[] }, { drafts: QuantityDraft[] }>(
      async ({ input }) => {
        const { updateGiftVoucherQuantity } = await calls()
        for (const draft of input.drafts)
          await updateGiftVoucherQuantity({
            gift_voucher_id: draft.id,
            qty: draft.quantity,
            value: draft.value,
          })
        return { sent: input.drafts }
      },
    ),

    removeFromBasket: fromPromise<void, { ticketId: string }>(async ({ input }) =>
      (await calls()).removeFromBasket(input.ticketId),
    ),

    removeGiftVoucherFromBasket: fromPromise<void, { voucherId: string; value: number }>(async ({ input }) =>
      (await calls()).removeGiftVoucherFromBasket({ gift_voucher_id: input.voucherId, value: input.value }),
    ),

    updateRefundProtection: fromPromise<void, { isWanted: boolean }>(async ({ input }) =>
      (await calls()).updateRefundProtection(input.isWanted),
    ),

    setCode: fromPromise<{ isApplied: boolean }, { code: string }>(async ({ input }) => ({
      isApplied: await (await calls()).setCode(input.code),
    })),
  }
}
