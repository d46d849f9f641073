import type { Basket } from '#server/basket/read-basket.ts'
import { isSaleOpen } from '#server/catalogue/sale-window.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Requirement } from '#server/reservation/ticket-requirements.ts'
import { decimal } from '#src/lib/money.ts'

/** A required ticket that can be put into the basket at once, and what one of it charges. */
export interface RequiredOffer {
  ticket_id: string
  name: string
  price: string
}

/**
 * Reads which of the required tickets that a basket lacks one press can add: on sale in its currency, without a seat to be chosen,
 * a waiting room or a minimum of several, and not sold out. Asks the database only if one is lacking.
 */
export async function readRequiredOffers(
  db: Database,
  { sale, tickets }: Pick<Basket, 'sale' | 'tickets'>,
  requirements: Requirement[],
): Promise<RequiredOffer[]> {
  const lacking = requirements.filter(({ isMet }) => !isMet).flatMap(({ ids }) => ids)
  if (lacking.length === 0 || sale.paid_at || !sale.currency) return []
  const types = await db
    .selectFrom('ticket_types')
    .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .innerJoin('pools', 'pools.id', 'ticket_types.pool_id')
    .select([
      'ticket_types.id',
      'ticket_types.name',
      'ticket_types.price',
      'ticket_types.booking_fee',
      'ticket_types.pool_id',
    ])
    .select((eb) => eb('pools.capacity', '-', eb('pools.held', '+', eb.ref('pools.sold'))).as('places_left'))
    .where('ticket_types.id', 'in', lacking)
    .where('ticket_types.published', '=', true)
    .where('ticket_types.min_per_customer', '<=', 1)
    .where('events.published', '=', true)
    .where('events.currency', '=', sale.currency)
    .where('events.waiting_room_capacity', 'is', null)
    .where('event_dates.published', '=', true)
    .where('event_dates.seating_plan', 'is', null)
    .where('event_dates.starts_at', '>', shopNow)
    .where(isSaleOpen)
    .execute()
  const wanted = (pool: string) =>
    tickets.reduce((sum, line) => sum + (line.pool_id === pool ? line.qty - line.held_qty : 0), 0)
  return types
    .filter(({ pool_id, places_left }) => places_left > wanted(pool_id))
    .map(({ id, name, price, booking_fee }) => ({
      ticket_id: id,
      name,
      price: decimal(Math.max(0, price) + booking_fee),
    }))
}
