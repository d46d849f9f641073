import { useQuery, useQueryClient } from '@tanstack/react-query'
import { checkoutQuery } from './checkout-calls.ts'
import { userQuery } from './user-calls.ts'
import { rememberedGuest } from './remembered-guest.ts'
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

/** Returns the name of the user, or what the guest has typed as one, which is not asked again; '' if it is unknown. */
export function useBuyerName(): { first: string; last: string } {
  const user = useUser()
  const guest = rememberedGuest(useQueryClient())
  const { guest_name } = useCheckout()
  if (user?.first_name || user?.last_name) return { first: user.first_name, last: user.last_name }
  const names = (user?.full_name ?? guest?.fullName ?? guest_name).trim().split(/\s+/)
  return names.length > 1
    ? { first: names.slice(0, -1).join(' '), last: names.at(-1) ?? '' }
    : { first: names.join(''), last: '' }
}

/** Returns where the tickets are sent: the address of the user, or of the guest; '' if it is unknown. */
export function useBuyerEmail(): string {
  const { init_guest_email } = useCheckout()
  const guest = rememberedGuest(useQueryClient())
  return useUser()?.email || guest?.email || init_guest_email
}
