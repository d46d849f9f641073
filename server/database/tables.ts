// Generated from the migrated database by `npm run database-types`. Do not edit: change a migration or its comments.
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

import type { CheckoutState, MarketingChoices, PostalAddress, RemovedLine } from './column-types.ts'

type Moment = ColumnType<Date, Date | string, Date | string>
type DefaultMoment = ColumnType<Date, Date | string | undefined, Date | string>
type MaybeMoment = ColumnType<Date | null, Date | string | null, Date | string | null>
type MaybeJson<T extends object> = ColumnType<T | null, string | null, string | null>

export type Currency = 'GBP' | 'EUR' | 'USD'

export type Provider = '' | 'stripe' | 'square'

export type PlaceStatus = 'waiting' | 'admitted' | 'bought' | 'over' | 'left'

/** The offset of the shop's time; one row. */
interface ShopClockTable {
  id: Generated<boolean>
  moved_by: Generated<string>
  /** When the shop last looked at the clock, to notice that the database's clock was set back. */
  seen_at: MaybeMoment
}

interface UsersTable {
  id: Generated<string>
  email: string
  first_name: Generated<string>
  last_name: Generated<string>
  phone: Generated<string>
  is_dark_mode: Generated<boolean>
  subscribed: Generated<boolean>
  is_event_subscribed: Generated<boolean>
  created_at: DefaultMoment
}

interface UserAddressesTable {
  id: Generated<string>
  user_id: string
  first_name: string
  last_name: string
  address_1: string
  address_2: Generated<string>
  town: string
  postcode: string
  country: string
  state: Generated<string>
  created_at: DefaultMoment
}

/** Cards that a provider keeps for a user. */
interface UserCardsTable {
  id: Generated<string>
  user_id: string
  provider: string
  /** The organiser's account at the provider that the card belongs to, or '' for the shop's. */
  account: Generated<string>
  provider_customer_id: string
  provider_method_id: string
  /** The same for the same card number at one account; '' if unknown. */
  fingerprint: Generated<string>
  brand: string
  last4: string
  expiry_month: number
  expiry_year: number
  funding: Generated<string>
  is_default: Generated<boolean>
  created_at: DefaultMoment
}

interface SessionsTable {
  id: Generated<string>
  token_hash: string
  user_id: string | null
  sale_id: string | null
  /** The referrer's link that the visitor has opened last. */
  referrer: string | null
  created_at: DefaultMoment
  expires_at: Moment
}

interface OneTimeCodesTable {
  id: Generated<string>
  session_id: string
  email: string
  code_hash: string
  tries: Generated<number>
  created_at: DefaultMoment
  expires_at: Moment
  used_at: MaybeMoment
}

interface LimitCountersTable {
  key: string
  count: number
  resets_at: Moment
}

/** Recently replaced session tokens, which requests already under way still carry. */
interface RotatedTokensTable {
  token_hash: string
  forget_at: Moment
}

/** A user's customer at a provider, for each account there. */
interface ProviderCustomersTable {
  user_id: string
  provider: string
  account: string
  customer_id: string
  created_at: DefaultMoment
}

interface CharitiesTable {
  id: string
  name: string
  logo: Generated<string>
  description_html: Generated<string>
  donation_options: Generated<number[]>
  donation_checkout_title: string
  base_fee: Generated<number>
  booking_fee_basis_points: Generated<number>
  booking_fee_includes_vat: Generated<boolean>
  booking_fee_vat_basis_points: Generated<number>
  booking_fee_cap: number | null
}

