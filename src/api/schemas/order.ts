import * as z from 'zod/mini'
import { bareText, entity, flag, isRecord, noneAsObject, text } from './wire.ts'

/** Email and reference of the order [ENTI-37]. `can_resend`, of our own, announces the calls that send tickets again. */
export const simpleInfoSchema = z.pipe(
  noneAsObject,
  entity('simple_info', {
    strict: {},
    shown: { sale_email: text, sale_reference: text, can_resend: flag },
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
