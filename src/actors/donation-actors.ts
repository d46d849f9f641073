import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import type { GiftAidDeclaration } from '#src/api/schemas/donation.ts'
import type { MarketingChoices } from '#src/api/schemas/marketing-preferences.ts'
import { donationAmount, withDonation } from '#src/rules/donation-amounts.ts'
import type { Facts } from '#src/rules/facts.ts'
import { applyChange, checkoutAfterChange } from './after-change.ts'
import { factsFrom, rereadCheckout } from './read-checkout.ts'

/** These calls are loaded when first made. */
const donationCalls = () => import('#src/api/donation-calls.ts')
const marketingCalls = () => import('#src/api/marketing-calls.ts')

/** Donation (pence; 0 withdraws it), Gift Aid and marketing choices [CALL-15..17]. */
export function createDonationActors(queryClient: QueryClient) {
  const factsAfter = async (apply: (known: Checkout) => Checkout) => ({
    facts: factsFrom(queryClient, await checkoutAfterChange(queryClient, apply)),
  })
  return {
    /** Saving that fails may have saved all the same: the checkout tells, and without it the donation is taken for saved. */
    saveDonation: fromPromise<{ facts: Facts }, { amount: number; charityId: string }>(async ({ input }) => {
      const { saveDonation } = await donationCalls()
      const apply = (known: Checkout) => withDonation(known, input.amount)
      try {
        await saveDonation({ amount_before_booking_fee: input.amount, charity_id: input.charityId })
      } catch (error) {
        const checkout = await rereadCheckout(queryClient).catch(() => null)
        if (checkout && donationAmount(checkout) === input.amount)
          return { facts: factsFrom(queryClient, checkout) }
        if (!checkout && input.amount > 0) applyChange(queryClient, checkoutQuery, apply, { isStale: true })
        throw error
      }
      return factsAfter(apply)
    }),

    updateDonation: fromPromise<{ facts: Facts }, { declaration: GiftAidDeclaration }>(async ({ input }) => {
      const { updateDonation } = await donationCalls()
      await updateDonation(input.declaration)
      const { is_gift_aid } = input.declaration
      return factsAfter((known) => ({
        ...known,
        is_gift_aid,
        donation: known.donation && { ...known.donation, is_gift_aid },
      }))
    }),

    setMarketingPreferences: fromPromise<void, { choices: MarketingChoices }>(async ({ input }) => {
      const { setMarketingPreferences } = await marketingCalls()
      await setMarketingPreferences(input.choices)
      applyChange(queryClient, checkoutQuery, (known: Checkout) => withMarketingChoices(known, input.choices))
    }),
  }
}

/** The checkout with the choices as its preferences, so that the step shows them when the buyer comes back to it. */
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
