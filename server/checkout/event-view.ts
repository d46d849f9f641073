import type { Basket } from '#server/basket/read-basket.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'

/**
 * Reads the events of a basket's tickets, in the order of its lines [ENTI-20, ENTI-21]. The address of a livestream is the
 * product: the buyer sees it as long as they have a ticket for it that is paid.
 */
export async function readEvents(
  db: Database,
  { origin }: Pick<Config, 'origin'>,
  { tickets, events, sale }: Basket,
) {
  const admitted = sale.paid_at ? await readAdmitted(db, sale.id) : []
  return events.map((event) => ({
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
          name: event.venue_name,
          full_address: event.venue_full_address,
          map_address: event.venue_map_address || event.venue_full_address,
          map_checkin: firstDay(tickets.filter((line) => line.event_id === event.id)),
        }
      : null,
    has_livestream: event.livestream_url !== '',
    access_online: admitted.includes(event.id) ? event.livestream_url : '',
    has_waiver: event.hasWaivers,
    ga: event.ga,
    ga_conversion_id: event.ga_conversion_id,
    fb_pixel: event.fb_pixel,
  }))
}

/** Reads the ids of the events that a paid sale admits its buyer to: by tickets that are paid in full, theirs, and not void. */
async function readAdmitted(db: Database, saleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tickets')
    .innerJoin('ticket_types', 'ticket_types.id', 'tickets.ticket_type_id')
    .leftJoin('voided_codes', 'voided_codes.code', 'tickets.code')
    .select('ticket_types.event_id')
    .where('tickets.sale_id', '=', saleId)
    .where('tickets.transfer_id', 'is', null)
    .where('voided_codes.code', 'is', null)
    .where('ticket_types.deliverable', '=', false)
    .where(({ or, eb }) =>
      or([eb('tickets.is_on_plan', '=', false), eb('tickets.released_at', 'is not', null)]),
    )
    .execute()
  return rows.map(({ event_id }) => event_id)
}

function firstDay(lines: { starts_at: Date }[]): string {
  const first = Math.min(...lines.map((line) => line.starts_at.getTime()))
  return new Date(first).toISOString().slice(0, 10)
}
