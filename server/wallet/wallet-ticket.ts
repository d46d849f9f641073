import { isWebAddress } from '#src/lib/web-address.ts'

import type { TicketRow } from './read-ticket-rows.ts'

/**
 * What the holder can do with a ticket: enter with it (`ready`), wait for the post, for the last payment of a plan or for
 * the delivery, or nothing any more.
 */
export type TicketState = 'ready' | 'posted' | 'on_plan' | 'coming' | 'refunded' | 'transferred'

/** A ticket as its holder, or the buyer of its order, may see it. */
export interface WalletTicket extends Omit<TicketRow, 'code' | 'is_mine'> {
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

/** Decides what the owner may see of a ticket and do with it. */
export function walletTicket({ is_mine, code, ...ticket }: TicketRow): WalletTicket {
  const state = stateOf({ is_mine, ...ticket })
  return {
    ...ticket,
    state,
    code: state === 'ready' ? code : null,
    holder: orderName(ticket) || [ticket.first_name, ticket.last_name].filter(Boolean).join(' '),
    order_reference: ticket.is_bought ? ticket.order_reference : null,
    watch_url: state === 'ready' && isWebAddress(ticket.livestream_url) ? ticket.livestream_url : '',
  }
}

/** The name given for the order, unless the ticket is somebody else's. */
function orderName({ transferred_to, guest_name }: Pick<TicketRow, 'transferred_to' | 'guest_name'>): string {
  return transferred_to === null ? guest_name : ''
}

function stateOf(ticket: Omit<TicketRow, 'code'>): TicketState {
  if (!ticket.is_mine) return 'transferred'
  if (ticket.is_refunded) return 'refunded'
  if (ticket.deliverable) return 'posted'
  if (ticket.released_at) return 'ready'
  return ticket.is_on_plan ? 'on_plan' : 'coming'
}
