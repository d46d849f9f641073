import { isPast } from '#server/catalogue/is-past.ts'
import type { Database } from '#server/database/connect.ts'

import { isBuyerOf, isHeldOrBoughtBy, isHolderOf, isRefunded, type Owner } from './owner.ts'

/** A ticket as it is stored, with its event, and what the owner is to it. */
export type TicketRow = Awaited<ReturnType<typeof readTicketRows>>[number]

/** Which tickets are read; `{}` for all that the owner holds or bought. */
interface Wanted {
  saleId?: string
  ticketId?: string
}

const natural = new Intl.Collator('en-GB', { numeric: true })

/** Reads tickets that the owner holds or bought, soonest first, and those of a date by the numbers of their seats. */
export async function readTicketRows(db: Database, owner: Owner, wanted: Wanted) {
  const rows = await queryTickets(db, owner, wanted)
  return rows.sort(
    (one, other) =>
      one.starts_at.getTime() - other.starts_at.getTime() || natural.compare(one.seat, other.seat),
  )
}

function queryTickets(db: Database, owner: Owner, { saleId, ticketId }: Wanted) {
  return db
    .selectFrom('tickets')
    .innerJoin('sales', 'sales.id', 'tickets.sale_id')
    .innerJoin('ticket_types', 'ticket_types.id', 'tickets.ticket_type_id')
    .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .innerJoin('organisers', 'organisers.id', 'events.organiser_id')
    .leftJoin('users', 'users.id', 'tickets.user_id')
    .leftJoin('transfers', 'transfers.id', 'tickets.transfer_id')
    .leftJoin('admissions', 'admissions.ticket_id', 'tickets.id')
    .select((eb) => [
      'tickets.id',
      'tickets.sale_id',
      'tickets.ticket_type_id',
      'tickets.code',
      'tickets.copy',
      'tickets.seat',
      'tickets.released_at',
      'tickets.is_on_plan',
      isHolderOf(owner)(eb).as('is_mine'),
      isBuyerOf(owner)(eb).as('is_bought'),
      isRefunded.as('is_refunded'),
      eb
        .selectFrom('instalments')
        .select(({ fn }) => fn.max('instalments.due_at').as('due_at'))
        .whereRef('instalments.sale_id', '=', 'sales.id')
        .as('last_due_at'),
      'sales.order_reference',
      'sales.guest_name',
      'sales.paid_at',
      'users.first_name',
      'users.last_name',
      'transfers.name as transferred_to',
      'admissions.admitted_at',
      'ticket_types.name',
      'ticket_types.deliverable',
      'ticket_types.event_date_id',
      'event_dates.starts_at',
      'event_dates.ends_at',
      'event_dates.doors_at',
      isPast.as('is_past'),
      'events.id as event_id',
      'events.title',
      'events.picture',
      'events.venue_name',
      'events.venue_full_address',
      'events.venue_map_address',
      'events.livestream_url',
      'organisers.name as organiser_name',
    ])
    .where(isHeldOrBoughtBy(db, owner))
    .$if(saleId !== undefined, (query) => query.where('tickets.sale_id', '=', saleId ?? ''))
    .$if(ticketId !== undefined, (query) => query.where('tickets.id', '=', ticketId ?? ''))
    .orderBy('event_dates.starts_at')
    .orderBy('ticket_types.position')
    .orderBy('tickets.copy')
    .orderBy('tickets.id')
    .execute()
}
