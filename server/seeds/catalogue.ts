import type { Insertable } from 'kysely'

import type { Tables } from '#server/database/tables.ts'

type Row<T extends keyof Tables> = Insertable<Tables[T]>

/** A ticket type of a seed: its date, event and pool are known from where it stands. */
type SeedTicket = Omit<
  Row<'ticket_types'>,
  'id' | 'event_id' | 'event_date_id' | 'pool_id' | 'max_per_customer' | 'refund_policy_id'
> & {
  max_per_customer?: number
  refund_policy_id?: string
  /** Ticket types of one date that name the same pool share its places; without a name the pool is the ticket's own. */
  pool?: string
}

interface SeedDate {
  id: string
  /** Whole days from the day of seeding, and the hour of the day. */
  inDays: number
  hour: number
  /** Places by pool name; a ticket type without a shared pool has a pool named as its key. */
  capacity: Record<string, number>
  tickets: SeedTicket[]
  /** Keys of this date's ticket types that need another, with those of which one must be bought as well. */
  requires?: Record<string, string[]>
}

export interface SeedEvent extends Omit<Row<'events'>, 'organiser_id'> {
  dates: SeedDate[]
  questions?: Omit<Row<'questions'>, 'event_id' | 'ticket_type_id'>[]
  waivers?: Omit<Row<'waivers'>, 'event_id'>[]
  messages?: Omit<Row<'after_sale_messages'>, 'event_id'>[]
}

export interface SeedOrganiser extends Omit<Row<'organisers'>, 'charity_id'> {
  charity?: Row<'charities'>
  events: SeedEvent[]
  vouchers?: Omit<Row<'gift_voucher_products'>, 'organiser_id'>[]
  codes?: Omit<Row<'discount_codes'>, 'organiser_id' | 'starts_at' | 'ends_at'>[]
}

export const refundPolicies: Row<'refund_policies'>[] = [
  {
    id: 'flexible',
    title: 'Flexible',
    description: 'Full refund up to 7 days before the event',
    text: 'Ask for a refund up to 7 days before the event and the ticket price is returned in full.',
  },
]

export const organisers: SeedOrganiser[] = [
  {
    id: 'harbour-arts',
    name: 'Harbour Arts',
    provider: 'stripe',
    marketing_signup_message: 'Email me about concerts and exhibitions at Harbour Arts',
    refund_protection_cost_basis_points: 500,
    events: [
      {
        id: 'lantern-evening',
        title: 'Lantern Evening on the Quay',
        refund_protection: true,
        venue_name: 'Harbour Arts Quay',
        venue_full_address: 'Quay Street, Whitby, YO21 1DN',
        venue_map_address: 'Quay Street, Whitby YO21 1DN',
        different_timeslots_message: 'Your tickets are for different evenings. Please check the dates.',
        dates: [
          {
            id: 'lantern-evening-friday',
            inDays: 30,
            hour: 19,
            capacity: { quay: 100 },
            requires: { child: ['adult'] },
            tickets: [
              {
                key: 'adult',
                name: 'Adult',
                pool: 'quay',
                price: 1850,
                booking_fee: 150,
                max_per_customer: 8,
                refund_policy_id: 'flexible',
              },
              { key: 'child', name: 'Child', pool: 'quay', price: 950, booking_fee: 75 },
            ],
          },
          {
            id: 'lantern-evening-saturday',
            inDays: 31,
            hour: 19,
            capacity: { adult: 2, group: 40 },
            tickets: [
              { key: 'adult', name: 'Adult', price: 1850, booking_fee: 150 },
              { key: 'group', name: 'Group of friends', price: 1500, booking_fee: 120, min_per_customer: 4 },
            ],
          },
        ],
        questions: [
          {
            id: 'lantern-name',
            before_or_after: 'before',
            question: 'Name on the lantern',
            type: 'text',
            mandatory: true,
          },
        ],
      },
      {
        id: 'harbour-open-day',
        title: 'Harbour Open Day',
        dates: [
          {
            id: 'harbour-open-day-sunday',
            inDays: 40,
            hour: 10,
            capacity: { entry: 500 },
            tickets: [{ key: 'entry', name: 'Free entry', price: 0 }],
          },
        ],
      },
    ],
    vouchers: [
      {
        id: 'harbour-gift',
        name: 'Harbour Arts gift voucher',
        values_offered: [1000, 2500, 5000],
        min_value: 500,
        max_value: 50_000,
        valid_months: 24,
      },
    ],
    codes: [
      {
        code: 'QUAY10',
        event_id: null,
        kind: 'ticket_percent',
        amount: 1000,
        currency: null,
        max_uses: null,
      },
      { code: 'FIVEROFF', event_id: null, kind: 'basket_amount', amount: 500, currency: 'GBP', max_uses: 3 },
    ],
  },
  {
    id: 'shelter-run',
    name: 'Open Door Shelter',
    provider: '',
    marketing_signup_message: 'Tell me how my support helps people at Open Door Shelter',
    charity: {
      id: 'open-door',
      name: 'Open Door Shelter',
      logo: '',
      description_html: '<p>A warm bed and a way back, every night of the year.</p>',
      donation_options: [500, 1000, 2000, 5000],
      donation_checkout_title: 'Help us keep the door open',
      base_fee: 20,
      booking_fee_basis_points: 250,
      booking_fee_includes_vat: true,
      booking_fee_vat_basis_points: 2000,
      booking_fee_cap: 300,
    },
    events: [
      {
        id: 'night-run',
        title: 'Night Run for Shelter',
        waivers: [
          {
            id: 'night-run-waiver',
            title: 'Taking part',
            text_html: '<p>I am fit to run and take part at my own risk.</p>',
          },
        ],
        messages: [
          { id: 'night-run-message', message: 'Bring a head torch and arrive 30 minutes before the start.' },
        ],
        dates: [
          {
            id: 'night-run-start',
            inDays: 50,
            hour: 20,
            capacity: { runner: 300 },
            tickets: [
              {
                key: 'runner',
                name: 'Runner',
                price: 2400,
                booking_fee: 180,
                absorb_fee: true,
                deliverable: true,
                delivery_cost: 295,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    id: 'canal-cinema',
    name: 'Canal Cinema',
    provider: 'square',
    marketing_signup_message: 'Send me the Canal Cinema programme',
    events: [
      {
        id: 'silent-films',
        title: 'Silent Films with Live Piano',
        currency: 'EUR',
        dates: [
          {
            id: 'silent-films-opening',
            inDays: 20,
            hour: 20,
            capacity: { stalls: 80 },
            tickets: [{ key: 'stalls', name: 'Stalls', price: 1400, booking_fee: 110 }],
          },
        ],
      },
    ],
  },
]
