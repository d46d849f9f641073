import { isSaleOpen } from '#server/catalogue/sale-window.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { decimal } from '#src/lib/money.ts'

export type SeatedDate = Awaited<ReturnType<typeof findSeatedDate>>

/** Finds a date whose numbered seats are on sale. Throws `HttpError` 404 or 409 with the reason why they are not. */
export async function findSeatedDate(db: Database, id: string) {
  const date = await db
    .selectFrom('event_dates')
    .innerJoin('events', 'events.id', 'event_dates.event_id')
    .select([
      'event_dates.id',
      'event_dates.event_id',
      'event_dates.provider_identifier',
      'event_dates.seating_plan',
      'event_dates.starts_at',
      'events.title',
      'events.venue_name',
    ])
    .select(({ eb }) => [
      eb('event_dates.starts_at', '<=', shopNow).as('is_over'),
      isSaleOpen.as('is_on_sale'),
    ])
    .where('event_dates.id', '=', id)
    .where('event_dates.published', '=', true)
    .where('events.published', '=', true)
    .executeTakeFirst()
  if (!date) throw new HttpError(404, 'There is no such date')
  if (date.is_over) throw new HttpError(409, 'This date is over')
  if (!date.seating_plan || !date.provider_identifier)
    throw new HttpError(409, 'This date has no seating plan')
  if (!date.is_on_sale) throw new HttpError(409, 'Tickets for this date are not on sale at the moment')
  return date
}

/** Reads the prices of a date by category of the hall; '' stands for all categories [ENTI-38, ENTI-43, OPEN-92]. */
export async function readPricing(db: Database, dateId: string) {
  const types = await db
    .selectFrom('ticket_types')
    .select(['key', 'name', 'price', 'booking_fee', 'seat_category'])
    .where('event_date_id', '=', dateId)
    .where('published', '=', true)
    .orderBy('position')
    .execute()
  return [...Map.groupBy(types, ({ seat_category }) => seat_category)].map(([category, ofCategory]) => ({
    category,
    ticketTypes: ofCategory.map(({ key, name, price, booking_fee }) => ({
      ticketType: key,
      label: name,
      price: decimal(price),
      // Also if it is absorbed: an order is charged it on top of the price, whatever the summary calls it.
      booking_fee: decimal(booking_fee),
    })),
  }))
}
