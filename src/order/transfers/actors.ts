import type { QueryClient } from '@tanstack/react-query'
import type { OrderTransfers } from '#machines/transfers.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { replaceRead } from '#src/http/replace-read.ts'
import { refusalMessage } from '#src/http/errors.ts'
import * as calls from '#src/order/calls.ts'
import { transferLines } from '#src/order/rules/order-offers.ts'
import { transferEntries, type TransferRow } from '#src/order/rules/transfers.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'
import type { Offer, OfferChange } from '#src/order/schemas.ts'

/** Transfers tickets [CALL-39], and returns what is left. Fails with the shop's message, or '' if it gave none. */
export async function setTransfers(
  queryClient: QueryClient,
  { input: { rows, attempt } }: Run<{ rows: TransferRow[]; attempt: string }>,
): Promise<OrderTransfers> {
  try {
    const offers = await calls.setTransfers(transferEntries(rows), attempt)
    await markOrderUnread(queryClient)
    return transfersAfter(queryClient, offers, true)
  } catch (cause) {
    throw new Error(refusalMessage(cause), { cause })
  }
}

/** Takes an offer back or corrects it. A refusal is a message, with the offers as they are now: another tab may have changed them. */
export async function changeOffer(
  queryClient: QueryClient,
  { input }: Run<OfferChange>,
): Promise<OrderTransfers & { message: string }> {
  try {
    const offers = await calls.changeOffer(input)
    await markOrderUnread(queryClient)
    return { message: '', ...transfersAfter(queryClient, offers) }
  } catch (error) {
    const message = refusalMessage(error)
    if (!message) throw error
    return { message, ...(await readOffers(queryClient)) }
  }
}

/** Reads what is offered now, after a failure: the shop may have carried out a request whose reply was lost. */
export async function readOffers(queryClient: QueryClient): Promise<OrderTransfers> {
  await markOrderUnread(queryClient)
  const { transfers } = await queryClient.fetchQuery(calls.simpleInfoQuery)
  return transfersAfter(queryClient, transfers)
}

/** Returns what is left beside the offers that the back-end lists now; one that lists none does not tell, if something was sent. */
function transfersAfter(queryClient: QueryClient, offers: Offer[], has_transfers = false): OrderTransfers {
  const tickets = queryClient.getQueryData(checkoutQuery.queryKey)?.tickets ?? []
  return { offers, lines: transferLines({ tickets, has_transfers }, offers), attempt: crypto.randomUUID() }
}

/** Has what the order allows be read again when it is needed next. */
async function markOrderUnread(queryClient: QueryClient): Promise<void> {
  // A read that is under way may not have seen the change
  replaceRead(queryClient, checkoutQuery)
  replaceRead(queryClient, calls.simpleInfoQuery)
  for (const { queryKey } of [checkoutQuery, calls.simpleInfoQuery])
    await queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}
