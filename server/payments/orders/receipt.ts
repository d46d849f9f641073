import { giftNames } from '#server/basket/gift-names.ts'
import { postedTo as addressOf } from '#server/basket/posted-to.ts'
import type { Basket, TicketRow } from '#server/basket/read-basket.ts'
import { totalsOf } from '#server/basket/totals.ts'
import { niceDate, niceDay } from '#server/catalogue/dates.ts'
import { eventBlocks, type BookedDate } from '#server/catalogue/event-blocks.ts'
import { orderPath } from '#server/basket/order-path.ts'
import { soonestFirst } from '#server/catalogue/soonest-first.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { Currency } from '#server/database/tables.ts'
import { inGroups, plainName, type Amount, type Block, type Content } from '#server/outbox/content.ts'
import { labelsInWords } from '#src/checkout/rules/seat-words.ts'
import { orderRows, orderSummary, signed } from '#src/checkout/rules/fees.ts'
import { priceWords, times } from '#src/lib/price-words.ts'
import { chargedTogether, ticketPrice } from '#src/checkout/rules/ticket-price.ts'
import { postedTo } from '#src/order/rules/posted.ts'

/** What a receipt tells; amounts are in pence. */
export interface Order {
  /** The paid basket. */
  basket: Basket
  buyerName: string
  dates: BookedDate[]
  /** The gift vouchers issued for the order. */
  vouchers: { code: string; value: number; currency: Currency; expires_at: Date }[]
  /** The payment that completed the order; `by` is '' if unknown. An instalment plan begins with less than the total. */
  paid: { amount: number; by: string }
  /** Describes the instalment plan; null for an order that is paid in full. */
  plan: string[] | null
}

/** Writes the receipt of an order: the confirmation on a durable medium that the law wants. */
export function receipt({ basket, buyerName, dates, vouchers, paid, plan }: Order): Content {
  const { sale, tickets, organisers } = basket
  const { lines, totals } = orderAmounts(basket)
  const reference = sale.order_reference
  const posted = postedOf(basket)
  const thanks = `Thank you${buyerName ? `, ${plainName(buyerName)}` : ''}. Your order is confirmed.`
  return [
    [thanks, !plan && emailed(tickets)].filter(Boolean).join(' '),
    {
      facts: [
        ...(reference ? [{ name: 'Reference', value: inGroups(reference) }] : []),
        ...(sale.paid_at ? [{ name: 'Ordered', value: niceDate(sale.paid_at) }] : []),
      ],
    },
    ...(posted ? [posted] : []),
    ...(reference ? [{ button: 'Your order and invoice', href: orderPath(reference) }] : []),
    { heading: 'Your order' },
    { amounts: lines },
    { amounts: [...totals, ...paidRows(basket, paid)] },
    ...(plan ? [{ heading: 'Your payment plan' }, ...plan] : []),
    ...voucherCodes(vouchers, sale, posted ? '' : addressOf(basket)),
    ...dates.flatMap((date) => eventBlocks(date)),
    { heading: 'Questions and refunds' },
    ...organisers.flatMap(({ name, contact_email: email }) => (email ? [`${name}: ${email}`] : [])),
    {
      links: [
        ...organisers.map(({ id, name }) => ({ text: `Contact ${name}`, href: `/organisers/${id}/` })),
        ...organisers
          .filter((organiser) => organiser.custom_refund_policy)
          .map(({ id, name }) => ({
            text: `Refund policy of ${name}`,
            href: `/organisers/${id}/refund-policy/`,
          })),
        { text: 'Refunds with Foyer', href: '/refund-policy/' },
        { text: 'Terms of sale', href: '/legal-information/purchase-terms-and-conditions/' },
      ],
    },
    ...rightToCancel(basket),
  ]
}

/** Says which tickets come in another email; '' if all are posted, or there are none. */
function emailed(tickets: TicketRow[]): string {
  if (tickets.every(({ deliverable }) => deliverable)) return ''
  return tickets.some(({ deliverable }) => deliverable)
    ? 'Tickets that are not posted follow in another email.'
    : 'Your tickets follow in another email.'
}

/** Says what is posted, and where, as the completed order does; '' for no ticket: gift vouchers tell it themselves. */
function postedOf(basket: Basket): string {
  if (!basket.tickets.some(({ deliverable }) => deliverable)) return ''
  return postedTo({
    tickets: basket.tickets.map(({ qty, name, deliverable }) => ({
      qty,
      ticket_name: name,
      is_posted: deliverable,
    })),
    gift_vouchers: basket.vouchers,
    posted_to: addressOf(basket),
  })
}

/** The lines of a paid order, and the breakdown of its total as far as the total. */
export interface OrderAmounts {
  lines: Amount[]
  totals: Amount[]
}

/** Writes the amounts of a paid order, as its receipt and its invoice show them. */
export function orderAmounts(basket: Basket): OrderAmounts {
  const currency = basket.sale.currency ?? 'GBP'
  const shown = shownBasket(basket)
  return {
    lines: [
      ...ticketLines(basket, shown),
      ...basket.vouchers.map(({ qty, value, name, organiser_name }) => ({
        text: `${qty} × ${money(value, currency)} ${name}`,
        note: organiser_name,
        amount: money(value * qty, currency),
      })),
    ],
    totals: totalRows(shown, basket),
  }
}

