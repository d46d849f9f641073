import { inOrder } from './in-order.ts'

/**
 * Stores only a hash of the secret in the link of a transfer. A gift for later has none until it is sent; one that was queued
 * before is taken out of the outbox, unless sending it was tried. A transfer can end without being sent.
 */
export const up = inOrder([
  `alter table transfers add column token_hash text unique`,
  `update transfers set token_hash =
    rtrim(translate(encode(sha256(convert_to(token, 'UTF8')), 'base64'), '+/', '-_'), '=')`,
  `with queued as (
    delete from outbox using transfers
    where outbox.key = 'transfer:' || transfers.id and transfers.status = 'offered'
      and sent_at is null and attempts = 0 and due_at > shop_now()
    returning transfers.id
  ) update transfers set token_hash = null where id in (select id from queued)`,
  `alter table transfers drop column token`,
  `alter table transfers drop constraint transfers_status_check`,
  `alter table transfers add constraint transfers_status_check
    check (status in ('offered', 'accepted', 'declined', 'cancelled'))`,
  `create index on transfers (deliver_at) where token_hash is null and status = 'offered'`,
])
