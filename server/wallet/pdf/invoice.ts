import { niceDay } from '#server/catalogue/dates.ts'
import { inGroups, type Amount } from '#server/outbox/content.ts'
import { orderAmounts } from '#server/payments/orders/receipt.ts'
import { paymentRows, stillToPay, vatNote } from '#server/wallet/order-amounts.ts'
import type { Order } from '#server/wallet/read-order.ts'

/** What an invoice says, as data for the thread that draws it. */
export interface Invoice {
  title: string
  date: Date
  /** The trader's. */
  address: string
  /** Names with the lines of their values; those without any are left out. */
  facts: Record<string, string[]>
  /** Headings with their rows. */
  tables: Record<string, Amount[]>
  note: string
}

/** Writes the invoice of an order: its lines, the parts of the total, payments and refunds. */
export function invoiceOf(order: Order, address = ''): Invoice {
  const { sale, basket, buyer, reference } = order
  const { lines, totals } = orderAmounts(basket)
  return {
    title: `Invoice ${reference}`,
    date: sale.paid_at ?? new Date(0),
    address,
    facts: {
      'Order reference': [inGroups(reference)],
      Date: sale.paid_at ? [niceDay(sale.paid_at)] : [],
      Customer: buyer ? [buyer.name, buyer.email] : [],
      'Sold by': basket.organisers.map(sellerOf),
    },
    tables: {
      'What you bought': lines,
      Summary: totals,
      Payments: [...paymentRows(order), ...stillToPay(order)],
    },
    note: vatNote(order),
  }
}

/** Names an organiser with its address and VAT number, as far as they are known. */
const sellerOf = ({ name, postal_address, vat_number }: Order['basket']['organisers'][number]) =>
  [name, postal_address, vat_number && `VAT number ${vat_number}`].filter(Boolean).join(', ')
