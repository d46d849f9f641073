import { niceDate } from '#server/catalogue/dates.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'

/** An offer to another person, as its sender may see it. */
export type Offer = Awaited<ReturnType<typeof readOffers>>[number]

/** Reads the transfers of an order, oldest first, leaving out those that were corrected. */
export function readOffers(db: Database, saleId: string) {
  return db
    .selectFrom('transfers')
    .innerJoin('ticket_types', 'ticket_types.id', 'transfers.ticket_type_id')
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .leftJoin('transfers as corrections', 'corrections.replaces', 'transfers.id')
    .select([
      'transfers.id',
      'transfers.name',
      'transfers.email',
      'transfers.qty',
      'transfers.ticket_type_id',
      'transfers.deliver_at',
      'transfers.status',
      'transfers.is_gift',
      'ticket_types.name as ticket_name',
      'events.title',
    ])
    .select((eb) => [
      eb('transfers.deliver_at', '>', shopNow).as('is_waiting'),
      eb('transfers.token_hash', 'is', null).as('is_unsent'),
    ])
    .where('transfers.sale_id', '=', saleId)
    .where('corrections.id', 'is', null)
    .orderBy('transfers.created_at')
    .orderBy('transfers.id')
    .execute()
}

/** The offers of an order on the wire: our own, beside the documented calls. Those that were taken back are left out. */
export async function readOfferViews(db: Database, saleId: string) {
  const offers = await readOffers(db, saleId)
  return offers
    .filter(({ status }) => status !== 'withdrawn')
    .map(({ id, name, email, qty, ticket_type_id, status, title, ticket_name, is_waiting, deliver_at }) => {
      const isScheduled = status === 'offered' && is_waiting
      return {
        ...{ id, name, email, qty },
        ticket_id: ticket_type_id,
        title: `${title} - ${ticket_name}`,
        status: isScheduled ? 'scheduled' : status,
        send_on: isScheduled ? niceDate(deliver_at) : '',
      }
    })
}
