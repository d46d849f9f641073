import { donationFee } from '#src/donation/rules/donation-amounts.ts'

import type { Basket, CharityRow, DiscountRow, TicketRow } from './read-basket.ts'

/** The amounts of a basket, in pence. `total` is the amount to pay, with fees and after offers and gift vouchers. */
export interface Totals {
  /** Discount per ticket, by ticket type id. */
  discounts: Record<string, number>
  /** Offers on the whole basket, by code. */
  discountsApplied: Record<string, number>
  offers: number
  /** Amounts paid by gift voucher, by its id. */
  vouchersApplied: Record<string, number>
  vouchersAppliedTotal: number
  delivery: number
  isProtectable: boolean
  protectionCost: number
  isProtected: boolean
  donation: number
  donationFee: number
  bookingFee: number
  total: number
}

/**
 * Calculates the totals of a basket. A discount code reduces each ticket or the whole basket (an offer). A gift voucher
 * pays for its organiser's tickets and their fees, never for other organisers' tickets, donations or gift vouchers.
 * Delivery is one parcel per organiser, at the highest rate in it. Refund protection covers tickets of events that
 * offer it. The documented fee rule holds by construction [MONY-01, MONY-07, MONY-09].
 */
export function totalsOf(basket: Basket): Totals {
  const { sale, tickets, vouchers, charity } = basket
  const discount = usableDiscount(basket)
  const discounts = Object.fromEntries(
    tickets.map((line) => [line.ticket_type_id, ticketDiscount(line, discount)]),
  )
  const net = (line: TicketRow): number => (line.price - (discounts[line.ticket_type_id] ?? 0)) * line.qty
  const fee = (line: TicketRow): number => line.booking_fee * line.qty

  const offers =
    discount?.kind === 'basket_amount'
      ? Math.min(
          discount.amount,
          sum(
            tickets.filter((line) => isInScope(line, discount)),
            net,
          ),
        )
      : 0
  const offerParts = offerByOrganiser(basket, discount, offers, net)
  const vouchersApplied = applyVouchers(basket, (organiserId) => {
    const own = tickets.filter((line) => line.organiser_id === organiserId)
    return sum(own, (line) => net(line) + fee(line)) - (offerParts[organiserId] ?? 0)
  })
  const vouchersAppliedTotal = sum(Object.values(vouchersApplied), (amount) => amount)

  const protectionCost = sum(basket.organisers, (organiser) => {
    const covered = tickets.filter((line) => line.organiser_id === organiser.id && line.is_protectable)
    return share(sum(covered, net), organiser.refund_protection_cost_basis_points)
  })
  const isProtectable = protectionCost > 0
  const isProtected = sale.refund_protection && isProtectable
  const delivery = deliveryOf([...tickets, ...vouchers])
  const donation = charity && sale.donation_charity_id === charity.id ? sale.donation_amount : 0
  const feeOnDonation = charity ? donationFee(donation, charityRule(charity)) : 0
  const bookingFee = sum(tickets, fee)

  const discountTotal = sum(tickets, (line) => (discounts[line.ticket_type_id] ?? 0) * line.qty)
  return {
    discounts,
    discountsApplied: discount && discountTotal > 0 ? { [discount.code]: discountTotal } : {},
    offers,
    vouchersApplied,
    vouchersAppliedTotal,
    delivery,
    isProtectable,
    protectionCost,
    isProtected,
    donation,
    donationFee: feeOnDonation,
    bookingFee,
    total:
      sum(tickets, net) +
      sum(vouchers, (line) => line.value * line.qty) +
      bookingFee +
      delivery +
      (isProtected ? protectionCost : 0) +
      donation +
      feeOnDonation -
      offers -
      vouchersAppliedTotal,
  }
}

/** Returns whether a discount code applies to a line of the basket. */
export function isInScope(
  line: Pick<TicketRow, 'organiser_id' | 'event_id'>,
  { organiser_id, event_id }: Pick<DiscountRow, 'organiser_id' | 'event_id'>,
): boolean {
  return (!organiser_id || line.organiser_id === organiser_id) && (!event_id || line.event_id === event_id)
}

/** Converts a charity's fee rule for the shared rules: percent instead of basis points. */
export function charityRule(charity: CharityRow) {
  return {
    base_fee: charity.base_fee,
    booking_fee: charity.booking_fee_basis_points / 100,
    booking_fee_includes_vat: charity.booking_fee_includes_vat,
    booking_fee_vat: charity.booking_fee_vat_basis_points / 100,
    booking_fee_cap: charity.booking_fee_cap,
  }
}

/** The basket's discount code if it is valid now, has a use left and fits the currency. */
export function usableDiscount({ discount, sale }: Basket): DiscountRow | null {
  if (!discount?.is_usable) return null
  return discount.currency && discount.currency !== sale.currency ? null : discount
}

function ticketDiscount(line: TicketRow, discount: DiscountRow | null): number {
  if (!discount || !isInScope(line, discount)) return 0
  if (discount.kind === 'ticket_percent') return share(line.price, discount.amount)
  return discount.kind === 'ticket_amount' ? Math.min(line.price, discount.amount) : 0
}

/** Splits an offer between organisers in proportion to their tickets' price; the parts add up to the offer. */
function offerByOrganiser(
  { organisers, tickets }: Basket,
  discount: DiscountRow | null,
  offer: number,
  net: (line: TicketRow) => number,
): Record<string, number> {
  if (!discount || offer === 0) return {}
  const inScope = tickets.filter((line) => isInScope(line, discount))
  const all = sum(inScope, net)
  let upToHere = 0
  return Object.fromEntries(
    organisers.map(({ id }) => {
      const before = Math.floor((offer * upToHere) / all)
      upToHere += sum(
        inScope.filter((line) => line.organiser_id === id),
        net,
      )
      return [id, Math.floor((offer * upToHere) / all) - before]
    }),
  )
}

function applyVouchers(basket: Basket, coverable: (organiserId: string) => number): Record<string, number> {
  const applied: Record<string, number> = {}
  const left: Record<string, number> = {}
  for (const voucher of basket.appliedVouchers) {
    const open = left[voucher.organiser_id] ?? coverable(voucher.organiser_id)
    const available = voucher.currency === basket.sale.currency ? Math.max(0, Number(voucher.available)) : 0
    const amount = basket.isFrozen ? voucher.held_amount : Math.min(open, available)
    applied[voucher.id] = amount
    left[voucher.organiser_id] = open - amount
  }
  return applied
}

/** Calculates what is paid for the delivery of lines: one parcel per organiser, at the highest rate in it. */
export function deliveryOf(
  lines: { organiser_id: string; delivery_cost: number; deliverable?: boolean }[],
): number {
  const rates: Record<string, number> = {}
  for (const { organiser_id, delivery_cost, deliverable = true } of lines)
    if (deliverable) rates[organiser_id] = Math.max(rates[organiser_id] ?? 0, delivery_cost)
  return sum(Object.values(rates), (rate) => rate)
}

/** Calculates a share (basis points) of an amount (pence), rounded half up. */
function share(amount: number, basisPoints: number): number {
  return Math.floor((amount * basisPoints + 5000) / 10_000)
}

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((total, item) => total + amount(item), 0)
}
