import type { Basket } from '#server/basket/read-basket.ts'
import type { Config } from '#server/config.ts'
import type { Reader } from '#server/database/connect.ts'

/** Reads the events of a basket's tickets, in the order of its lines [ENTI-20, ENTI-21]. */
export async function readEvents(db: Reader, { origin }: Pick<Config, 'origin'>, { tickets, sale }: Basket) {
  const ids = [...new Set(tickets.map((line) => line.event_id))]
  if (ids.length === 0) return []
  const rows = await db.selectFrom('events').selectAll().where('id', 'in', ids).execute()
  return rows
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((event) => ({
      id: event.id,
      title: event.title,
      refund_protection: event.refund_protection,
      warn_customers_about_different_timeslots_message: event.different_timeslots_message,
      shareable_link: `${origin}/events/${event.id}/`,
      reward_referrers: event.reward_text
        ? [{ text: event.reward_text, short_text: event.reward_short_text }]
        : [],
      venue: event.venue_full_address
        ? {
            full_address: event.venue_full_address,
            map_address: event.venue_map_address || event.venue_full_address,
            map_checkin: firstDay(tickets.filter((line) => line.event_id === event.id)),
          }
        : null,
      has_livestream: event.livestream_url !== '',
      // Only for paid orders: the address is the product.
      access_online: sale.paid_at ? event.livestream_url : '',
      ga: event.ga,
      ga_conversion_id: event.ga_conversion_id,
      fb_pixel: event.fb_pixel,
    }))
}

function firstDay(lines: { starts_at: Date }[]): string {
  const first = Math.min(...lines.map((line) => line.starts_at.getTime()))
  return new Date(first).toISOString().slice(0, 10)
}
