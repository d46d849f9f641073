import type { QueryClient } from '@tanstack/react-query'
import { refusalMessage } from '#src/http/errors.ts'
import * as calls from '#src/order/calls.ts'
import { transferEntries, type TransferRow } from '#src/order/rules/transfers.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'

/** Transfers tickets [CALL-39]. Fails with the shop's message, or '' if it gave none. */
export async function setTransfers(
  _queryClient: QueryClient,
  { input }: Run<{ rows: TransferRow[] }>,
): Promise<void> {
  try {
    await calls.setTransfers(transferEntries(input.rows))
  } catch (cause) {
    throw new Error(refusalMessage(cause), { cause })
  }
}
