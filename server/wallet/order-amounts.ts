import { totalsOf } from '#server/basket/totals.ts'
import { niceDay } from '#server/catalogue/dates.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { Amount } from '#server/outbox/content.ts'
import { paidBy } from '#server/payments/orders/payment-mails.ts'
import { amountRow } from '#server/payments/orders/receipt.ts'

import type { Order } from './read-order.ts'

/** Lists what was paid for an order and what was refunded, with dates, and what instalments still cost. */
export function paymentRows({ sale, payments, unpaid }: Order): Amount[] {
  const currency = sale.currency ?? 'GBP'
  const rows = payments.flatMap(({ kind, amount, status, created_at, method }) => {
    if (kind === 'charge')
      return amountRow(`Paid ${method ? paidBy[method] : ''} on ${niceDay(created_at)}`, amount, currency)
    if (status === 'failed') return []
    const isDone = status === 'done'
    return amountRow(isDone ? `Refunded on ${niceDay(created_at)}` : 'Refund on its way', -amount, currency)
  })
  return [...rows, ...amountRow('Still to pay', unpaid, currency)]
}

/** Says how much VAT is in the fee on a donation, the only VAT that the shop knows; '' without any. */
export function vatNote({ sale, basket }: Order): string {
  const { charity } = basket
  const fee = totalsOf(basket).donationFee
  if (!charity?.booking_fee_includes_vat || fee === 0) return ''
  const percent = charity.booking_fee_vat_basis_points / 100
  const vat = fee - Math.round(fee / (1 + percent / 100))
  return `The donation’s fee of ${money(fee, sale.currency ?? 'GBP')} includes ${money(vat, sale.currency ?? 'GBP')} VAT at ${percent}%.`
}