interface OrganisersTable {
  id: string
  name: string
  blurb: Generated<string>
  picture: Generated<string>
  charity_id: string | null
  is_express: Generated<boolean>
  is_saas: Generated<boolean>
  provider: Generated<Provider>
  merchant_id: Generated<string>
  provider_overridden: Generated<boolean>
  takes_bank_transfers: Generated<boolean>
  requires_phone_number: Generated<boolean>
  custom_refund_policy: Generated<string>
  /** For buyers' questions; '' if unknown. */
  contact_email: Generated<string>
  marketing_signup_message: string
  refund_protection_cost_basis_points: Generated<number>
  /** What the statement of a card or bank calls a payment; '' if unknown. */
  statement_name: Generated<string>
  /** What refund protection covers, until when, and who pays; '' if it is not told. */
  refund_protection_terms: Generated<string>
  /** Where the terms of refund protection are in full; '' for nowhere. */
  refund_protection_url: Generated<string>
  /** Where the organiser's business is; '' if unknown. */
  postal_address: Generated<string>
  /** The organiser's VAT registration number; '' without one. */
  vat_number: Generated<string>
}

interface EventsTable {
  id: string
  organiser_id: string
  title: string
  blurb: Generated<string>
  description_html: Generated<string>
  picture: Generated<string>
  category: Generated<string>
  currency: Generated<Currency>
  venue_name: Generated<string>
  venue_full_address: Generated<string>
  venue_map_address: Generated<string>
  livestream_url: Generated<string>
  refund_protection: Generated<boolean>
  different_timeslots_message: Generated<string>
  hide_booking_fee: Generated<boolean>
  reward_text: Generated<string>
  reward_short_text: Generated<string>
  demands_captcha: Generated<boolean>
  ga: Generated<string>
  ga_conversion_id: Generated<string>
  fb_pixel: Generated<string>
  published: Generated<boolean>
  position: Generated<number>
  /** Buyers that its waiting room admits at once, 0 for nobody at present; null without a waiting room. */
  waiting_room_capacity: number | null
  /** How long an admitted buyer has to reserve. */
  waiting_room_minutes: Generated<number>
}

interface EventDatesTable {
  id: string
  event_id: string
  starts_at: Moment
  ends_at: MaybeMoment
  /** When the doors open; null if not known. */
  doors_at: MaybeMoment
  sale_opens_at: MaybeMoment
  sale_closes_at: MaybeMoment
  provider_identifier: Generated<string>
  seating_plan: MaybeJson<object>
  published: Generated<boolean>
}

interface RefundPoliciesTable {
  id: string
  title: string
  description: Generated<string>
  text: Generated<string>
}

interface PoolsTable {
  id: string
  event_date_id: string
  capacity: number
  held: Generated<number>
  sold: Generated<number>
}

interface TicketTypesTable {
  id: string
  event_id: string
  event_date_id: string
  pool_id: string
  key: string
  name: string
  description: Generated<string>
  price: number
  booking_fee: Generated<number>
  absorb_fee: Generated<boolean>
  min_per_customer: Generated<number>
  max_per_customer: number | null
  deliverable: Generated<boolean>
  delivery_cost: Generated<number>
  non_refundable: Generated<boolean>
  refund_policy_id: string | null
  plan_months: Generated<number[]>
  /**
   * On a date with a seating plan, the key of the hall's category whose seats it is for; '' for all
   * categories.
   */
  seat_category: Generated<string>
  position: Generated<number>
  /** False once it is off sale; orders still refer to it. */
  published: Generated<boolean>
}

interface TicketRequirementsTable {
  ticket_type_id: string
  required_ticket_type_id: string
}

interface GiftVoucherProductsTable {
  id: string
  organiser_id: string
  name: string
  blurb: Generated<string>
  picture: Generated<string>
  currency: Generated<Currency>
  values_offered: Generated<number[]>
  min_value: number
  max_value: number
  valid_months: number
  delivery_cost: Generated<number>
  published: Generated<boolean>
}

interface DiscountCodesTable {
  code: string
  organiser_id: string | null
  event_id: string | null
  /**
   * `ticket_percent` in basis points; `ticket_amount` off each ticket and `basket_amount` off the whole,
   * in pence.
   */
  kind: 'ticket_percent' | 'ticket_amount' | 'basket_amount'
  amount: number
  currency: Currency | null
  starts_at: MaybeMoment
  ends_at: MaybeMoment
  max_uses: number | null
  held: Generated<number>
  used: Generated<number>
  /** Applied only by a link that its organiser has signed, never when typed. */
  signed_link_only: Generated<boolean>
}

