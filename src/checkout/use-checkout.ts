import { useQuery } from '@tanstack/react-query'
import { checkoutQuery } from './checkout-calls.ts'
import { userQuery } from './user-calls.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { User } from '#src/checkout/schemas/user.ts'

/** Returns the cached checkout. The chart loads it before any step renders, so it is always present. */
export function useCheckout(): Checkout {
  const { data: checkout } = useQuery({ ...checkoutQuery, enabled: false })
  if (!checkout) throw new Error('step rendered before the checkout loaded')
  return checkout
}

/** Returns the current user, or null for a guest. */
export function useUser(): User | null {
  return useQuery({ ...userQuery, enabled: false }).data ?? null
}
