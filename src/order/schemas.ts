import * as z from 'zod/mini'
import {
  bareText,
  count,
  entity,
  flag,
  id,
  ignored,
  isRecord,
  list,
  money,
  noneAsObject,
  optionalObject,
  text,
} from '#src/http/wire.ts'
import { anyOf, onTheWire } from '#src/http/wire-form.ts'

/** Our own: the page of the first ticket to show at the door, from which the others are reached; null for none. */
const shownTicketsSchema = entity('shown_tickets', { strict: {}, shown: { href: text, qty: count } })

/** Our own: links that add an event date of the order to a calendar, the file first, and the tickets to show there. */
const orderDateSchema = entity('order_date', {
  strict: {},
  shown: {
    date_id: id,
    calendar: list(entity('order_date.calendar', { strict: {}, shown: { text, href: text } })),
    shown_tickets: optionalObject(shownTicketsSchema),
  },
})

/** Our own: tickets offered to somebody, and what became of that; `send_on` is text, '' unless the offer waits for its time. */
const offerSchema = entity('offer', {
  strict: {},
  shown: { id, ticket_id: id, title: text, qty: count, name: text, email: text, status: text, send_on: text },
})
export type Offer = z.output<typeof offerSchema>

/** The reply to a transfer, whose content is not documented. Our own: the order's offers. */
export const transfersSchema = z.pipe(
  z.transform((value: unknown, { issues }): unknown => {
    if (!z.safeParse(ignored, value).success) issues.push({ code: 'custom', input: value })
    return isRecord(value) ? value : {}
  }),
  entity('transfers', { strict: {}, shown: { transfers: list(offerSchema) } }),
)

onTheWire(transfersSchema, () => ({
  documented: (own) => ({ ...own, required: [] }),
  accepted: anyOf({
    not: { type: 'string', pattern: '^\\s*<(![Dd][Oo][Cc][Tt][Yy][Pp][Ee]|[Hh][Tt][Mm][Ll])' },
  }),
}))

/** Change of an offer: to another recipient, or null to take it back. */
export interface OfferChange {
  id: string
  recipient: { name: string; email: string } | null
}

/** Our own: how an amount was paid, or when it will be. */
const paymentSchema = entity('order_payment', { strict: {}, shown: { text, amount: money } })
export type OrderPayment = z.output<typeof paymentSchema>

const simpleInfo = entity('simple_info', {
  strict: {},
  shown: {
    sale_email: text,
    sale_reference: text,
    can_resend: flag,
    can_correct_email: flag,
    dates: list(orderDateSchema),
    transfers: list(offerSchema),
    payments: list(paymentSchema),
    shown_tickets: optionalObject(shownTicketsSchema),
  },
})
onTheWire(simpleInfo, () => ({
  added: {
    can_resend: 'Whether `resend_tickets` is offered.',
    can_correct_email: 'Whether `send_email_code` and `change_email` are offered.',
    dates:
      'The event dates of the order: links that add each to a calendar, and its `shown_tickets`, as for the order.',
    transfers: 'Tickets that were offered to others; with them come the calls that change offers.',
    payments: 'How and when the order was paid, and when the instalments of a plan will be.',
    shown_tickets: 'The page of the first ticket with its code, and how many there are; null for none.',
  },
}))
/**
 * Email and reference of the order [ENTI-37]. Our own: `can_resend` and `can_correct_email` announce the calls that send tickets again, `dates`
 * has calendar links and the tickets of each, `transfers` the offers, with which come the calls that change them, `payments` what was paid, and
 * `shown_tickets` leads to their codes.
 */
export const simpleInfoSchema = z.pipe(noneAsObject, simpleInfo)
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

onTheWire(rewardReferrerLinkSchema, () => ({
  documented: {
    type: 'object',
    properties: { data: { type: 'string', description: '"" if there is none.' } },
    required: ['data'],
  },
  accepted: {
    type: ['object', 'string', 'number', 'array', 'null'],
    description: 'The link alone, or in `data`, `link` or `url`.',
  },
}))
