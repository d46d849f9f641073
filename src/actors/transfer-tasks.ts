import type { QueryClient } from '@tanstack/react-query'
import { refusalMessage } from '#src/api/errors.ts'
import * as calls from '#src/api/order-calls.ts'
import { transferEntries, type TransferRow } from '#src/rules/transfers.ts'
import type { Run } from './lazy-actors.ts'

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
