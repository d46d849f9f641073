import * as z from 'zod'

import { offsetTime } from '#server/catalogue/dates.ts'
import { decimal } from '#src/lib/money.ts'
import { isEmail } from '#src/checkout/rules/people.ts'
import { linkAddress } from '#src/lib/link-address.ts'
import { anySite, isWebAddress } from '#src/lib/web-address.ts'

import { linksIn } from './links-in.ts'

/**
 * The catalogue file: everything that the shop sells, as its owner writes it (docs/catalogue.md). In the file an amount is
 * text with two decimals ("18.50") and a time is ISO 8601 with its offset; once parsed, an amount is integer pence, a
 * percentage integer basis points, and a time a `Date`. `z.encode` goes back. Unknown keys are errors.
 */

const hundredths = (example: string, pattern: RegExp) =>
  z.codec(
    z
      .string(`must be text with two decimals, in quotes: "${example}"`)
      .regex(pattern, `must have two decimals and nothing else, such as "${example}"`),
    z.int(),
    { decode: (text) => Number(text.replace('.', '')), encode: decimal },
  )

/** An amount in the currency's main unit. PostgreSQL's integers hold up to 21 million. */
const money = hundredths('18.50', /^\d{1,7}\.\d\d$/)
const positive = money.refine((pence) => pence > 0, 'must be more than "0.00"')
const percent = hundredths('2.50', /^(?:\d{1,2}\.\d\d|100\.00)$/)

const time = z.codec(
  z.iso.datetime({
    offset: true,
    error: 'must be a time with its offset from UTC, such as "2027-06-25T19:30:00+01:00"',
  }),
  z.date(),
  { decode: (text) => new Date(text), encode: offsetTime },
)
const maybeTime = time.nullable().default(null)

const text = z.string()
const line = text.default('')
/** A web address or a path of the shop; "" for none. */
const address = line.refine(
  (value) => value === '' || (/^(?:https?:\/\/|\/(?!\/))/i.test(value) && isWebAddress(value)),
  'must be a web address, such as "https://example.org/live", or a path of the shop, such as "/pictures/hall.svg"',
)
/** Refuses HTML with links to anything but web, email and phone addresses. */
const plainLinks: z.core.CheckFn<string> = ({ value, issues }) => {
  for (const link of linksIn(value))
    if (linkAddress(link, anySite) === null)
      issues.push({
        code: 'custom',
        input: value,
        message: `links to "${link}", which is no web, email or phone address`,
      })
}
const html = text.check(plainLinks)
const no = z.boolean().default(false)
const yes = z.boolean().default(true)
const atLeast = (least: number) =>
  z.int('must be a whole number').min(least, `must be ${least} or more`).max(1_000_000, 'is too large')

