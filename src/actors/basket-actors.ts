import type { QueryClient } from '@tanstack/react-query'
import { lazyActors } from './lazy-actors.ts'

/** Actors that change the basket [CALL-04..09]. The chart reloads the checkout after each. */
export function createBasketActors(queryClient: QueryClient) {
  const actor = lazyActors(queryClient, () => import('./basket-tasks.ts'))
  return {
    updateTicketQuantity: actor((tasks) => tasks.updateTicketQuantity),
    updateGiftVoucherQuantity: actor((tasks) => tasks.updateGiftVoucherQuantity),
    removeFromBasket: actor((tasks) => tasks.removeFromBasket),
    removeGiftVoucherFromBasket: actor((tasks) => tasks.removeGiftVoucherFromBasket),
    updateRefundProtection: actor((tasks) => tasks.updateRefundProtection),
    setCode: actor((tasks) => tasks.setCode),
  }
}
