import type { Transaction } from '#server/database/transaction.ts'

import type { Transfer } from './read-transfer.ts'

/**
 * Ends an offer whose tickets stay with the sender, who can offer them again unless the offer was corrected: then somebody else
 * has them.
 */
export async function endOffer(
  trx: Transaction,
  { id, sale_id }: Pick<Transfer, 'id' | 'sale_id'>,
  status: 'declined' | 'cancelled' | 'withdrawn',
): Promise<void> {
  await trx.updateTable('transfers').set({ status }).where('id', '=', id).execute()
  await trx
    .updateTable('sales')
    .set({ transferred_at: null })
    .where('id', '=', sale_id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('transfers').select('id').where('replaces', '=', id))),
    )
    .execute()
}