const filled = text.refine((value) => value.trim() !== '', 'must not be empty')
const id = text.regex(/^[^\s/?#]+$/, 'must be one word, such as "spring-concert"')
const dateId = text.regex(
  /^[A-Za-z0-9-]+$/,
  'must be letters, digits and hyphens, such as "spring-concert-friday"',
)
const currency = z.enum(['GBP', 'EUR', 'USD'])
const list = <T extends z.ZodType>(item: T) => z.array(item).default([])

/** A refund policy, shown beside the tickets that have it. */
export const refundPolicySchema = z.strictObject({ id, title: filled, description: line, text: line })

/** A charity that buyers can donate to, with the fee on a donation. */
export const charitySchema = z.strictObject({
  id,
  name: filled,
  /** Address of the picture. */
  logo: address,
  description_html: html.default(''),
  /** Amounts offered as buttons. */
  donation_options: list(positive),
  donation_checkout_title: filled,
  /** The fee of every donation; `booking_fee_percent` of the donation comes on top, up to `booking_fee_cap`. */
  base_fee: money.default(0),
  booking_fee_percent: percent.default(0),
  booking_fee_includes_vat: no,
  booking_fee_vat_percent: percent.default(0),
  booking_fee_cap: money.nullable().default(null),
})

/** A capacity of a date, which one or more ticket types share. */
export const poolSchema = z.strictObject({
  /** Unique within the date. */
  name: id,
  /** Unique in the shop; the date's id and the name unless given. */
  id: id.optional(),
  capacity: atLeast(0),
})

/** A price: a kind of ticket for a date. */
export const ticketTypeSchema = z.strictObject({
  /** Unique within the date, and part of the addresses that add it to a basket. */
  key: id,
  /** Unique in the shop; the date's id and the key unless given. */
  id: id.optional(),
  /** Name of the date's pool that it sells from, or the id of another date's; its key unless given. */
  pool: id.optional(),
  name: filled,
  description: line,
  price: money,
  booking_fee: money.default(0),
  /** The organiser pays the booking fee. */
  absorb_fee: no,
  min_per_customer: atLeast(0).default(0),
  max_per_customer: atLeast(1).nullable().default(null),
  /** Sent by post, for `delivery_cost` a parcel. */
  deliverable: no,
  delivery_cost: money.default(0),
  non_refundable: no,
  /** Id of a refund policy. */
  refund_policy: id.nullable().default(null),
  /** Numbers of monthly instalments offered; 1 is payment in full. */
  plan_months: list(atLeast(1).max(12, 'must be 12 or less')),
  /** On a date with numbered seats, the key of the hall's category whose seats it is for; "" for all. */
  seat_category: line,
  /** Keys of ticket types of the date, or ids of others: one of them must be bought as well. */
  requires: list(id),
  /** On sale; false takes it off sale and keeps what is sold. */
  published: yes,
})

/** One date of an event. */
export const dateSchema = z.strictObject({
  /** Unique in the shop, and part of public addresses. */
  id: dateId,
  starts_at: time,
  ends_at: maybeTime,
  doors_at: maybeTime,
  /** Tickets are sold between these two; without them at once, and until the start. */
  sale_opens_at: maybeTime,
  sale_closes_at: maybeTime,
  /** Numbered seats, chosen on a seating plan of this provider. */
  seating_plan: z
    .strictObject({ provider: z.literal('seatsio') })
    .nullable()
    .default(null),
  /** The event's key at the seating provider. */
  provider_identifier: line,
  published: yes,
  pools: list(poolSchema),
  tickets: list(ticketTypeSchema),
})

/** A question to buyers, before or after the payment. */
export const questionSchema = z.strictObject({
  id,
  /** Id of the only ticket type that it is about; all of the event's unless given. */
  ticket_type: id.nullable().default(null),
  before_or_after: z.enum(['before', 'after']),
  question: filled,
  type: z.enum(['text', 'checkbox', 'dropdown']),
  mandatory: no,
  /** Asked once, not for each ticket. */
  once_per_checkout: no,
  osq_id: line,
  /** The choices of a dropdown. */
  options: list(filled),
  published: yes,
})

/** Terms that everybody who takes part accepts after the sale. */
export const waiverSchema = z.strictObject({
  id,
  title: filled,
  text_html: filled.check(plainLinks),
  published: yes,
})

/** A message shown to buyers after the sale. */
export const messageSchema = z.strictObject({ id, message: filled })

/** An event with its dates, and what buyers are asked and told. */
export const eventSchema = z.strictObject({
  /** Unique in the shop, and part of public addresses. */
  id,
  title: filled,
  blurb: line,
  description_html: html.default(''),
  /** Address of the picture. */
  picture: address,
  category: line,
  currency: currency.default('GBP'),
  venue_name: line,
  venue_full_address: line,
  venue_map_address: line,
  livestream_url: address,
  /** Buyers may add refund protection. */
  refund_protection: no,
  different_timeslots_message: line,
  hide_booking_fee: no,
  reward_text: line,
  reward_short_text: line,
  /** A captcha before each reservation. */
  demands_captcha: no,
  ga: line,
  ga_conversion_id: line,
  fb_pixel: line,
  /** With a number, buyers go through a waiting room, which admits as many at once; 0 admits nobody for now. */
  waiting_room_capacity: atLeast(0).nullable().default(null),
  /** How long an admitted buyer has to reserve. */
  waiting_room_minutes: atLeast(1).default(10),
  published: yes,
  /** Place on the front page, smallest first. */
  position: z.int('must be a whole number').min(-1_000_000).max(1_000_000).default(0),
  dates: list(dateSchema),
  questions: list(questionSchema),
  waivers: list(waiverSchema),
  messages: list(messageSchema),
})

/** A gift voucher that buyers can buy. */
export const voucherSchema = z.strictObject({
  id,
  name: filled,
  blurb: line,
  picture: address,
  currency: currency.default('GBP'),
  values_offered: list(positive),
  min_value: positive,
  max_value: positive,
  valid_months: atLeast(1),
  delivery_cost: money.default(0),
  published: yes,
})

/** A discount code. */
export const codeSchema = z.strictObject({
  code: text.regex(/^[^\sa-z]+$/, 'must be capital letters, digits and signs without spaces'),
  /** Id of the only event that it is for. */
  event: id.nullable().default(null),
  /** Off each ticket by per cent or by an amount, or an amount off the whole basket. */
  kind: z.enum(['ticket_percent', 'ticket_amount', 'basket_amount']),
  /** Per cent ("10.00") or money ("5.00"), as the kind says. */
  amount: positive,
  /** Of an amount of money. */
  currency: currency.nullable().default(null),
  starts_at: maybeTime,
  ends_at: maybeTime,
  max_uses: atLeast(0).nullable().default(null),
  /** Applied only by a link that the organiser has signed (docs/links.md), never when typed. */
  signed_link_only: no,
})

/** An organiser with all that it sells, and how it is paid. */
export const organiserSchema = z.strictObject({
  id,
  name: filled,
  blurb: line,
  picture: address,
  /** Id of the charity that its buyers can donate to. */
  charity: id.nullable().default(null),
  is_express: no,
  is_saas: no,
  /** Who takes card payments: "" for the shop's own account. */
  provider: z.enum(['', 'stripe', 'square']).default(''),
  /** The organiser's account at the provider. */
  merchant_id: line,
  provider_overridden: no,
  takes_bank_transfers: yes,
  requires_phone_number: no,
  /** What the statement of a card or bank calls a payment. */
  statement_name: line,
  /** HTML; replaces the tickets' refund policies. */
  custom_refund_policy: html.default(''),
  contact_email: line.refine(
    (value) => value === '' || isEmail(value),
    'must be an email address, such as "office@example.org"',
  ),
  /** Where the organiser's business is. */
  postal_address: line,
  /** The organiser's VAT registration number. */
  vat_number: line,
  /** Question whether to send news; "" asks nothing. */
  marketing_signup_message: line,
  refund_protection_percent: percent.default(0),
  /** What refund protection covers, until when, and who pays. */
  refund_protection_terms: line,
  /** Where the terms of refund protection are in full. */
  refund_protection_url: address,
  events: list(eventSchema),
  vouchers: list(voucherSchema),
  codes: list(codeSchema),
})

/** The whole file. */
export const catalogueSchema = z.strictObject({
  refund_policies: list(refundPolicySchema),
  charities: list(charitySchema),
  /** Codes for the tickets of all organisers. */
  codes: list(codeSchema),
  organisers: list(organiserSchema),
})

/** A catalogue as it is written in a file. */
export type CatalogueFile = z.input<typeof catalogueSchema>
/** A parsed catalogue, with all defaults. */
export type Catalogue = z.output<typeof catalogueSchema>
