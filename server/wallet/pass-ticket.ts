import { dateSpan, niceDay, niceTime, offsetTime } from '#server/catalogue/dates.ts'
import { placeOf } from '#server/catalogue/event-blocks.ts'
import { ticketPath } from '#server/delivery/addresses.ts'
import { turning } from '#server/http/input.ts'
import { oneLine } from '#server/outbox/content.ts'
import type { PassTicket } from '#server/providers/wallet-passes/pass-provider.ts'
import { ticketInWords } from '#src/checkout/rules/seat-words.ts'

import type { WalletTicket } from './wallet-ticket.ts'

/** Describes a ticket for wallets on phones; `origin` is the shop's address. Null unless it can have a pass. */
export function passTicket(ticket: WalletTicket, origin: string): PassTicket | null {
  const { code, starts_at, ends_at, doors_at } = ticket
  if (code === null || !canHavePass(ticket)) return null
  return {
    id: ticket.id,
    eventDateId: ticket.event_date_id,
    code,
    title: plain(ticket.title),
    ticketType: plain(ticketInWords(ticket.name, ticket.seat)),
    holder: plain(ticket.holder),
    organiser: plain(ticket.organiser_name),
    reference: ticket.order_reference ?? '',
    place: placeIn(ticket),
    startsAt: offsetTime(starts_at),
    endsAt: ends_at && offsetTime(ends_at),
    doorsAt: doors_at && offsetTime(doors_at),
    words: {
      day: niceDay(starts_at),
      start: niceTime(starts_at),
      doors: doors_at ? niceTime(doors_at) : '',
      span: dateSpan(ticket),
    },
    page: origin + ticketPath(ticket.id),
  }
}

/** Whether a ticket can have a pass: it has its entry code, has not been used, and its event is not over. */
export function canHavePass({ code, admitted_at, is_past }: WalletTicket): boolean {
  return code !== null && !admitted_at && !is_past
}

function placeIn(ticket: WalletTicket): PassTicket['place'] {
  const line = plain(placeOf(ticket))
  if (ticket.livestream_url) return { line, name: line, address: line }
  const [name, address] = [plain(ticket.venue_name), plain(ticket.venue_full_address)]
  return { line, name: name || address, address: address || name }
}

/** Puts a text on one line, without invisible characters that reverse the text after them. */
function plain(text: string): string {
  return oneLine(text.replaceAll(turning, ''))
}
