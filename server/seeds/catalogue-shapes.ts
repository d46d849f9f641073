import type { CatalogueFile } from '#server/catalogue/file/catalogue-schema.ts'

type Organiser = NonNullable<CatalogueFile['organisers']>[number]
type Event = NonNullable<Organiser['events']>[number]
type EventDate = NonNullable<Event['dates']>[number]
type Ticket = NonNullable<EventDate['tickets']>[number]

/** A date of the demo catalogue: as in a catalogue file, but for its times, which depend on the day of seeding. */
export interface SeedDate extends Pick<EventDate, 'id'> {
  /** The first such weekday (1 is Monday), at least so many days from the day of seeding. */
  inDays: number
  weekday: number
  /** Start time in the UK, in hours and minutes. */
  hour: number
  minute?: number
  /** Minutes from the opening of the doors to the start; unknown if omitted. */
  doorsBefore?: number
  /** Duration, in minutes. */
  lasts: number
  /** Days from the day of seeding until the sale opens; open at once if omitted. */
  opensInDays?: number
  /** Whether seats are chosen on a seating plan; then the event key at seats.io is the id of the date. */
  isSeated?: boolean
  /** Capacity by pool name; 0 means sold out. */
  capacity: Record<string, number>
  tickets: Ticket[]
  /** Required ticket types by key: one of the listed types must be bought as well. */
  requires?: Record<string, string[]>
}

export interface SeedEvent extends Omit<Event, 'dates' | 'picture' | 'position'> {
  dates: SeedDate[]
}

/** An organiser of the demo catalogue, as in a catalogue file but for its events. */
export interface SeedOrganiser extends Omit<Organiser, 'charity' | 'events'> {
  charity?: NonNullable<CatalogueFile['charities']>[number]
  events: SeedEvent[]
  /** Issued gift vouchers to pay with; values in pence. */
  issued?: { code: string; value: number }[]
}

export const refundPolicies = [
  {
    id: 'flexible',
    title: 'Flexible',
    description: 'Full refund up to 7 days before the event',
    text: 'Ask for a refund up to 7 days before the event and the ticket price is returned in full. The booking fee is not returned.',
  },
  {
    id: 'moderate',
    title: 'Moderate',
    description: 'Half the price back up to 48 hours before the event',
    text: 'Ask for a refund up to 48 hours before the event and half of the ticket price is returned. Later than that, tickets can be transferred to a friend.',
  },
  {
    id: 'no-refunds',
    title: 'No refunds',
    description: 'Tickets can be transferred, but not refunded',
    text: 'Tickets are not refunded unless the event is cancelled or moved to another date. You may transfer them to a friend.',
  },
] satisfies CatalogueFile['refund_policies']