interface QuestionsTable {
  id: string
  event_id: string
  ticket_type_id: string | null
  before_or_after: 'before' | 'after'
  question: string
  type: 'text' | 'checkbox' | 'dropdown'
  mandatory: Generated<boolean>
  once_per_checkout: Generated<boolean>
  osq_id: Generated<string>
  options: Generated<string[]>
  position: Generated<number>
  published: Generated<boolean>
}

interface WaiversTable {
  id: string
  event_id: string
  title: string
  text_html: string
  published: Generated<boolean>
}

interface AfterSaleMessagesTable {
  id: string
  event_id: string
  message: string
}

/** Baskets, holds and orders. */
interface SalesTable {
  id: Generated<string>
  /** The session of the buyer; other visitors of the same sale see only the basket. */
  session_id: string | null
  user_id: string | null
  /** A secret: whoever has the link with it sees the basket. */
  reference: string | null
  /** Eight letters that a buyer can read aloud; null until the sale is paid. No secret. */
  order_reference: string | null
  state: Generated<CheckoutState>
  currency: Currency | null
  basket_version: Generated<number>
  held_until: MaybeMoment
  /** From which address it is held, or waits to be, as a keyed hash; null without either. */
  held_from: string | null
  /** Since when it waits for what its address may hold (decision 44); null if it does not. */
  waits_since: MaybeMoment
  waits_until: MaybeMoment
  /** Pence; set when a payment attempt opens, null before. */
  total: number | null
  /** Pence; the total after the buyer's last change, or that they were last told (decision 15). */
  known_total: number | null
  paid_at: MaybeMoment
  guest_email: Generated<string>
  /** False if the buyer typed the email and has not shown that it is theirs: an express guest. */
  is_email_proven: Generated<boolean>
  guest_name: Generated<string>
  contact_number: Generated<string>
  refund_protection: Generated<boolean>
  donation_charity_id: string | null
  donation_amount: Generated<number>
  is_gift_aid: Generated<boolean>
  gift_aid_uk_based: Generated<boolean>
  gift_aid_address1: Generated<string>
  gift_aid_postcode: Generated<string>
  gift_aid_subscribe: Generated<boolean>
  gift_aid_declared_at: MaybeMoment
  /** The exact wording the donor agreed to. */
  gift_aid_wording: Generated<string>
  delivery_address: MaybeJson<PostalAddress>
  gift_voucher_from: Generated<string>
  gift_voucher_to: Generated<string>
  marketing_choices: MaybeJson<MarketingChoices>
  plan_months: number | null
  captcha_passed_at: MaybeMoment
  /**
   * When a captcha was last asked for because of held tickets, so that the checkout shows it after a
   * reload.
   */
  captcha_asked_at: MaybeMoment
  reserve_count: Generated<number>
  had_mismatching_currencies: Generated<boolean>
  reserving_error: Generated<string>
  basket_errors: Generated<string>
  basket_success: Generated<string>
  edit_basket_clicked: Generated<boolean>
  truelayer_returned_from: string | null
  payment_error: Generated<string>
  delivered_to_bitticket_at: MaybeMoment
  delivered_to_wallet_at: MaybeMoment
  /**
   * When tickets were last offered to other people; null before, and once an offer has ended without the
   * tickets moving.
   */
  transferred_at: MaybeMoment
  created_at: DefaultMoment
  updated_at: DefaultMoment
  /** By how much this hold was made longer; 0 if it was not (decision 62). */
  extended_seconds: Generated<number>
  /** The line that was removed last, and its number, which it gets back; null before. */
  removed_line: MaybeJson<RemovedLine>
}

interface SaleTicketsTable {
  sale_id: string
  ticket_type_id: string
  qty: number
  held_qty: Generated<number>
  /** Price, fee and absorption when the ticket was reserved; null in a basket that is not reserved. */
  price: number | null
  booking_fee: number | null
  absorb_fee: boolean | null
  line_number: Generated<number>
}

