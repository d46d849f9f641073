import type { QueryClient } from '@tanstack/react-query'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { cardCredentialsQuery, squareCredentialsQuery } from './calls.ts'
import { loadCardProvider } from './card/card-provider.ts'
import { prepareSquare } from './square/prepare-square.ts'

/** Forgets the credentials of another reservation, whose basket may have had another organiser. */
export function forgetCredentials(queryClient: QueryClient) {
  for (const { queryKey } of [cardCredentialsQuery, squareCredentialsQuery])
    queryClient.removeQueries({ queryKey })
}

/**
 * Prepares the card provider of this basket's organiser during earlier steps: its credentials and its script
 * [RESV-09]. The payment step tries again what fails here, and may have asked already.
 */
export async function prepareCardProvider(queryClient: QueryClient, { basket_total, opoa }: Checkout) {
  if (basket_total === 0) return
  if (opoa.provider === 'square') return prepareSquare(queryClient)
  const credentials = await queryClient.fetchQuery(cardCredentialsQuery)
  await loadCardProvider(credentials)
}
