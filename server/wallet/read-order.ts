import { sql } from 'kysely'

import { readBasket, type Basket, type Sale } from '#server/basket/read-basket.ts'
import { findBuyer, type Buyer } from '#server/buyer/find-buyer.ts'
import type { Database } from '#server/database/connect.ts'
import { readOffers, type Offer } from '#server/delivery/transfers/read-offers.ts'
import { readOpenInstalments, readPayments } from '#server/payments/orders/read-payments.ts'

import { isBuyerOf, type Owner } from './owner.ts'
import { readTicketsOf } from './read-tickets.ts'
import type { WalletTicket } from './wallet-ticket.ts'

/** A paid order with everything that its buyer may see. */
export interface Order {
  sale: Sale
  /** The short reference; '' for none. */
  reference: string
  basket: Basket
  buyer: Buyer | null
  tickets: WalletTicket[]
  /** The ledger, oldest first: amounts in pence. */
  payments: Awaited<ReturnType<typeof readPayments>>
  /** The instalments that are still to be paid, in their order: amounts in pence. */
  unpaid: Awaited<ReturnType<typeof readOpenInstalments>>
  transfers: Offer[]
}

/** Reads the owner's orders, newest first, with the titles of their events and the number of their gift vouchers. */
export function readOrders(db: Database, owner: Owner) {
  return db
    .selectFrom('sales')
    .select(['order_reference', 'paid_at', 'total', 'currency', titles.as('titles'), vouchers.as('vouchers')])
    .where('order_reference', 'is not', null)
    .where(isBuyerOf(owner))
    .orderBy('paid_at', 'desc')
    .execute()
}

/** SQL: the titles of the events of a sale, in the order of its lines. */
const titles = sql<string[]>`array(
  select events.title from sale_tickets
  join ticket_types on ticket_types.id = sale_tickets.ticket_type_id
  join events on events.id = ticket_types.event_id
  where sale_tickets.sale_id = sales.id
  group by events.id order by min(sale_tickets.line_number)
)`

/** SQL: how many lines of a sale are gift vouchers. */
const vouchers = sql<number>`(select count(*)::int from sale_gift_vouchers where sale_gift_vouchers.sale_id = sales.id)`

/** Finds an order of the owner by its short reference. */
export async function findOrder(db: Database, owner: Owner, reference: string): Promise<Order | undefined> {
  const sale = await db
    .selectFrom('sales')
    .selectAll()
    .where('order_reference', '=', reference)
    .where(isBuyerOf(owner))
    .executeTakeFirst()
  if (!sale) return undefined
  return {
    sale,
    reference,
    basket: await readBasket(db, sale.id),
    buyer: await findBuyer(db, sale),
    tickets: await readTicketsOf(db, owner, sale.id),
    payments: await readPayments(db, sale),
    unpaid: await readOpenInstalments(db, sale.id),
    transfers: await readOffers(db, sale.id),
  }
}
