import * as z from 'zod/mini'
import { afterSaleMessagesSchema } from './after-sale-message.ts'
import { charitySchema } from './charity.ts'
import { currencySchema } from './currency.ts'
import { donationSchema } from './donation.ts'
import { eventSchema } from './event.ts'
import { giftVoucherSchema } from './gift-voucher.ts'
import { optionalMarketingPreferencesSchema } from './marketing-preferences.ts'
import { organiserSchema } from './organiser.ts'
import { paymentPlansSchema, providers, savedPaymentMethodSchema } from './payment-options.ts'
import { questionsSchema } from './question.ts'
import { ticketLineSchema } from './ticket-line.ts'
import {
  entity,
  fields,
  flag,
  isRecord,
  list,
  map,
  message,
  money,
  oneOf,
  only,
  optionalFlag,
  optionalObject,
  presence,
  secondsLeft,
  text,
  texts,
} from '#src/http/wire.ts'
import { anyOf, onTheWire } from '#src/http/wire-form.ts'

/** The steps of the checkout, spelled as the server spells them [CONT-07]. */
export const checkoutStates = [
  'determining',
  'basket',
  'reserve',
  'captcha',
  'login',
  'marketing_preferences',
  'donation',
  'gift_aid',
  'delivery_address',
  'ticket_questions_before',
  'payment',
  'awaiting_truelayer',
  'deliver_tickets',
  'ticket_questions_after',
  'waiver',
  'after_sale_messages',
  'order_completed',
] as const
export type CheckoutState = (typeof checkoutStates)[number]

/** The payment provider of this basket; never null, and `provider` is '' if unknown [ENTI-11]. */
export const opoaSchema = z.pipe(
  z.transform((value: unknown): unknown => (isRecord(value) ? value : {})),
  z.object({ provider: oneOf(providers, ''), merchant_id: text, overridden: presence }),
)

onTheWire(opoaSchema, () => ({
  accepted: (own) => anyOf(own, { description: 'Anything else is read as no provider.' }),
}))

/** How the buyer returned from the bank: '0' if they cancelled there, null if they were not there [OPEN-28]. */
const bankReturnSchema = z.pipe(
  z.transform((value: unknown): unknown => (value === true ? '1' : value)),
  z.pipe(
    text,
    z.transform((value) => value || null),
  ),
)

onTheWire(bankReturnSchema, () => ({
  documented: { type: ['string', 'null'] },
  accepted: anyOf({ type: ['string', 'number', 'boolean', 'array', 'object', 'null'] }),
}))

/**
 * The checkout with all fields of both documents [ENTI-01..12]; each may be missing [OPEN-97]. Money is pence;
 * `seconds_remaining` is null if missing. What `added` names below is not documented, so a server may not send it. Fields are strict if the facts or the order summary depend on them.
 */
