import type { Database } from '#server/database/connect.ts'
import type { Session } from '#server/http/session.ts'

/**
 * Reads the tickets of a signed-in visitor and of the order paid in this session, soonest first. A visitor with a shared
 * link sees no tickets.
 */
export function readWallet(db: Database, session: Pick<Session, 'id' | 'userId' | 'saleId'>) {
  return db
    .selectFrom('tickets')
    .innerJoin('sales', 'sales.id', 'tickets.sale_id')
    .innerJoin('ticket_types', 'ticket_types.id', 'tickets.ticket_type_id')
    .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .select((eb) => [
      'tickets.is_on_plan',
      eb
        .selectFrom('instalments')
        .select(({ fn }) => fn.max('instalments.due_at').as('due_at'))
        .whereRef('instalments.sale_id', '=', 'sales.id')
        .as('last_due_at'),
      'tickets.id',
      'tickets.code',
      'tickets.copy',
      'tickets.released_at',
      'sales.order_reference',
      'ticket_types.name',
      'ticket_types.event_date_id',
      'event_dates.starts_at',
      'events.id as event_id',
      'events.title',
      'events.picture',
      'events.venue_name',
      'events.venue_full_address',
      'events.livestream_url',
    ])
    .where(({ or, and, eb }) =>
      or([
        ...(session.userId ? [eb('tickets.user_id', '=', session.userId)] : []),
        and([
          eb('sales.id', '=', session.saleId),
          eb('sales.session_id', '=', session.id),
          eb('sales.paid_at', 'is not', null),
          eb('tickets.transfer_id', 'is', null),
        ]),
      ]),
    )
    .orderBy('event_dates.starts_at')
    .orderBy('ticket_types.position')
    .orderBy('tickets.copy')
    .orderBy('tickets.id')
    .execute()
}

/** Reads the gift vouchers that the visitor bought, with their balances. */
export function readBoughtVouchers(db: Database, session: Pick<Session, 'id' | 'userId' | 'saleId'>) {
  return db
    .selectFrom('issued_vouchers')
    .innerJoin('sales', 'sales.id', 'issued_vouchers.sale_id')
    .innerJoin('organisers', 'organisers.id', 'issued_vouchers.organiser_id')
    .select([
      'issued_vouchers.id',
      'issued_vouchers.code',
      'issued_vouchers.value',
      'issued_vouchers.balance',
      'issued_vouchers.currency',
      'issued_vouchers.expires_at',
      'organisers.name as organiser_name',
    ])
    .where(({ or, and, eb }) =>
      or([
        ...(session.userId ? [eb('sales.user_id', '=', session.userId)] : []),
        and([eb('sales.id', '=', session.saleId), eb('sales.session_id', '=', session.id)]),
      ]),
    )
    .orderBy('issued_vouchers.created_at')
    .orderBy('issued_vouchers.id')
    .execute()
}
