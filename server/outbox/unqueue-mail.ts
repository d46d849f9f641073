import type { Transaction } from '#server/database/transaction.ts'

/**
 * Removes a mail from the queue, so that it is not sent later. Returns true if nobody can have it: false if it was sent, or if a
 * try may have reached the recipient.
 */
export async function unqueueMail(trx: Transaction, key: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('outbox')
    .where('key', '=', key)
    .where('sent_at', 'is', null)
    .returning('attempts')
    .executeTakeFirst()
  return removed?.attempts === 0
}
