import { anyDate, isWithin, readWhen, type Days, type When } from './event-days.ts'
import type { Event } from './offer.ts'

/** What a visitor looks for in the list of events: words anywhere in it, and a category, '' for any; and dates. */
export interface EventSearch {
  words: string
  category: string
  when: When
}

export const anyEvent: EventSearch = { words: '', category: '', when: anyDate }

const longestWords = 80

/** Reads a search from the address of the list: `?q=film&category=Film&when=weekend`. */
export const readSearch = (query: (name: string) => string | undefined): EventSearch => ({
  words: (query('q') ?? '').trim().slice(0, longestWords),
  category: (query('category') ?? '').trim(),
  when: readWhen(query),
})

/**
 * Finds events with their dates on these days, those that begin first at the top. Each word must be in the title, the venue, the organiser
 * or the category.
 */
export function findEvents(events: Event[], { words, category }: EventSearch, days: Days): Event[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  const found = events
    .map((event) => ({ ...event, dates: event.dates.filter((date) => isWithin(date.starts_at, days)) }))
    .filter(({ dates }) => dates.length > 0)
    .filter((event) => !category || event.category === category)
    .filter((event) => {
      const text = plain([event.title, event.venue_name, event.organiser_name, event.category].join(' '))
      return wanted.every((word) => text.includes(word))
    })
  return soonestFirst(found)
}

/** Finds the events of an organiser that have dates, those that begin first at the top. */
export const eventsOf = (events: Event[], organiserId: string): Event[] =>
  soonestFirst(events.filter(({ organiser_id, dates }) => organiser_id === organiserId && dates.length > 0))

const soonestFirst = (events: Event[]) => events.toSorted((a, b) => startOf(a) - startOf(b))

const startOf = ({ dates }: Event) => dates[0]?.starts_at.getTime() ?? Infinity

/** Without accents and capitals, so that "cafe" finds "Café". */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The categories of events, in alphabetical order. */
export const categoriesOf = (events: Event[]): string[] =>
  [...new Set(events.map(({ category }) => category).filter(Boolean))].sort()
