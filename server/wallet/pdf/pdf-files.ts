import type { Work } from '#server/threads/thread-pool.ts'
import type { Order } from '#server/wallet/read-order.ts'

import { invoiceOf } from './invoice.ts'
import type { invoicePdf } from './invoice-pdf.ts'
import type { ticketPdf } from './ticket-pdf.ts'

/** The work of drawing tickets, a page for each; `date` is when the order was paid. */
export function ticketsFile(...args: Parameters<typeof ticketPdf>): Work {
  return { module: new URL('ticket-pdf.ts', import.meta.url).href, name: 'ticketPdf', args }
}

/** The work of drawing the invoice of an order; `address` is the trader's. */
export function invoiceFile(order: Order, address?: string): Work {
  const args: Parameters<typeof invoicePdf> = [invoiceOf(order, address)]
  return { module: new URL('invoice-pdf.ts', import.meta.url).href, name: 'invoicePdf', args }
}
