import * as z from 'zod/mini'
import {
  flag,
  form,
  id,
  integerText,
  optional,
  optionalId,
  phone,
  requiredText,
  text,
  unread,
} from '#src/http/request-fields.ts'

/** A card payment; `attempt` is an idempotency key, so that a retry cannot pay twice. Not one of the documented calls. */
export const cardPaymentRequest = form({
  payment_method_id: id,
  contact_number: optional(phone),
  attempt: id,
})
export type CardPayment = z.input<typeof cardPaymentRequest>

/** A payment by the second card provider; `attempt` as in `cardPaymentRequest`. Not one of the documented calls. */
export const squarePaymentRequest = form({
  source_id: requiredText(500),
  verification_token: optional(text(500)),
  contact_number: optional(phone),
  attempt: id,
})
export type SquarePayment = z.input<typeof squarePaymentRequest>

/** A new card [ENTI-33]; our own shop asks the provider what card it is. */
const newPaymentMethod = form({
  id: optionalId,
  brand: unread(z.string()),
  last4: unread(z.string()),
  month: unread(z.int()),
  year: unread(z.int()),
  funding: unread(z.string()),
  make_default_payment_method: flag,
})
export type NewPaymentMethod = z.input<typeof newPaymentMethod>

/**
 * A payment by instalments, with a saved or a new card; `instalment_option` is in months [CALL-23]. `attempt` is our own, as
 * in `cardPaymentRequest`; other pages may lack it.
 */
export const instalmentRequest = form({
  instalment_option: integerText(2, 120),
  contact_number: phone,
  selected_payment_method_id: text(100),
  new_payment_method: z.nullable(newPaymentMethod),
  attempt: optionalId,
})
export type InstalmentPayment = z.input<typeof instalmentRequest>

/** A bank transfer. The documented body is empty; the number is sent only if the buyer was asked for it [CALL-24]. */
export const bankTransferRequest = form({ contact_number: optional(phone) })
export type BankTransfer = z.input<typeof bankTransferRequest>

/** The email for a free basket, which our own shop knows already [CALL-26]. */
export const claimRequest = form({ email: unread(z.string()) })
export type ClaimRequest = z.input<typeof claimRequest>

/** A request that pays or creates a bank transfer, as JSON: the call and its body. */
export type PaymentRequest =
  | { call: 'payWithCard'; body: CardPayment }
  | { call: 'payWithSquare'; body: SquarePayment }
  | { call: 'payWithInstalment'; body: InstalmentPayment }
  | { call: 'createTruelayerPayment'; body: BankTransfer }
