import type { Database } from '#server/database/connect.ts'
import type { Block, CalendarEntry, Fact, Link } from '#server/outbox/content.ts'

import { dateSpan, niceDay } from './dates.ts'
import { soonestFirst } from './soonest-first.ts'

export type BookedDate = Awaited<ReturnType<typeof readBookedDates>>[number]

/** Reads the event dates of tickets, with their venues, soonest first. */
export async function readBookedDates(db: Database, tickets: { event_date_id: string }[]) {
  const ids = [...new Set(tickets.map((line) => line.event_date_id))]
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('event_dates')
    .innerJoin('events', 'events.id', 'event_dates.event_id')
    .innerJoin('organisers', 'organisers.id', 'events.organiser_id')
    .select([
      'event_dates.id',
      'event_dates.starts_at',
      'event_dates.ends_at',
      'events.title',
      'events.picture',
      'events.venue_name',
      'events.venue_full_address',
      'events.venue_map_address',
      'events.livestream_url',
      'organisers.name as organiser_name',
    ])
    .where('event_dates.id', 'in', ids)
    .execute()
  return soonestFirst(rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))
}

/** Writes when and where an event takes place, with links to its tickets, directions and calendars, for a mail. */
export function eventBlocks(date: BookedDate, more: Fact[] = [], tickets: Link[] = []): Block[] {
  return [...whenAndWhere(date, more, tickets), { calendar: calendarEntry(date) }]
}

/** Writes when and where an event takes place, without calendars: for a mail to somebody who may not go. */
export function whenAndWhere(date: BookedDate, more: Fact[] = [], tickets: Link[] = []): Block[] {
  const place = placeOf(date)
  const way = directionsTo(date)
  const links = [...tickets, ...(way ? [{ text: 'Get directions', href: way }] : [])]
  return [
    { heading: date.title },
    {
      facts: [
        { name: 'When', value: `${dateSpan(date)}, UK time` },
        ...(place ? [{ name: 'Where', value: place }] : []),
        { name: 'Organiser', value: date.organiser_name },
        ...more,
      ],
    },
    ...(links.length > 0 ? [{ links }] : []),
  ]
}

/** Writes the subject of a mail about events: "Winter Arena, Sat 9 Jan: your tickets". Of several, it names the first. */
export function subjectAbout(dates: Pick<BookedDate, 'title' | 'starts_at'>[], what: string): string {
  const [first] = dates
  if (!first) return `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  const more = dates.length > 1 ? ` and ${dates.length - 1} more` : ''
  return `${first.title}, ${niceDay(first.starts_at).replace(/ \d{4}$/, '')}${more}: ${what}`
}

/** Makes the calendar entry of an event for its ticket holders. */
export function calendarEntry(date: Omit<BookedDate, 'organiser_name' | 'picture'>): CalendarEntry {
  return {
    id: date.id,
    title: date.title,
    startsAt: date.starts_at.toISOString(),
    endsAt: date.ends_at?.toISOString() ?? null,
    place: placeOf(date),
    description: 'Your tickets are in your ticket wallet.',
  }
}

type Place = Pick<BookedDate, 'venue_name' | 'venue_full_address' | 'venue_map_address' | 'livestream_url'>

/** Says where an event takes place: the venue with its address, or online. */
export function placeOf(event: Omit<Place, 'venue_map_address'>): string {
  return event.livestream_url ? 'Online' : venueOf(event)
}

/** The venue's name and address; the address alone if it begins with the name. */
function venueOf({
  venue_name: name,
  venue_full_address: address,
}: Pick<Place, 'venue_name' | 'venue_full_address'>): string {
  return [address.startsWith(name) ? '' : name, address].filter(Boolean).join(', ')
}

/**
 * Links to directions in the maps of any device (developers.google.com/maps/documentation/urls); '' for an event online
 * or without an address.
 */
export function directionsTo(event: Place): string {
  const destination = event.venue_map_address || venueOf(event)
  if (!destination || event.livestream_url) return ''
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`
}
