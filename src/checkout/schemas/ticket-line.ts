import * as z from 'zod/mini'
import {
  count,
  entity,
  flag,
  id,
  isRecord,
  list,
  money,
  optionalCount,
  optionalObject,
  text,
  texts,
} from '#src/http/wire.ts'
import { anyOf, onTheWire } from '#src/http/wire-form.ts'

/** The refund policy of a ticket [ENTI-14]. */
export const refundPolicySchema = entity('refund_policy', {
  strict: {},
  shown: { title: text, description: text, text },
})

const idsSchema = z.pipe(
  z.transform((value: unknown): unknown => (typeof value === 'string' ? value.split(/[\s,]+/) : value)),
  z.pipe(
    z.transform((value: unknown): unknown => (typeof value === 'number' ? [value] : value)),
    texts,
  ),
)
onTheWire(idsSchema, () => ({
  accepted: (own) => anyOf(own, { type: ['string', 'number'], description: 'Ids between commas or blanks.' }),
}))

/** A required ticket: any one of `ids` meets the requirement [ENTI-16]. `event_url` and `offer` are our additions. */
export const requiredTicketSchema = entity('required_ticket', {
  strict: {
    ids: idsSchema,
  },
  shown: {
    title: text,
    event_url: text,
    offer: optionalObject(z.object({ ticket_id: id, name: text, price: money })),
  },
})
onTheWire(requiredTicketSchema, () => ({
  added: {
    event_url: 'The page on which it is sold.',
    offer:
      'One of `ids` that can be put into the basket at once (`can_add_lines`), with its name and what one of it charges; null for none.',
  },
}))
export type RequiredTicket = z.output<typeof requiredTicketSchema>

/** The label of a seat, "section-row-number", from an object or from text. */
const seatLabel = z.transform((value: unknown, context): string => {
  if (typeof value === 'string') return value
  if (isRecord(value))
    return [value.section, value.row, value.number]
      .filter((part) => typeof part === 'string' || typeof part === 'number')
      .filter((part) => part !== '')
      .join('-')
  context.issues.push({ code: 'custom', input: value })
  return z.NEVER
})

onTheWire(seatLabel, () => ({
  documented: { type: 'string', description: 'Section, row and number: "Stalls-A-7".' },
  accepted: anyOf({ type: 'string' }, { type: 'object', description: '`section`, `row` and `number`.' }),
}))

const seatsSchema = z.pipe(
  z.transform((value: unknown): unknown => (typeof value === 'string' && value.trim() ? [value] : value)),
  list(seatLabel),
)
onTheWire(seatsSchema, () => ({ accepted: (own) => anyOf(own, { type: 'string' }) }))

/**
 * A line of tickets of one type [ENTI-13..16, ENTI-18]. `price`, `booking_fee` and `discount_amount` are pence per
 * ticket. The quantity flags of ENTI-17 are not sent; see `draftQuantity`. `lapsed_seats`, our addition, are those of `seats`
 * that the shop no longer holds for the basket, `restricted_seats` those with a restricted view; `seats_url` is where they are chosen.
 */
export const ticketLineSchema = entity('ticket', {
  strict: {
    ticket_id: id,
    qty: count,
    price: money,
    booking_fee: money,
    discount_amount: money,
    absorb_fee: flag,
    max_can_reserve: optionalCount,
    min_per_customer: count,
    required_tickets: list(requiredTicketSchema),
  },
  shown: {
    event_id: id,
    date_id: id,
    event_name: text,
    event_url: text,
    organiser_url: text,
    ticket_name: text,
    nice_date: text,
    event_hide_booking_fee: flag,
    thumbnail: text,
    seats: seatsSchema,
    seats_url: text,
    lapsed_seats: texts,
    restricted_seats: texts,
    non_refundable: flag,
    non_transferable: flag,
    is_posted: flag,
    refund_policy: optionalObject(refundPolicySchema),
    can_update_quantity: flag,
  },
})
onTheWire(ticketLineSchema, () => ({
  fields: {
    price: 'Of one ticket, without the booking fee.',
    booking_fee: 'Of one ticket.',
    discount_amount: 'Of one ticket.',
    absorb_fee: 'Whether the organiser pays the booking fee.',
    nice_date: 'When it takes place, in words.',
    max_can_reserve: 'At most as many, null if there is no limit.',
    required_tickets: 'What must be in the basket too.',
  },
  added: {
    seats_url: 'The page on which `seats` are chosen; "" for none.',
    lapsed_seats: 'Those of `seats` that are no longer held for the basket.',
    restricted_seats: 'Those of `seats` with a restricted view.',
    non_transferable: 'Whether the ticket cannot be transferred.',
    is_posted: 'Whether the ticket comes by post.',
  },
}))
export type TicketLine = z.output<typeof ticketLineSchema>
