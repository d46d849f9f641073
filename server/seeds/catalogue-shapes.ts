import type { Insertable } from 'kysely'

import type { Tables } from '#server/database/tables.ts'

type Row<T extends keyof Tables> = Insertable<Tables[T]>

/** A ticket type of a seed; its date, event and pool follow from its place in the seed. */
type SeedTicket = Omit<
  Row<'ticket_types'>,
  'id' | 'event_id' | 'event_date_id' | 'pool_id' | 'max_per_customer' | 'refund_policy_id'
> & {
  max_per_customer?: number
  refund_policy_id?: SeedPolicyId
  /** Ticket types of a date with the same pool share its places; without a pool, the ticket type has its own. */
  pool?: string
}

export interface SeedDate {
  id: string
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
  /** Places by pool name; an own pool is named after the ticket type's key. 0 means sold out. */
  capacity: Record<string, number>
  tickets: SeedTicket[]
  /** Required ticket types by key: one of the listed types must be bought as well. */
  requires?: Record<string, string[]>
}

export interface SeedEvent extends Omit<Row<'events'>, 'organiser_id' | 'picture' | 'position'> {
  dates: SeedDate[]
  questions?: Omit<Row<'questions'>, 'event_id' | 'ticket_type_id' | 'position'>[]
  waivers?: Omit<Row<'waivers'>, 'event_id'>[]
  messages?: Omit<Row<'after_sale_messages'>, 'event_id'>[]
}

type SeedCode = Pick<Row<'discount_codes'>, 'code' | 'kind' | 'amount'> &
  Partial<Pick<Row<'discount_codes'>, 'event_id' | 'currency' | 'max_uses'>>

export interface SeedOrganiser extends Omit<Row<'organisers'>, 'charity_id'> {
  charity?: Row<'charities'>
  events: SeedEvent[]
  vouchers?: Omit<Row<'gift_voucher_products'>, 'organiser_id' | 'picture'>[]
  codes?: SeedCode[]
  /** Issued gift vouchers to pay with; values in pence. */
  issued?: { code: string; value: number }[]
}

type SeedPolicyId = (typeof refundPolicies)[number]['id']

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
] as const satisfies Row<'refund_policies'>[]
