import { maxToKeep } from '#server/basket/line-limits.ts'
import { demandingFields } from '#server/basket/demands.ts'
import { isOwnSale } from '#server/basket/own-sale.ts'
import { offeredPlans } from '#server/basket/offered-plans.ts'
import { postedTo } from '#server/basket/posted-to.ts'
import type { Basket, OrganiserRow, Sale, TicketRow, VoucherRow } from '#server/basket/read-basket.ts'
import { charityRule, totalsOf, type Totals } from '#server/basket/totals.ts'
import { askedQuestions } from '#server/buyer/asked-questions.ts'
import { readSavedAnswers } from '#server/buyer/question-answers.ts'
import { isExpress } from '#server/buyer/guest.ts'
import { monthsLater, niceDate, ukDate } from '#server/catalogue/dates.ts'
import { soonestFirst } from '#server/catalogue/soonest-first.ts'
import { offersInstalmentPlans, type Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { Currency } from '#server/database/tables.ts'
import type { Session } from '#server/http/session.ts'
import { takesTransfersIn } from '#server/providers/connect-providers.ts'
import { captchaSitekey } from '#server/providers/hcaptcha.ts'
import { isCaptchaShown } from '#server/reservation/reservation.ts'
import { canExtendHold } from '#server/reservation/extend-hold.ts'
import { readRequirements, type Requirement } from '#server/reservation/ticket-requirements.ts'
import { decimal } from '#src/lib/money.ts'
import { areFeesAbsorbed } from '#src/checkout/rules/fees.ts'
import { firstHeldStep, stepFacts, type StepFacts } from '#src/checkout/rules/sale-steps.ts'

import { readContactNumber } from './contact-number.ts'
import { readRequiredOffers, type RequiredOffer } from './required-offers.ts'
import { afterSaleMessages } from './event-extras.ts'
import { readEvents } from './event-view.ts'
import { readMarketingPreferences } from './marketing-view.ts'
import { organiserViews } from './organiser-view.ts'
import { readCardViews } from './payment-view.ts'

/** The checkout object as JSON [CALL-31, ENTI-01..16, ENTI-18..25]: money as decimal strings, ids as strings. */
export type CheckoutView = Awaited<ReturnType<typeof readCheckoutView>>

interface ViewContext {
  db: Database
  config: Config
  session: Session
}

/** Shows a session's checkout. The buyer's details are shown only to the buyer, not to a sale's other visitors. */
export async function readCheckoutView({ db, config, session }: ViewContext, basket: Basket) {
  const { sale, organisers, charity, hasOpenInstalments: isPlanOpen } = basket
  const totals = totalsOf(basket)
  const isOwn = isOwnSale(sale, session)
  const requirements = await readRequirements(db, basket, session.userId)
  const offers = await readRequiredOffers(db, basket, requirements)
  // A paid order is listed as in the wallet and the mails, a basket as it was filled.
  const lines = sale.paid_at ? soonestFirst(basket.tickets) : basket.tickets
  const tickets = lines.map((line) => ({
    ...ticketLine(line, basket, totals, { requirements, offers }),
    // What is posted has no entry code, and that of an instalment plan comes with its last payment.
    non_transferable: line.deliverable || (isPlanOpen && line.plan_months.length > 0),
    is_posted: line.deliverable,
  }))
  const events = await readEvents(db, config, basket)
  const questions = askedQuestions(basket)
  const demanding = demandingFields(basket)
  const view = {
    sale_reference: sale.reference ?? '',
    seconds_remaining: sale.paid_at ? 0 : (basket.secondsRemaining ?? 0),
    captcha_sitekey: isCaptchaShown(basket) ? captchaSitekey(config) : '',
    express: isExpress(basket),
    edit_basket_clicked: sale.edit_basket_clicked,
    payment_complete: sale.paid_at !== null,
    payment_plan_remaining: isPlanOpen,
    truelayer_returned_from: isOwn ? sale.truelayer_returned_from : null,
    init_guest_email: isOwn ? sale.guest_email : '',

    tickets,
    gift_vouchers: basket.vouchers.map((line) => voucherLine(line, basket.now)),
    events,
    organisers: organiserViews(basket),

    currency: currencyView(sale.currency ?? 'GBP'),
    basket_total: decimal(totals.total),
    delivery_cost: decimal(totals.delivery),
    discounts_applied: decimals(totals.discountsApplied),
    offers_applied_total: decimal(totals.offers),
    gift_vouchers_applied_total: decimal(totals.vouchersAppliedTotal),
    all_booking_fees_are_absorbed:
      tickets.length > 0 &&
      areFeesAbsorbed({ tickets: basket.tickets.map(feeLine), gift_vouchers: basket.vouchers }),

    has_refund_protection: totals.isProtectable,
    refund_protection: totals.isProtected,
    refund_protection_cost: decimal(totals.protectionCost),

    had_mismatching_currencies: sale.had_mismatching_currencies,
    // It may tell what the buyer has bought.
    reserving_error: isOwn ? sale.reserving_error : '',
    basket_errors: sale.basket_errors ? [sale.basket_errors] : [],
    basket_success: sale.basket_success,

    donation: totals.donation
      ? {
          amount_before_booking_fee: decimal(totals.donation),
          booking_fee: decimal(totals.donationFee),
          is_gift_aid: isOwn && sale.is_gift_aid,
        }
      : null,
    donation_amount: decimal(totals.donation),
    add_donation: charity !== null,
    charity: charity && {
      id: charity.id,
      name: charity.name,
      logo: charity.logo,
      description_html: charity.description_html,
      donation_options: charity.donation_options.map(decimal),
      donation_checkout_title: charity.donation_checkout_title,
      ...charityRule(charity),
      base_fee: decimal(charity.base_fee),
      booking_fee_cap: charity.booking_fee_cap === null ? null : decimal(charity.booking_fee_cap),
    },
    is_gift_aid: isOwn && totals.donation > 0 && sale.is_gift_aid,

    require_delivery_address: demanding.require_delivery_address,
    has_require_phone_number: demanding.has_require_phone_number,
    has_waivers: basket.events.some(({ hasWaivers }) => hasWaivers),
    after_sale_messages: afterSaleMessages(basket),
    marketing_preferences: await readMarketingPreferences(db, basket, { isOwn, userId: session.userId }),
    before_payment_questions: questions.before,
    after_payment_questions: questions.after,

    opoa: {
      provider: organisers[0]?.provider ?? '',
      merchant_id: organisers[0]?.merchant_id ?? '',
      overridden: organisers[0]?.provider_overridden ?? false,
    },
    // Naming a provider disables bank transfers on the page [OPEN-07].
    sagepay_or_stripe:
      takesBankTransfers(organisers[0]) && takesTransfersIn(config, sale.currency ?? 'GBP') ? '' : 'stripe',
    payment_plan_schedule_options: Object.fromEntries(
      (offersInstalmentPlans(config) ? offeredPlans(basket, totals) : []).map(
        ({ months, label, schedule }) => [
          months,
          {
            label,
            schedule: schedule.map(({ due, amount }) => ({ uk_due: ukDate(due), value: decimal(amount) })),
          },
        ],
      ),
    ),
    payment_methods: await readCardViews(db, session.userId, basket),
    saved_answers: isOwn ? await readSavedAnswers(db, basket) : {},
    contact_number: isOwn ? await readContactNumber(db, basket, session) : '',
    guest_name: isOwn ? sale.guest_name : '',
    posted_to: isOwn ? postedTo(basket) : '',
    order_reference: isOwn ? (sale.order_reference ?? '') : '',
    has_transfers: sale.transferred_at !== null,
    // Our own, for a page that cannot ask `get_payment_error`. Read in one statement with `payment_complete`.
    has_no_open_payment: isOwn && !basket.isPaying,
    can_extend_hold: await canExtendHold(db, basket),
    can_add_lines: true,
    can_remove_seats: sale.paid_at === null,

    ga_ua_properties: [...new Set(events.map((event) => event.ga).filter(Boolean))],
    server_time: basket.now.toISOString(),
  }
  return { state: isOwn ? sale.state : strangersState(sale, stepFacts(view)), ...view }
}

/** The first step of a visitor with a shared link [CONT-65]: before the steps that show the buyer's details. */
function strangersState({ state }: Sale, facts: StepFacts): string {
  return ['basket', 'reserve', 'captcha', 'donation', 'login'].includes(state) ? state : firstHeldStep(facts)
}

function takesBankTransfers(organiser: OrganiserRow | undefined): boolean {
  return organiser?.provider === '' && organiser.takes_bank_transfers
}

function ticketLine(
  line: TicketRow,
  basket: Basket,
  totals: Totals,
  { requirements, offers }: { requirements: Requirement[]; offers: RequiredOffer[] },
) {
  const isPaid = basket.sale.paid_at !== null
  return {
    ticket_id: line.ticket_type_id,
    event_id: line.event_id,
    date_id: line.event_date_id,
    event_name: line.event_title,
    event_url: `/events/${line.event_id}/`,
    organiser_url: `/organisers/${line.organiser_id}/`,
    ticket_name: line.name,
    nice_date: niceDate(line.starts_at),
    qty: line.qty,
    price: decimal(line.price),
    booking_fee: decimal(line.booking_fee),
    discount_amount: decimal(totals.discounts[line.ticket_type_id] ?? 0),
    absorb_fee: line.absorb_fee,
    event_hide_booking_fee: line.hide_booking_fee,
    thumbnail: line.picture,
    seats: line.seats,
    seats_url: !isPaid && line.seating_plan ? `/events/book_seats/${line.event_date_id}/` : '',
    lapsed_seats: isPaid ? [] : line.lapsed_seats,
    restricted_seats: line.restricted_seats,
    non_refundable: line.non_refundable,
    refund_policy:
      line.policy_title === null
        ? null
        : { title: line.policy_title, description: line.policy_description, text: line.policy_text },
    can_update_quantity: !isPaid && !line.seating_plan,
    max_can_reserve: isPaid ? line.qty : line.is_on_sale ? maxToKeep(line, basket.tickets) : 0,
    min_per_customer: line.min_per_customer,
    required_tickets: requirements
      .filter(({ ticketId, isOwned }) => ticketId === line.ticket_type_id && !isOwned)
      .map(({ ids, title, eventId }) => ({
        ids,
        title,
        event_url: `/events/${eventId}/`,
        offer: offers.find(({ ticket_id }) => ids.includes(ticket_id)) ?? null,
      })),
  }
}

function voucherLine(line: VoucherRow, now: Date) {
  return {
    id: line.product_id,
    name: line.name,
    value: decimal(line.value),
    qty: line.qty,
    o_name: line.organiser_name,
    o_url: `/organisers/${line.organiser_id}/`,
    uk_expiry_date: ukDate(monthsLater(now, line.valid_months)),
    thumbnail: line.picture,
  }
}

// Whether the fee is absorbed depends only on the flag, not on discounts.
function feeLine({ price, qty, absorb_fee }: TicketRow) {
  return { price, qty, absorb_fee, discount_amount: 0 }
}

function currencyView(code: Currency) {
  return { code, symbol: { GBP: '£', EUR: '€', USD: '$' }[code] }
}

function decimals(amounts: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).map(([key, pence]) => [key, decimal(pence)]))
}