interface SaleGiftVouchersTable {
  sale_id: string
  product_id: string
  value: number
  qty: number
  line_number: Generated<number>
}

interface SaleCodesTable {
  sale_id: string
  code: string
  is_held: Generated<boolean>
  applied_at: DefaultMoment
}

interface IssuedVouchersTable {
  id: Generated<string>
  code: string
  sale_id: string | null
  product_id: string | null
  organiser_id: string
  currency: Currency
  value: number
  balance: number
  held: Generated<number>
  expires_at: Moment
  created_at: DefaultMoment
}

interface SaleVouchersAppliedTable {
  sale_id: string
  issued_voucher_id: string
  held_amount: Generated<number>
  applied_at: DefaultMoment
}

interface AnswersTable {
  sale_id: string
  question_id: string
  /** '' (with copy 0) for a question asked once per basket. */
  ticket_type_id: Generated<string>
  copy: Generated<number>
  answer: string
}

interface MarketingConsentsTable {
  id: Generated<string>
  email: string
  user_id: string | null
  sale_id: string | null
  /**
   * The sale, if nobody has proven the email: the consent counts once it is paid, and goes with a basket
   * that never is.
   */
  unproven_sale_id: string | null
  list: 'newsletter' | 'event_updates' | 'organiser'
  organiser_id: string | null
  granted: boolean
  wording: string
  given_at: DefaultMoment
}

interface PaymentAttemptsTable {
  id: Generated<string>
  sale_id: string
  /** The page's idempotency key of this attempt. */
  attempt: string
  provider: 'stripe' | 'square' | 'truelayer' | 'free'
  method: 'card' | 'instalment' | 'bank' | 'free'
  basket_version: number
  amount: number
  currency: Currency
  /** `quarantined`: paid, but not as requested; see `alarms`. */
  status: Generated<'open' | 'succeeded' | 'failed' | 'cancelled' | 'quarantined'>
  provider_id: string | null
  redirect_url: Generated<string>
  details: MaybeJson<object>
  /** The number of the instalment that this attempt pays; null for a payment in full. */
  instalment: number | null
  error: Generated<string>
  /** The provider's word for why it failed, such as `do_not_honor`; '' for none. */
  declined_for: Generated<string>
  /** The network address that it was asked for from, as a keyed hash; null without a buyer. */
  asked_from: string | null
  /** The card's fingerprint at the provider: the same for the same number; '' if unknown. */
  card: Generated<string>
  created_at: DefaultMoment
  updated_at: DefaultMoment
  /** When a page's poll last asked the provider about a payment, so that simultaneous polls ask once. */
  asked_at: MaybeMoment
  /** How often in a row the job could not ask the provider. */
  tries: Generated<number>
  /** When the job asks the provider next. */
  next_try_at: DefaultMoment
}

/** The ledger of charges and refunds. */
interface PaymentsTable {
  id: Generated<string>
  sale_id: string
  attempt_id: string | null
  kind: 'charge' | 'refund'
  provider: string
  /** The payment at the provider, also of a refund. */
  provider_id: string
  /** As reported by the provider, in any currency. */
  amount: number
  currency: string
  /** A refund is `pending` until the provider has `accepted` it, then `done` or `failed`. */
  status: 'pending' | 'accepted' | 'done' | 'failed'
  /** The refund at the provider, or the lost dispute; null until it is accepted. */
  refund_id: string | null
  /**
   * `shop`: the money paid for nothing; `owner`: `npm run orders`; `provider`: made there; `dispute`:
   * lost. Null for charges.
   */
  refunded_by: 'shop' | 'owner' | 'provider' | 'dispute' | null
  /** The idempotency key of the owner's request; null for all other rows. */
  request: string | null
  created_at: DefaultMoment
  /** How often the job has asked the provider about this refund. */
  tries: Generated<number>
  /** When the job asks the provider next. */
  next_try_at: DefaultMoment
}

