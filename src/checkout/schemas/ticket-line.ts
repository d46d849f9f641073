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

/** The refund policy of a ticket [ENTI-14]. */
export const refundPolicySchema = entity('refund_policy', {
  strict: {},
  shown: { title: text, description: text, text },
})

/** A required ticket: any one of `ids` meets the requirement [ENTI-16]. */
export const requiredTicketSchema = entity('required_ticket', {
  strict: {
    ids: z.pipe(
      z.transform((value: unknown): unknown => (typeof value === 'string' ? value.split(/[\s,]+/) : value)),
      z.pipe(
        z.transform((value: unknown): unknown => (typeof value === 'number' ? [value] : value)),
        texts,
      ),
    ),
  },
  shown: { title: text },
})

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

/**
 * A line of tickets of one type [ENTI-13..16, ENTI-18]. `price`, `booking_fee` and `discount_amount` are pence per
 * ticket. The quantity flags of ENTI-17 are not sent; see `draftQuantity`. `lapsed_seats`, our addition, are those of `seats`
 * that the shop no longer holds for the basket.
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
    seats: z.pipe(
      z.transform((value: unknown): unknown => (typeof value === 'string' && value.trim() ? [value] : value)),
      list(seatLabel),
    ),
    lapsed_seats: texts,
    non_refundable: flag,
    non_transferable: flag,
    refund_policy: optionalObject(refundPolicySchema),
    can_update_quantity: flag,
  },
})
export type TicketLine = z.output<typeof ticketLineSchema>
