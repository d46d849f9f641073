import type { QueryClient } from '@tanstack/react-query'
import { checkoutQuery } from '#src/api/checkout-calls.ts'

interface Guest {
  email: string
  fullName: string
}

const guestKey = ['guest']
const sale = (queryClient: QueryClient) => queryClient.getQueryData(checkoutQuery.queryKey)?.sale_reference

/** Keeps a guest's name and email as typed for this sale, for the card's billing name and for claiming free tickets. */
export function rememberGuest(queryClient: QueryClient, { email, fullName }: Guest) {
  queryClient.setQueryData(guestKey, { email, fullName, sale: sale(queryClient) })
}

/** The guest of this sale, if one was saved to it by this page. */
export function rememberedGuest(queryClient: QueryClient) {
  const guest = queryClient.getQueryData<Guest & { sale: string | undefined }>(guestKey)
  return guest?.sale === sale(queryClient) ? guest : undefined
}
