import type { QueryClient } from '@tanstack/react-query'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import * as donationCalls from '#src/api/donation-calls.ts'
import * as marketingCalls from '#src/api/marketing-calls.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import type { GiftAidDeclaration } from '#src/api/schemas/donation.ts'
import type { MarketingChoices } from '#src/api/schemas/marketing-preferences.ts'
import { donationAmount, withDonation } from '#src/rules/donation-amounts.ts'
import type { Facts } from '#src/rules/facts.ts'
import { applyChange, checkoutAfterChange } from './after-change.ts'
import type { Run } from './lazy-actors.ts'
import { factsFrom, rereadCheckout } from './read-checkout.ts'

/**
 * Saves a donation in pence, before its fee; 0 withdraws it [CALL-16]. If the call fails, the reloaded checkout shows
 * whether it was saved. If that fails too, the cached checkout includes the donation, so that Skip withdraws it. Throws the
 * error of the call unless the donation was saved.
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
    const checkout = await rereadCheckout(queryClient).catch(() => null)
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

/** Saves the marketing preferences [CALL-15]. */
export async function setMarketingPreferences(
  queryClient: QueryClient,
  { input }: Run<{ choices: MarketingChoices }>,
): Promise<void> {
  await marketingCalls.setMarketingPreferences(input.choices)
  applyChange(queryClient, checkoutQuery, (known: Checkout) => withMarketingChoices(known, input.choices))
}

const factsAfter = async (queryClient: QueryClient, apply: (known: Checkout) => Checkout) => ({
  facts: factsFrom(queryClient, await checkoutAfterChange(queryClient, apply)),
})

/** Returns the checkout with the new preferences, so that the step shows them when the buyer returns. */
function withMarketingChoices(checkout: Checkout, choices: MarketingChoices): Checkout {
  const { marketing_preferences: known } = checkout
  if (!known) return checkout
  const { organiser_subscribed_marketing, ...subscribed } = choices
  const basket_organisers = known.basket_organisers.map((organiser) => ({
    ...organiser,
    organiser_subscribed: organiser_subscribed_marketing[organiser.id] ?? organiser.organiser_subscribed,
  }))
  return { ...checkout, marketing_preferences: { ...known, ...subscribed, basket_organisers } }
}
