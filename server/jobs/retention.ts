import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { isSecret, isFull, hasFailed } from '#server/outbox/queued.ts'

const day = 24 * 60 * 60

/**
 * Deletes data past its retention period: expired sessions, one-time codes and their mails, expired rate-limit counters,
 * provider events after 90 days, and baskets untouched for 30 days, with the buyer's details in them, or for three days if nobody
 * has signed in, given a name or reserved; such visitors' sessions after eight days without a visit. Orders stay, and
 * so do baskets with a payment attempt. Empties messages 90 days after they were sent, or queued if they are no longer tried;
 * their keys stay, so that none is sent twice. Empties those with a secret link a day after they were sent. Forgets people who did not take the tickets that they were offered, and what
 * was written to those who did, 90 days after the event; deletes feedback 90 days after it and the order's last event.
 * Deletes the log of steps and refused calls after 400 days, and places in waiting rooms that nobody looked at for a week.
 */
export async function deleteExpired(db: Database): Promise<void> {
  await db.deleteFrom('one_time_codes').where('expires_at', '<', shopNowPlus(-day)).execute()
  await db
    .deleteFrom('outbox')
    .where('key', 'like', 'code:%')
    .where('created_at', '<', shopNowPlus(-day))
    .execute()
  await db
    .deleteFrom('provider_events')
    .where('received_at', '<', shopNowPlus(-90 * day))
    .execute()
  await db
    .updateTable('outbox')
    .set({ payload: JSON.stringify({}) })
    .where(({ or, and, eb }) =>
      or([
        eb('sent_at', '<', shopNowPlus(-90 * day)),
        and([isSecret, eb('sent_at', '<', shopNowPlus(-day))]),
        and([hasFailed(), eb('created_at', '<', shopNowPlus(-90 * day))]),
      ]),
    )
    .where(isFull)
    .execute()
  await forgetOffers(db)
  await deleteFeedback(db)
  await db
    .deleteFrom('step_arrivals')
    .where('arrived_at', '<', shopNowPlus(-400 * day))
    .execute()
  for (const log of ['step_log', 'refused_calls'] as const)
    await db
      .deleteFrom(log)
      .where('at', '<', shopNowPlus(-400 * day))
      .execute()
  await db
    .deleteFrom('waiting_room_places')
    .where('seen_at', '<', shopNowPlus(-7 * day))
    .execute()
  await db.deleteFrom('limit_counters').where('resets_at', '<', shopNow).execute()
  await db.deleteFrom('rotated_tokens').where('forget_at', '<', shopNow).execute()
  await db
    .deleteFrom('sales')
    .where('paid_at', 'is', null)
    .where('held_until', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('updated_at', '<', shopNowPlus(-30 * day)),
        and([
          eb('updated_at', '<', shopNowPlus(-3 * day)),
          eb('user_id', 'is', null),
          eb('guest_email', '=', ''),
          eb('reserve_count', '=', 0),
        ]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('payment_attempts.sale_id', '=', 'sales.id'),
        ),
      ),
    )
    .execute()
  await deleteSessions(db)
}

/**
 * Deletes sessions that have ended, and those that nobody has signed in with, without a basket, order or referrer, after
 * eight of their 30 days: their tokens are too old by then to be stored again (decision 38).
 */
async function deleteSessions(db: Database): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        eb('expires_at', '<', shopNow),
        and([
          eb('expires_at', '<', shopNowPlus(22 * day)),
          eb('user_id', 'is', null),
          eb('sale_id', 'is', null),
          eb('referrer', 'is', null),
          not(
            exists(selectFrom('sales').select('sales.id').whereRef('sales.session_id', '=', 'sessions.id')),
          ),
        ]),
      ]),
    )
    .execute()
}

async function forgetOffers(db: Database): Promise<void> {
  const old = db
    .selectFrom('transfers')
    .innerJoin('ticket_types', 'ticket_types.id', 'transfers.ticket_type_id')
    .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
    .select('transfers.id')
    .where('event_dates.starts_at', '<', shopNowPlus(-90 * day))
  await db
    .updateTable('transfers')
    .set({ message: '' })
    .where('id', 'in', old)
    .where('message', '<>', '')
    .execute()
  await db
    .updateTable('transfers')
    .set({ name: '', email: '' })
    .where('id', 'in', old)
    .where('status', '<>', 'accepted')
    .where('email', '<>', '')
    .execute()
}

async function deleteFeedback(db: Database): Promise<void> {
  await db
    .deleteFrom('feedback')
    .where('created_at', '<', shopNowPlus(-90 * day))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sale_tickets')
            .innerJoin('ticket_types', 'ticket_types.id', 'sale_tickets.ticket_type_id')
            .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
            .select('event_dates.id')
            .whereRef('sale_tickets.sale_id', '=', 'feedback.sale_id')
            .where('event_dates.starts_at', '>=', shopNowPlus(-90 * day)),
        ),
      ),
    )
    .execute()
}
