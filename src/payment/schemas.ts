import * as z from 'zod/mini'
import { must } from '#src/lib/must.ts'
import {
  bareText,
  entity,
  fields,
  flag,
  isRecord,
  message,
  money,
  optionalCount,
  optionalObject,
  text,
  word,
} from '#src/http/wire.ts'
import { anyOf, onTheWire } from '#src/http/wire-form.ts'

const notEmpty = z.string().check(must((value: string) => value !== '', 'expected a text'))

const notMarkup = z.string().check(must((value: string) => !value.startsWith('<'), 'expected no markup'))

/**
 * Result of a payment by card, second card provider or instalments [CALL-23]. Our own shop adds the status `pending`, and
 * `charged` to a payment that did not pay the order and is refunded. Another status, or a redirect without an address, is
 * invalid.
 */
export const paymentReplySchema = entity('payment', {
  strict: { status: word(['success', 'redirect_to_url', 'unsuccessful', 'pending']), url: text },
  shown: { message, charged: flag },
}).check(
  must(({ status, url }) => status !== 'redirect_to_url' || url !== '', 'expected an address', ['url']),
)
onTheWire(paymentReplySchema, () => ({
  fields: {
    url: 'Where the buyer goes next, for `redirect_to_url` only.',
    status: 'The page knows `pending` too: the payment is being checked, and the page asks again.',
  },
  added: {
    message: 'Why the payment was unsuccessful.',
    charged: 'Whether money was taken that will be refunded.',
  },
  optional: ['url'],
}))
export type PaymentReply = z.output<typeof paymentReplySchema>

/** Address of the bank's page, in `url`, `redirect_to_url`, `redirect` or as plain text [CALL-24, OPEN-04]. */
export const bankPageSchema = z.pipe(
  z.transform((value: unknown): unknown =>
    isRecord(value) ? { url: value.url || value.redirect_to_url || value.redirect } : { url: value },
  ),
  z.object({ url: z.pipe(bareText, notEmpty) }),
)
onTheWire(bankPageSchema, () => ({
  accepted: {
    type: ['object', 'string'],
    description: 'The address alone, or in `url`, `redirect_to_url` or `redirect`.',
  },
}))
export type BankPage = z.output<typeof bankPageSchema>

const UNNAMED_ERROR = 'There was an error with your payment. Please try again.'

const statusErrorSchema = z.pipe(
  z.transform((value: unknown): unknown => {
    if (value === true || value === 1 || value === '1') return UNNAMED_ERROR
    return value === 0 || value === '0' ? '' : value
  }),
  message,
)
onTheWire(statusErrorSchema, () => ({
  documented: { type: 'string', description: 'What went wrong, for the buyer; "" for nothing.' },
  accepted: (own) => anyOf(own, { const: true }),
}))

/**
 * Status of the bank transfer [ENTI-35]: `total` in pence, `checkout_expires_in` in seconds, null if missing.
 * `truelayer_status_error` is the error message, '' for none; a flag without a message is read as a generic one.
 */
export const bankStatusSchema = entity('truelayer_status', {
  strict: {
    payment_completed: flag,
    total: money,
    checkout_expires_in: optionalCount,
    truelayer_status_error: statusErrorSchema,
  },
  shown: { reference: text, status: text },
})
export type BankStatus = z.output<typeof bankStatusSchema>

/** Reply of the status call; a missing status is read as pending [CALL-27]. */
export const bankStatusReplySchema = fields({
  truelayer_status: z.pipe(
    optionalObject(bankStatusSchema),
    z.transform((status) => status ?? bankStatusSchema.parse({})),
  ),
})

const paymentError = z.object({ text: z.pipe(message, notMarkup), is_pending: flag, is_uncharged: flag })
onTheWire(paymentError, () => ({
  added: {
    is_pending: 'Whether the payment is still under way.',
    is_uncharged: 'Whether no money was taken for certain.',
  },
}))

/**
 * The error message of the last payment, as plain text or in `text`; '' for none [CALL-25, OPEN-21]. Our own shop adds
 * `is_pending` while the payment is still open, and `is_uncharged` if it took no money for certain.
 */
export const paymentErrorSchema = z.pipe(
  z.transform((value: unknown): unknown => (isRecord(value) ? value : { text: value })),
  paymentError,
)
onTheWire(paymentErrorSchema, () => ({
  documented: (own) => anyOf(own, { type: 'string', description: 'The message alone.' }),
  accepted: (own) => anyOf(own, { type: ['string', 'number', 'array', 'null'] }),
}))
export type PaymentError = z.output<typeof paymentErrorSchema>

/** Credentials of the card form; `script` is the URL of the provider's script, '' for the default one. */
export const cardCredentialsSchema = z.object({
  publishable_key: z.pipe(text, notEmpty),
  account: text,
  script: text,
})
onTheWire(cardCredentialsSchema, () => ({ optional: ['account', 'script'] }))
export type CardCredentials = z.output<typeof cardCredentialsSchema>

/** Credentials of the second card provider's form [CALL-34]. */
export const squareCredentialsSchema = z.object({
  app_id: z.pipe(text, notEmpty),
  location_id: z.pipe(text, notEmpty),
  checkout_js: text,
})
export type SquareCredentials = z.output<typeof squareCredentialsSchema>
