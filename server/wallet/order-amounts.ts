import { totalsOf } from '#server/basket/totals.ts'
import { niceDay } from '#server/catalogue/dates.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { Amount } from '#server/outbox/content.ts'
import { paidBy, toBePaidOn } from '#server/payments/orders/payment-mails.ts'
import { amountRow } from '#server/payments/orders/receipt.ts'

import type { Order } from './read-order.ts'

/** Lists what was paid for an order and what was refunded, with dates. */
export function paymentRows({ sale, payments }: Order): Amount[] {
  const currency = sale.currency ?? 'GBP'
  return payments.flatMap(({ kind, amount, status, created_at, method }) => {
    if (kind === 'charge')
      return amountRow(`Paid ${method ? paidBy[method] : ''} on ${niceDay(created_at)}`, amount, currency)
    if (status === 'failed') return []
    const isDone = status === 'done'
    return amountRow(isDone ? `Refunded on ${niceDay(created_at)}` : 'Refund on its way', -amount, currency)
  })
}

/** What instalments still cost, as one sum: an invoice does not follow a plan. */
export function stillToPay({ sale, unpaid }: Order): Amount[] {
  const sum = unpaid.reduce((rest, { amount }) => rest + amount, 0)
  return amountRow('Still to pay', sum, sale.currency ?? 'GBP')
}

/** Lists the instalments to come with their dates, as the completed order does. */
export function toBePaid({ sale, unpaid }: Order): Amount[] {
  return unpaid.map(({ due_at, amount, is_overdue }) => ({
    text: toBePaidOn(due_at),
    note: is_overdue ? 'Not paid yet' : undefined,
    amount: money(amount, sale.currency ?? 'GBP'),
  }))
}

/** Says how much VAT is in the fee on a donation, the only VAT that the shop knows; '' without any. */
export function vatNote({ sale, basket }: Order): string {
  const { charity } = basket
  const fee = totalsOf(basket).donationFee
  if (!charity?.booking_fee_includes_vat || fee === 0) return ''
  const percent = charity.booking_fee_vat_basis_points / 100
  const vat = fee - Math.round(fee / (1 + percent / 100))
  return `The donation's fee of ${money(fee, sale.currency ?? 'GBP')} includes ${money(vat, sale.currency ?? 'GBP')} VAT at ${percent}%.`
}
