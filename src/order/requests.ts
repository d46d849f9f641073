import * as z from 'zod/mini'
import {
  choice,
  email,
  flag,
  form,
  id,
  integer,
  lines,
  name,
  requiredName,
  text,
} from '#src/http/request-fields.ts'
import { longest } from '#src/order/rules/longest-texts.ts'

/** The buyer's feedback [CALL-37]. */
export const feedbackRequest = form({ message: lines(5_000) })
export type FeedbackRequest = z.input<typeof feedbackRequest>

/** Tickets for one person; date dd/MM/yyyy and time HH:mm only for a scheduled gift [ENTI-36]. */
const transferEntry = form({
  ticket_id: id,
  name: name(longest.name),
  email,
  qty: integer(0, 1000),
  is_gift: flag,
  send_gift: choice(['Schedule', 'Send now'], 'Send now'),
  delivery_date: text(20),
  delivery_time: text(10),
  message: lines(longest.message),
})
export type TransferEntry = z.input<typeof transferEntry>

/** Tickets for other people [CALL-39]. `attempt` is our own: a repeated request with the same key changes nothing. */
export const transfersRequest = form({ transfers: z.array(transferEntry), attempt: text(100) })
export type TransfersRequest = z.input<typeof transfersRequest>

/** The offer to take back: our own. */
export const cancelTransferRequest = form({ transfer_id: text(100) })
export type CancelTransferRequest = z.input<typeof cancelTransferRequest>

/** The offer to make to another recipient: our own. */
export const correctTransferRequest = form({
  transfer_id: text(100),
  name: requiredName(longest.name),
  email,
})
export type CorrectTransferRequest = z.input<typeof correctTransferRequest>