export const checkoutSchema = entity('checkout', {
  strict: {
    state: oneOf(checkoutStates, 'basket'),
    sale_reference: text,
    seconds_remaining: secondsLeft,
    captcha_sitekey: text,
    express: flag,
    edit_basket_clicked: flag,
    payment_complete: flag,
    payment_plan_remaining: flag,
    truelayer_returned_from: bankReturnSchema,
    init_guest_email: text,

    tickets: list(ticketLineSchema),
    gift_vouchers: list(giftVoucherSchema),
    organisers: list(organiserSchema),

    currency: currencySchema,
    basket_total: money,
    delivery_cost: money,
    discounts_applied: map(money),
    offers_applied_total: money,
    gift_vouchers_applied_total: money,
    refund_protection: flag,
    refund_protection_cost: money,

    donation: optionalObject(donationSchema),
    donation_amount: money,
    add_donation: presence,
    charity: optionalObject(charitySchema),

    require_delivery_address: flag,
    has_require_phone_number: flag,
    has_waivers: presence,
    after_sale_messages: afterSaleMessagesSchema,
    marketing_preferences: optionalMarketingPreferencesSchema,
    before_payment_questions: questionsSchema,
    after_payment_questions: questionsSchema,

    opoa: opoaSchema,
    sagepay_or_stripe: text,
    payment_plan_schedule_options: paymentPlansSchema,
  },
  shown: {
    events: list(eventSchema),
    all_booking_fees_are_absorbed: flag,
    has_refund_protection: flag,
    is_gift_aid: flag,
    has_transfers: optionalFlag,
    has_no_open_payment: flag,
    can_extend_hold: flag,
    can_add_lines: flag,
    can_remove_seats: flag,

    had_mismatching_currencies: flag,
    reserving_error: message,
    basket_errors: texts,
    basket_success: message,

    payment_methods: list(savedPaymentMethodSchema),
    saved_answers: map(text),
    contact_number: text,
    guest_name: text,
    posted_to: text,
    order_reference: text,
    ga_ua_properties: texts,
    server_time: text,
  },
})
onTheWire(checkoutSchema, () => ({
  fields: {
    state: 'The step to show.',
    sale_reference: 'Names the reservation; "" before it.',
    seconds_remaining: 'How long the tickets are still held.',
    captcha_sitekey: 'Only while a captcha is demanded, otherwise "".',
    express: 'Whether name, email and payment are asked for on one screen.',
    edit_basket_clicked: 'Whether the buyer has released the tickets to edit the basket.',
    payment_plan_remaining: 'Whether instalments are still to be paid.',
    truelayer_returned_from:
      'How the buyer came back from the bank: "0" if they cancelled there, null if they were not there.',
    init_guest_email: 'The email that the guest has given.',
    basket_total: 'What is charged, all fees included.',
    discounts_applied: 'The amount by code.',
    refund_protection: 'Whether it is in the basket.',
    has_refund_protection: 'Whether it is offered.',
    add_donation: 'Whether a donation is asked for.',
    charity: 'Who gets the donation, null for none.',
    marketing_preferences: 'Null if the buyer is not asked.',
    before_payment_questions: 'By the id of the ticket.',
    after_payment_questions: 'By the id of the ticket.',
    opoa: 'The payment provider of this basket.',
    sagepay_or_stripe: 'The name of the card provider; "" lets the buyer pay by bank transfer.',
    payment_plan_schedule_options: 'Plans by their number of months.',
    basket_errors: 'Messages for the buyer.',
    ga_ua_properties: 'Analytics properties of the events.',
  },
  added: {
    payment_methods: 'The saved cards of a signed-in buyer, for payment in instalments.',
    saved_answers:
      'What the buyer has answered before the payment, as `save_question_answers` has sent it; "true" for a ticked box.',
    contact_number: 'The contact number that is known already.',
    guest_name: 'The full name that the guest has given.',
    posted_to: 'Where posted tickets and gift vouchers go, on one line; "" if nothing is posted.',
    order_reference: 'The short reference of a paid order.',
    has_transfers: 'Whether tickets of the order were transferred.',
    has_no_open_payment: 'Whether no payment is under way; otherwise the page asks `get_payment_error`.',
    can_extend_hold: 'Whether the page may ask for more time (`extend_hold`) when two minutes are left.',
    can_add_lines:
      'Whether `update_ticket_quantity` and `update_gift_voucher_quantity` put a line into the basket that is not in it, if they have `add`.',
    can_remove_seats: 'Whether `remove_from_basket` removes a single seat if it has `seat`.',
    server_time: "The shop's time.",
  },
}))
export type Checkout = z.output<typeof checkoutSchema>

/** Reply of the checkout call [CALL-31]; rejects other objects, which would look like an empty basket. */
export const checkoutReplySchema = z.pipe(
  only((value) => isRecord(value) && ('state' in value || 'tickets' in value)),
  checkoutSchema,
)

/** Reply of reporting the step, with the remaining seconds of the hold [CALL-32]. */
export const basketStateSchema = fields({ seconds_remaining: secondsLeft })
