import type { QueryClient } from '@tanstack/react-query'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { replaceRead } from '#src/http/replace-read.ts'
import { refusalMessage } from '#src/http/errors.ts'
import * as calls from '#src/order/calls.ts'
import { transferEntries, type TransferRow } from '#src/order/rules/transfers.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'
import type { Offer, OfferChange } from '#src/order/schemas.ts'

/** Transfers tickets [CALL-39]. Fails with the shop's message, or '' if it gave none. */
export async function setTransfers(
  _queryClient: QueryClient,
  { input: { rows, attempt } }: Run<{ rows: TransferRow[]; attempt: string }>,
): Promise<{ offers: Offer[] }> {
  try {
    return { offers: await calls.setTransfers(transferEntries(rows), attempt) }
  } catch (cause) {
    throw new Error(refusalMessage(cause), { cause })
  }
}

/** Takes an offer back or corrects it. A refusal is a message, with the offers as they are now: another tab may have changed them. */
export async function changeOffer(
  queryClient: QueryClient,
  { input }: Run<OfferChange>,
): Promise<{ message: string; offers: Offer[] }> {
  try {
    const offers = await calls.changeOffer(input)
    await markOrderUnread(queryClient)
    return { message: '', offers }
  } catch (error) {
    const message = refusalMessage(error)
    if (!message) throw error
    await markOrderUnread(queryClient)
    const { transfers } = await queryClient.fetchQuery(calls.simpleInfoQuery)
    return { message, offers: transfers }
  }
}

/** Has what the order allows be read again when it is needed next. */
async function markOrderUnread(queryClient: QueryClient): Promise<void> {
  // A read that is under way may not have seen the change
  replaceRead(queryClient, checkoutQuery)
  replaceRead(queryClient, calls.simpleInfoQuery)
  for (const { queryKey } of [checkoutQuery, calls.simpleInfoQuery])
    await queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}
