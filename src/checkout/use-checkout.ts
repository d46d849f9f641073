import { useQuery } from '@tanstack/react-query'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import { userQuery } from '#src/api/user-calls.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import type { User } from '#src/api/schemas/user.ts'

/** The checkout as last read. The chart has read it before any step is drawn, so it is there. */
export function useCheckout(): Checkout {
  const { data: checkout } = useQuery({ ...checkoutQuery, enabled: false })
  if (!checkout) throw new Error('a step is drawn before the checkout was read')
  return checkout
}

/** The current user, or null for a guest. */
export function useUser(): User | null {
  return useQuery({ ...userQuery, enabled: false }).data ?? null
}
