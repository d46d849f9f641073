import type { Transaction } from '#server/database/transaction.ts'

import type { Transfer } from './read-transfer.ts'

/**
 * Ends an offer whose tickets stay with the sender. Once no other offer of the order is open or accepted, its tickets can be
 * transferred as if none had been.
 */
export async function endOffer(
  trx: Transaction,
  { id, sale_id }: Pick<Transfer, 'id' | 'sale_id'>,
  status: 'declined' | 'cancelled' | 'withdrawn',
): Promise<void> {
  await trx.updateTable('transfers').set({ status }).where('id', '=', id).execute()
  await trx
    .updateTable('sales')
    .set({ transferred_at: null, transfer_digest: null })
    .where('id', '=', sale_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transfers')
            .select('transfers.id')
            .whereRef('transfers.sale_id', '=', 'sales.id')
            .where('transfers.status', 'in', ['offered', 'accepted']),
        ),
      ),
    )
    .execute()
}