interface ProviderEventsTable {
  provider: string
  event_id: string
  type: string
  payload: JSONColumnType<object>
  /** Why the event was not applied; '' if it was. */
  problem: Generated<string>
  received_at: DefaultMoment
  applied_at: MaybeMoment
}

interface InstalmentsTable {
  id: Generated<string>
  sale_id: string
  number: number
  due_at: Moment
  amount: number
  payment_id: string | null
  reminded_at: MaybeMoment
  /** How often charging has failed. */
  tries: Generated<number>
  /** When the job charges it; the due time until a charge has failed. */
  next_try_at: Moment
}

/** A buyer's agreement to pay a sale in instalments, and the card that pays them. */
interface PaymentPlansTable {
  sale_id: string
  months: number
  /** `stopped`: charging has failed too often; see `alarms`. `cancelled`: the order was refunded. */
  status: Generated<'active' | 'completed' | 'stopped' | 'cancelled'>
  provider: string
  /** The organiser's account at the provider, or '' for the shop's. */
  account: string
  provider_customer_id: string
  provider_method_id: string
  brand: string
  last4: string
  expiry_month: number
  expiry_year: number
  mobile: string
  /** The exact wording the buyer agreed to. */
  wording: string
  agreed_at: DefaultMoment
  updated_at: DefaultMoment
}

interface TransfersTable {
  id: Generated<string>
  sale_id: string
  ticket_type_id: string
  /** Hash of the secret in the link of the recipient's mail; null until the mail is queued. */
  token_hash: string | null
  name: string
  email: string
  qty: number
  is_gift: boolean
  deliver_at: Moment
  message: Generated<string>
  /**
   * `cancelled`: a gift that was not sent, because its tickets were no longer the sender's to give;
   * `withdrawn`: taken back by the sender.
   */
  status: Generated<'offered' | 'accepted' | 'declined' | 'cancelled' | 'withdrawn'>
  accepted_by: string | null
  /** The withdrawn transfer of the same tickets that this one corrects. */
  replaces: string | null
  /** Recognises the request that offered the tickets when it is repeated; empty for a correction. */
  request_digest: Generated<string>
  created_at: DefaultMoment
}

interface TicketsTable {
  id: Generated<string>
  sale_id: string
  ticket_type_id: string
  copy: number
  /** The numbered seat, as "section-row-number"; '' for none. */
  seat: Generated<string>
  code: string
  user_id: string | null
  transfer_id: string | null
  /** Paid in instalments, so that it is released after the last one. */
  is_on_plan: Generated<boolean>
  /** When the ticket reached the wallet; null while instalments are still due. */
  released_at: MaybeMoment
  created_at: DefaultMoment
}

interface WaiverAcceptancesTable {
  sale_id: string
  waiver_id: string
  name: Generated<string>
  accepted_at: DefaultMoment
}

interface FeedbackTable {
  id: Generated<string>
  sale_id: string | null
  message: string
  created_at: DefaultMoment
}

/** Entry codes that no longer admit anybody, and why. */
interface VoidedCodesTable {
  code: string
  ticket_id: string
  reason: 'transferred' | 'refunded' | 'replaced'
  voided_at: DefaultMoment
}

/** Links with a secret, with which the door of an event date is opened. */
interface DoorLinksTable {
  id: Generated<string>
  event_date_id: string
  secret_hash: string
  created_at: DefaultMoment
  closed_at: MaybeMoment
}

interface AdmissionsTable {
  ticket_id: string
  door_link_id: string
  /** The idempotency key of the scan that admitted the ticket. */
  scan: string
  admitted_at: DefaultMoment
}

/** Links by which the buyer of an order recommends its events. */
interface ReferrersTable {
  token: string
  sale_id: string
  created_at: DefaultMoment
}

/** Orders whose buyers came by a referrer's link. */
interface ReferralsTable {
  sale_id: string
  referrer: string
  created_at: DefaultMoment
}