/** Writes the basket as the page knows it, so that the receipt shows the same amounts. */
function shownBasket(basket: Basket) {
  const totals = totalsOf(basket)
  return {
    all_booking_fees_are_absorbed:
      basket.vouchers.length === 0 && basket.tickets.every((line) => line.absorb_fee),
    tickets: basket.tickets.map((line) => ({
      ...line,
      discount_amount: totals.discounts[line.ticket_type_id] ?? 0,
    })),
    gift_vouchers: basket.vouchers,
    basket_total: totals.total,
    gift_vouchers_applied_total: totals.vouchersAppliedTotal,
    offers_applied_total: totals.offers,
    discounts_applied: totals.discountsApplied,
    delivery_cost: totals.delivery,
    refund_protection: totals.isProtected,
    refund_protection_cost: totals.protectionCost,
    donation: {
      amount_before_booking_fee: totals.donation,
      booking_fee: totals.donationFee,
      is_gift_aid: false,
    },
  }
}

function ticketLines({ tickets, sale }: Basket, shown: ReturnType<typeof shownBasket>): Amount[] {
  return soonestFirst(tickets).map((line) => {
    const price = times(
      line.qty,
      ticketPrice({ ...line, event_hide_booking_fee: line.hide_booking_fee }, shown),
    )
    const { charged, parts } = priceWords(price, (pence) => money(pence, sale.currency ?? 'GBP'), 'Free')
    return {
      text: `${line.qty} × ${line.name}`,
      note: [line.event_title, niceDate(line.starts_at), line.seats.length > 0 && labelsInWords(line.seats)]
        .filter(Boolean)
        .join(', '),
      terms: refunds(line),
      parts,
      amount: charged,
    }
  })
}

function refunds({ non_refundable, policy_title, policy_description }: TicketRow): string {
  if (non_refundable) return 'Non-refundable'
  return [policy_title, policy_description].filter(Boolean).join(': ')
}

/** The breakdown of the total, without parts of zero, with what several lines add up to after subtotal and booking fee. */
function totalRows(shown: ReturnType<typeof shownBasket>, { sale, charity }: Basket): Amount[] {
  const currency = sale.currency ?? 'GBP'
  const summary = orderSummary(shown)
  const together = chargedTogether(shown, summary, shown.tickets.length + shown.gift_vouchers.length)
  const { fee, areFeesAbsorbed, total } = summary
  const includedFee = areFeesAbsorbed && fee > 0 ? `includes ${money(fee, currency)} booking fee` : undefined
  const rows = orderRows(summary).map(({ name, amount }) => ({
    text: name === 'Donation' ? `Donation to ${charity?.name ?? 'charity'}` : name,
    note: name === 'Subtotal' ? includedFee : undefined,
    amount: signed({ name, amount }, (pence) => money(pence, currency)),
  }))
  const sum = together
    ? [{ text: `${summary.quantity} items with fees`, amount: money(together, currency), isSum: true }]
    : []
  return [
    ...rows.slice(0, 2),
    ...sum,
    ...rows.slice(2),
    { text: 'Total', amount: money(total, currency), isTotal: true },
  ]
}

function paidRows(basket: Basket, paid: Order['paid']): Amount[] {
  const currency = basket.sale.currency ?? 'GBP'
  return [
    ...amountRow(`Paid${paid.by && ` ${paid.by}`}`, paid.amount, currency),
    ...amountRow('Still to pay', totalsOf(basket).total - paid.amount, currency),
  ]
}

/** A row with an amount in pence; none for 0. */
export function amountRow(text: string, pence: number, currency: Currency): Amount[] {
  return pence === 0 ? [] : [{ text, amount: money(pence, currency) }]
}

function voucherCodes(vouchers: Order['vouchers'], sale: Basket['sale'], address: string): Block[] {
  if (vouchers.length === 0) return []
  return [
    { heading: vouchers.length === 1 ? 'Your gift voucher' : 'Your gift vouchers' },
    {
      facts: [
        ...giftNames(sale),
        ...(address ? [{ name: 'Posted to', value: address }] : []),
        ...vouchers.map(({ code, value, currency, expires_at }) => ({
          name: money(value, currency),
          value: `${code}, valid until ${niceDay(expires_at)}`,
        })),
      ],
    },
  ]
}

// Regulations 16 and 28(1)(h) of the Consumer Contracts Regulations 2013.
function rightToCancel({ tickets, vouchers }: Basket): Block[] {
  return [
    ...(tickets.length > 0
      ? [
          {
            note: 'Tickets are for an event on a set date, so there is no right to cancel within 14 days. If the event is cancelled, you get everything back.',
          },
        ]
      : []),
    ...(vouchers.length > 0
      ? [{ note: 'You can return a gift voucher that has not been used within 14 days.' }]
      : []),
  ]
}
