import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { saveDonation, updateDonation } from '#src/api/donation-calls.ts'
import { setMarketingPreferences } from '#src/api/marketing-calls.ts'
import type { GiftAidDeclaration } from '#src/api/schemas/donation.ts'
import type { MarketingChoices } from '#src/api/schemas/marketing-preferences.ts'
import type { Facts } from '#src/rules/facts.ts'
import { factsFrom, rereadCheckout } from './read-checkout.ts'

/** Donation (pence; 0 withdraws it), Gift Aid and marketing choices [CALL-15..17]. */
export function createDonationActors(queryClient: QueryClient) {
  const facts = async () => factsFrom(queryClient, await rereadCheckout(queryClient))
  return {
    saveDonation: fromPromise<{ facts: Facts }, { amount: number; charityId: string }>(async ({ input }) => {
      await saveDonation({ amount_before_booking_fee: input.amount, charity_id: input.charityId })
      return { facts: await facts() }
    }),

    updateDonation: fromPromise<{ facts: Facts }, { declaration: GiftAidDeclaration }>(async ({ input }) => {
      await updateDonation(input.declaration)
      return { facts: await facts() }
    }),

    setMarketingPreferences: fromPromise<void, { choices: MarketingChoices }>(({ input }) =>
      setMarketingPreferences(input.choices),
    ),
  }
}