interface OutboxTable {
  id: Generated<string>
  kind: string
  /** Idempotency key: the same mail queued twice is one row. */
  key: string
  payload: JSONColumnType<object>
  due_at: DefaultMoment
  attempts: Generated<number>
  error: Generated<string>
  sent_at: MaybeMoment
  created_at: DefaultMoment
}

interface SandboxRecordsTable {
  id: string
  kind: string
  idempotency_key: string | null
  data: JSONColumnType<object>
  created_at: DefaultMoment
}

/** Events of the simulated seats.io. */
interface SandboxHallEventsTable {
  key: string
  hall: string
  /** Counts the changes of status, for those who watch the hall. */
  version: Generated<number>
}

interface SandboxHoldTokensTable {
  token: string
  expires_at: Moment
}

/** Seats of the simulated seats.io whose status has ever changed; a seat without a row is free. */
interface SandboxSeatsTable {
  event_key: string
  label: string
  status: string
  hold_token: string | null
  order_id: string | null
  ticket_type: string | null
  /** The event's version at the seat's last change. */
  version: number
}

/** Addresses known to the built-in address finder. */
interface KnownAddressesTable {
  id: GeneratedAlways<number>
  line_1: string
  line_2: Generated<string>
  town: string
  postcode: string
}

/** What the shop's owner must look into; see docs/operations.md. Nothing personal. */
interface AlarmsTable {
  id: Generated<string>
  kind:
    | 'wrong_payment'
    | 'unknown_payment'
    | 'payment_unsettled'
    | 'payment_disputed'
    | 'dispute_lost'
    | 'refunded_at_provider'
    | 'books_differ'
    | 'card_testing'
    | 'refund_failed'
    | 'plan_stopped'
    | 'seats_out_of_step'
    | 'order_not_delivered'
    | 'gift_not_sent'
    | 'message_not_sent'
    | 'step_too_slow'
    | 'step_unexpected'
  /** The same alarm raised twice is one row. */
  key: string
  sale_id: string | null
  attempt_id: string | null
  provider: string
  details: JSONColumnType<object>
  raised_at: DefaultMoment
  logged_at: MaybeMoment
  resolved_at: MaybeMoment
  /** What the owner wrote when closing it. */
  note: Generated<string>
}

/** When a sale first and last showed a step; once for each event of its basket. */
interface StepArrivalsTable {
  sale_id: string
  /** '' for a basket without tickets. */
  event_id: string
  state: CheckoutState
  arrived_at: DefaultMoment
  last_at: DefaultMoment
}

/** Numbered seats of ticket lines: each is one of its line's quantity. */
interface SaleSeatsTable {
  sale_id: string
  event_date_id: string
  /** The seat's label at the seating provider. */
  label: string
  ticket_type_id: string
  section: string
  row_name: string
  number: string
  /** The hold token under which the buyer chose the seat on the seating plan. */
  chart_token: string
  /** Grows with every seat that is added. */
  seat_number: GeneratedAlways<number>
  restricted_view: Generated<boolean>
}

/**
 * Seats that the shop holds or has booked at the seating provider for a sale. Only one sale has a
 * seat.
 */
interface SeatClaimsTable {
  event_date_id: string
  label: string
  sale_id: string
  /** The shop's own hold token; each claim of a seat has another one. */
  token: string
  token_ends_at: Moment
  /** What the provider was told last. `taking` and `freeing`: it was asked, and has not confirmed. */
  status: 'taking' | 'held' | 'booked' | 'freeing'
  /** How long an unreserved basket keeps the seat; 'infinity' once it is paid. */
  kept_until: Moment
  /** How often in a row the job could not tell the provider. */
  tries: Generated<number>
  /** When the job tells the provider next. */
  next_try_at: DefaultMoment
}

/** Changes with every statement that changes the catalogue, without its stock; one row. */
interface CatalogueVersionTable {
  id: Generated<boolean>
  version: Generated<string>
}

