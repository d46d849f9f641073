import type { Config } from '#server/config.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { queueSecretMail } from '#server/outbox/queue.ts'

import { readSender, type Transfer } from './read-transfer.ts'
import { offerMail } from './transfer-mails.ts'

/** Queues the mail that offers tickets to their recipient, with a new secret in its link [XFER-02]. */
export async function sendOffer(
  trx: Transaction,
  config: Pick<Config, 'secrets'>,
  transfer: Transfer,
): Promise<void> {
  const token = newToken()
  await trx
    .updateTable('transfers')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', transfer.id)
    .execute()
  const { name } = await readSender(trx, transfer)
  await queueSecretMail(trx, config, await offerMail(trx, transfer, { sender: name, token }))
}
