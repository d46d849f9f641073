import type { RemovedLine } from '#server/database/column-types.ts'
import { defer } from '#server/database/defer.ts'
import type { Transaction } from '#server/database/transaction.ts'

import type { Sale } from './read-basket.ts'

/** Remembers the line that was just removed from a locked sale, and its number, so that it can come back to its place (decision 72). */
export async function rememberRemoved(trx: Transaction, { id }: Sale, line: RemovedLine): Promise<void> {
  await defer(
    trx,
    trx
      .updateTable('sales')
      .set({ removed_line: JSON.stringify(line) })
      .where('id', '=', id),
  )
}

/** Returns the number that tickets, or gift vouchers of a value, get back; undefined if they are not what was removed last. */
export function formerNumber(
  { removed_line: line }: Sale,
  { id, value = 0 }: { id: string; value?: number },
): number | undefined {
  return line?.id === id && line.value === value ? line.line_number : undefined
}
