import type { QueryClient } from '@tanstack/react-query'
import { checkoutQuery } from './checkout-calls.ts'

/** Name and email as the guest typed them. */
interface Guest {
  email: string
  fullName: string
}

const guestKey = ['guest']
const sale = (queryClient: QueryClient) => queryClient.getQueryData(checkoutQuery.queryKey)?.sale_reference

/** Stores the guest of this sale, for the card's billing name [PAYM-59] and for claiming free tickets [OPEN-18]. */
export function rememberGuest(queryClient: QueryClient, { email, fullName }: Guest) {
  queryClient.setQueryData(guestKey, { email, fullName, sale: sale(queryClient) })
}

/** Returns the guest of this sale; undefined if this page has not saved one. */
export function rememberedGuest(queryClient: QueryClient) {
  const guest = queryClient.getQueryData<Guest & { sale: string | undefined }>(guestKey)
  return guest?.sale === sale(queryClient) ? guest : undefined
}
