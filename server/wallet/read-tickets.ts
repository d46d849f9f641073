import { isPast } from '#server/catalogue/is-past.ts'
import type { Database } from '#server/database/connect.ts'

import { isBuyerOf, isHeldOrBoughtBy, isHolderOf, isRefunded, type Owner } from './owner.ts'

type Row = Awaited<ReturnType<typeof readRows>>[number]

/**
 * What the holder can do with a ticket: enter with it (`ready`), wait for the post, for the last payment of a plan or for
 * the delivery, or nothing any more.
 */
export type TicketState = 'ready' | 'posted' | 'on_plan' | 'coming' | 'refunded' | 'transferred'

/** A ticket as its holder, or the buyer of its order, may see it. */
export interface WalletTicket extends Omit<Row, 'code' | 'is_mine'> {
  state: TicketState
  /** The entry code; null unless the ticket is `ready`. */
  code: string | null
  /** Names of the ticket's holder; '' if unknown. */
  holder: string
  /** The short reference of the order; null for those who did not buy it. */
  order_reference: string | null
  /** Where an event online is watched; '' unless the ticket is `ready`, because the address admits. */
  watch_url: string
}

/** Reads the tickets that the owner holds, soonest first. */
export async function readWallet(db: Database, owner: Owner): Promise<WalletTicket[]> {
  const tickets = await readRows(db, owner, {})
  return tickets.filter(({ is_mine }) => is_mine).map(viewOf)
}

/** Reads the tickets of an order that the owner holds or bought, in the order of the wallet. */
export async function readTicketsOf(db: Database, owner: Owner, saleId: string): Promise<WalletTicket[]> {
  return (await readRows(db, owner, { saleId })).map(viewOf)
}

/** Finds a ticket that the owner holds or bought. */
export async function findTicket(
  db: Database,
  owner: Owner,
  ticketId: string,
): Promise<WalletTicket | undefined> {
  const [ticket] = await readRows(db, owner, { ticketId })
  return ticket && viewOf(ticket)
}

function viewOf({ is_mine, code, ...ticket }: Row): WalletTicket {
  const state = stateOf({ is_mine, ...ticket })
  return {
    ...ticket,
    state,
    code: state === 'ready' ? code : null,
    holder: [ticket.first_name, ticket.last_name].filter(Boolean).join(' ') || guestName(ticket),
    order_reference: ticket.is_bought ? ticket.order_reference : null,
    watch_url: state === 'ready' ? ticket.livestream_url : '',
  }
}

/** The buyer's name, unless the ticket is somebody else's. */
function guestName({ transferred_to, guest_name }: Pick<Row, 'transferred_to' | 'guest_name'>): string {
  return transferred_to === null ? guest_name : ''
}

function stateOf(ticket: Omit<Row, 'code'>): TicketState {
  if (!ticket.is_mine) return 'transferred'
  if (ticket.is_refunded) return 'refunded'
  if (ticket.deliverable) return 'posted'
  if (ticket.released_at) return 'ready'
  return ticket.is_on_plan ? 'on_plan' : 'coming'
}

/** Which tickets are read; `{}` for all that the owner holds or bought. */
interface Wanted {
  saleId?: string
  ticketId?: string
}

function readRows(db: Database, owner: Owner, { saleId, ticketId }: Wanted) {
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
      'tickets.code',
      'tickets.copy',
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
