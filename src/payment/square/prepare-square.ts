import type { QueryClient } from '@tanstack/react-query'
import { squareCredentialsQuery, squareScript } from '#src/payment/calls.ts'
import { loadSquare } from './square-card.ts'

/** Loads the credentials of Square's card form and its script [PAYM-57]. */
export async function prepareSquare(queryClient: QueryClient): Promise<void> {
  const credentials = await queryClient.fetchQuery(squareCredentialsQuery)
  await loadSquare(squareScript, credentials)
}
