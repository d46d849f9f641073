import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { GiftAidDeclaration } from '#src/api/schemas/donation.ts'
import type { MarketingChoices } from '#src/api/schemas/marketing-preferences.ts'
import type { Facts } from '#src/rules/facts.ts'
import { factsFrom, rereadCheckout } from './read-checkout.ts'

/** These calls are loaded when first made. */
const donationCalls = () => import('#src/api/donation-calls.ts')
const marketingCalls = () => import('#src/api/marketing-calls.ts')

/** Donation (pence; 0 withdraws it), Gift Aid and marketing choices [CALL-15..17]. */
export function createDonationActors(queryClient: QueryClient) {
  const facts = async () => factsFrom(queryClient, await rereadCheckout(queryClient))
  return {
    saveDonation: fromPromise<{ facts: Facts }, { amount: number; charityId: string }>(async ({ input }) => {
      const { saveDonation } = await donationCalls()
      await saveDonation({ amount_before_booking_fee: input.amount, charity_id: input.charityId })
      return { facts: await facts() }
    }),

    updateDonation: fromPromise<{ facts: Facts }, { declaration: GiftAidDeclaration }>(async ({ input }) => {
      const { updateDonation } = await donationCalls()
      await updateDonation(input.declaration)
      return { facts: await facts() }
    }),

    setMarketingPreferences: fromPromise<void, { choices: MarketingChoices }>(async ({ input }) =>
      (await marketingCalls()).setMarketingPreferences(input.choices),
    ),
  }
}
