import type { QueryClient } from '@tanstack/react-query'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { isRefusal } from '#src/http/errors.ts'
import * as donationCalls from './calls.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { GiftAidDeclaration } from '#src/donation/requests.ts'
import { donationAmount, withDonation } from '#src/donation/rules/donation-amounts.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import { applyChange, checkoutAfterChange } from '#src/checkout/after-change.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'
import { factsFrom, rereadCheckout } from '#src/checkout/read-checkout.ts'

/**
 * Saves a donation in pence, before its fee; 0 withdraws it [CALL-16]. If the call fails, the checkout is reloaded, and shows
 * whether it was saved; a refused donation is told at once. If the reload fails too, the cached checkout includes the donation, so
 * that Skip withdraws it. Throws the error of the call unless the donation was saved.
 */
export async function saveDonation(
  queryClient: QueryClient,
  { input }: Run<{ amount: number; charityId: string }>,
): Promise<{ facts: Facts }> {
  const apply = (known: Checkout) => withDonation(known, input.amount)
  try {
    await donationCalls.saveDonation({
      amount_before_booking_fee: input.amount,
      charity_id: input.charityId,
    })
  } catch (error) {
    const reading = rereadCheckout(queryClient).catch(() => null)
    if (isRefusal(error) && input.amount > 0) throw error
    const checkout = await reading
    if (checkout && donationAmount(checkout) === input.amount)
      return { facts: factsFrom(queryClient, checkout) }
    if (!checkout && input.amount > 0) applyChange(queryClient, checkoutQuery, apply)
    throw error
  }
  return factsAfter(queryClient, apply)
}

/** Declares or declines Gift Aid [CALL-17]. */
export async function updateDonation(
  queryClient: QueryClient,
  { input }: Run<{ declaration: GiftAidDeclaration }>,
): Promise<{ facts: Facts }> {
  await donationCalls.updateDonation(input.declaration)
  const { is_gift_aid } = input.declaration
  return factsAfter(queryClient, (known) => ({
    ...known,
    is_gift_aid,
    donation: known.donation && { ...known.donation, is_gift_aid },
  }))
}

const factsAfter = async (queryClient: QueryClient, apply: (known: Checkout) => Checkout) => ({
  facts: factsFrom(queryClient, await checkoutAfterChange(queryClient, apply)),
})
