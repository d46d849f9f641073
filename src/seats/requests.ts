import * as z from 'zod/mini'
import { form, integer, requiredText, text, unread } from '#src/http/request-fields.ts'

/** A held seat; `hold_token` identifies its holder. */
const heldSeat = form({
  section: text(100),
  row: text(100),
  number: requiredText(100),
  hold_token: requiredText(200),
})

/** The seats of one ticket type; `ticket` is "eventId|eventDateId|ticketType|0". */
const entry = form({
  ticket: text(400),
  vz_id: unread(z.null()),
  has_offer: unread(z.boolean()),
  qty: integer(0, 1000),
  seats: z.array(heldSeat),
})
export type BasketPostEntry = z.input<typeof entry>

/** Seats for the basket, by ticket type [CALL-40]. */
export const basketPostRequest = form({
  parent_event_id: unread(z.null()),
  ticket: z.record(z.string(), entry),
})
export type BasketPost = z.input<typeof basketPostRequest>