interface WaitingRoomPlacesTable {
  id: Generated<string>
  event_id: string
  /** Null once somebody else has signed in to the session: then only the account has the place. */
  session_id: string | null
  user_id: string | null
  /**
   * `bought`: has paid; `over`: did not reserve or pay in time; `left`: was not seen for so long that
   * the place was cancelled.
   */
  status: Generated<PlaceStatus>
  /** In the draw of those who came before the sale opened; null for those who came later. */
  lot: string | null
  /** Place in the line, of which only the order has a meaning; null until it is drawn. */
  number: number | null
  joined_at: DefaultMoment
  seen_at: DefaultMoment
  /** The job that admits has found that they were not seen for long; false again once they are seen. */
  is_away: Generated<boolean>
  /** The shortest waiting time that the visitor was told, in minutes. */
  told_minutes: number | null
  admitted_until: MaybeMoment
  ended_at: MaybeMoment
  /** What was reserved with the admission. */
  sale_id: string | null
}

/** The steps that pages of sales have reported, in order. Only added to. */
interface StepLogTable {
  sale_id: string
  id: GeneratedAlways<number>
  /** The step reported before; null for the first one. */
  from_state: CheckoutState | null
  to_state: CheckoutState
  at: DefaultMoment
  /** The events of the basket; none for one without tickets. */
  event_ids: string[]
  /** What the shop is at the time; '' for one that is not built. */
  release: string
  /** The sale had not reached the step. */
  is_refused: Generated<boolean>
}

/** Calls of a sale that were answered with an error. Nothing personal. */
interface RefusedCallsTable {
  sale_id: string
  /** The step that the sale was at. */
  state: CheckoutState
  /** The last part of the address of the call. */
  call: string
  status: number
  at: DefaultMoment
}

/** Every table of the shop, for Kysely. Money is integer pence; times are database times. */
export interface Tables {
  shop_clock: ShopClockTable
  users: UsersTable
  user_addresses: UserAddressesTable
  user_cards: UserCardsTable
  sessions: SessionsTable
  one_time_codes: OneTimeCodesTable
  limit_counters: LimitCountersTable
  rotated_tokens: RotatedTokensTable
  provider_customers: ProviderCustomersTable
  charities: CharitiesTable
  organisers: OrganisersTable
  events: EventsTable
  event_dates: EventDatesTable
  refund_policies: RefundPoliciesTable
  pools: PoolsTable
  ticket_types: TicketTypesTable
  ticket_requirements: TicketRequirementsTable
  gift_voucher_products: GiftVoucherProductsTable
  discount_codes: DiscountCodesTable
  questions: QuestionsTable
  waivers: WaiversTable
  after_sale_messages: AfterSaleMessagesTable
  sales: SalesTable
  sale_tickets: SaleTicketsTable
  sale_gift_vouchers: SaleGiftVouchersTable
  sale_codes: SaleCodesTable
  issued_vouchers: IssuedVouchersTable
  sale_vouchers_applied: SaleVouchersAppliedTable
  answers: AnswersTable
  marketing_consents: MarketingConsentsTable
  payment_attempts: PaymentAttemptsTable
  payments: PaymentsTable
  provider_events: ProviderEventsTable
  instalments: InstalmentsTable
  payment_plans: PaymentPlansTable
  transfers: TransfersTable
  tickets: TicketsTable
  waiver_acceptances: WaiverAcceptancesTable
  feedback: FeedbackTable
  voided_codes: VoidedCodesTable
  door_links: DoorLinksTable
  admissions: AdmissionsTable
  referrers: ReferrersTable
  referrals: ReferralsTable
  outbox: OutboxTable
  sandbox_records: SandboxRecordsTable
  sandbox_hall_events: SandboxHallEventsTable
  sandbox_hold_tokens: SandboxHoldTokensTable
  sandbox_seats: SandboxSeatsTable
  known_addresses: KnownAddressesTable
  alarms: AlarmsTable
  step_arrivals: StepArrivalsTable
  sale_seats: SaleSeatsTable
  seat_claims: SeatClaimsTable
  catalogue_version: CatalogueVersionTable
  waiting_room_places: WaitingRoomPlacesTable
  step_log: StepLogTable
  refused_calls: RefusedCallsTable
}
