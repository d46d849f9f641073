import * as z from 'zod/mini'
import { bareText, entity, flag, id, isRecord, list, noneAsObject, text } from '#src/http/wire.ts'

/** Our own: links that add an event date of the order to a calendar, the file first. */
const orderDateSchema = entity('order_date', {
  strict: {},
  shown: {
    date_id: id,
    calendar: list(entity('order_date.calendar', { strict: {}, shown: { text, href: text } })),
  },
})

/**
 * Email and reference of the order [ENTI-37]. Our own: `can_resend` and `can_correct_email` announce the calls that send tickets again, `dates`
 * has calendar links.
 */
export const simpleInfoSchema = z.pipe(
  noneAsObject,
  entity('simple_info', {
    strict: {},
    shown: {
      sale_email: text,
      sale_reference: text,
      can_resend: flag,
      can_correct_email: flag,
      dates: list(orderDateSchema),
    },
  }),
)
export type SimpleInfo = z.output<typeof simpleInfoSchema>

/** The buyer's reward link, as plain text or in `data`, `link` or `url`; '' if there is none [CALL-36]. */
export const rewardReferrerLinkSchema = z.pipe(
  z.transform((value: unknown): unknown =>
    isRecord(value)
      ? value.data || value.link || value.url
      : Array.isArray(value) && !value.length
        ? ''
        : value,
  ),
  bareText,
)

/** Request that transfers tickets to one person; date dd/MM/yyyy and time HH:mm only for a scheduled gift [ENTI-36]. */
export type TransferEntry = {
  ticket_id: string
  name: string
  email: string
  qty: number
  is_gift: boolean
  send_gift: 'Schedule' | 'Send now'
  delivery_date: string
  delivery_time: string
  message: string
}
