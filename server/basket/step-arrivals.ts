import { sql, type Kysely } from 'kysely'

import { later } from '#server/database/later.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Tables } from '#server/database/tables.ts'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'

/** Stores that a sale shows a step, for the funnel: its first and its latest time there, once for each event of the basket. */
export async function storeArrival(
  db: Kysely<Tables>,
  saleId: string,
  state: Exclude<CheckoutState, 'determining'>,
): Promise<void> {
  const events = db
    .selectFrom('sale_tickets')
    .innerJoin('ticket_types', 'ticket_types.id', 'sale_tickets.ticket_type_id')
    .select('ticket_types.event_id')
    .distinct()
    .where('sale_tickets.sale_id', '=', saleId)
  await later(
    db,
    db
      .with('events_of_sale', () => events)
      .insertInto('step_arrivals')
      .columns(['sale_id', 'event_id', 'state'])
      .expression(({ selectFrom }) =>
        selectFrom(sql<{ one: number }>`(select 1)`.as('once'))
          .leftJoin('events_of_sale', (join) => join.onTrue())
          .select([
            sql<string>`${saleId}::uuid`.as('sale_id'),
            sql<string>`coalesce(events_of_sale.event_id, '')`.as('event_id'),
            sql<CheckoutState>`${state}::text`.as('state'),
          ]),
      )
      .onConflict((conflict) =>
        conflict.columns(['sale_id', 'event_id', 'state']).doUpdateSet({ last_at: shopNow }),
      ),
  )
}
