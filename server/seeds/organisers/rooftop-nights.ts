import type { SeedOrganiser } from '#server/seeds/catalogue-shapes.ts'

/** Express checkout by card (Stripe), one paid event, one free, and gift vouchers. */
export const rooftopNights: SeedOrganiser = {
  id: 'rooftop-nights',
  name: 'Rooftop Nights',
  blurb: 'Records and jokes on the flat roofs of Manchester, with blankets, heaters and a view.',
  contact_email: 'hello@rooftop-nights.example',
  postal_address: '8 Tib Street, Manchester, M4 1PQ',
  provider: 'stripe',
  is_express: true,
  marketing_signup_message: 'Tell me first when new rooftop nights go on sale',
  events: [
    {
      id: 'rooftop-sessions',
      title: 'Rooftop Sessions: Soul and Disco',
      blurb: 'All-vinyl, eleven floors up, from sunset until the neighbours ask nicely.',
      description_html:
        '<p>Three selectors, one pair of turntables, and the whole skyline. Heaters and blankets are there; bring dancing shoes. Over 18s.</p>',
      category: 'Music',
      venue_name: 'Bridgewater Roof',
      venue_full_address: 'Barbirolli Square, Manchester, M2 3WS',
      venue_map_address: 'Barbirolli Square, Manchester M2 3WS',
      reward_text: 'I am dancing on a roof. Come too:',
      reward_short_text: 'skip the queue',
      dates: [
        {
          id: 'rooftop-sessions-saturday',
          inDays: 15,
          weekday: 6,
          hour: 19,
          lasts: 300,
          capacity: { roof: 250 },
          tickets: [
            {
              key: 'early',
              name: 'Before nine',
              pool: 'roof',
              price: '12.00',
              booking_fee: '1.00',
              max_per_customer: 6,
            },
            {
              key: 'any',
              name: 'Any time',
              pool: 'roof',
              price: '18.00',
              booking_fee: '1.40',
              max_per_customer: 6,
            },
          ],
        },
      ],
    },
    {
      id: 'new-faces-night',
      title: 'New Faces: First-Time Comedy',
      blurb: 'Eight people who have never done this before. Free, kind, and sometimes very good.',
      description_html:
        '<p>Five minutes each, a warm crowd and a bell. Tickets are free; the bucket goes round at the end.</p>',
      category: 'Comedy',
      venue_name: 'The Water Tank',
      venue_full_address: '8 Tib Street, Manchester, M4 1PQ',
      venue_map_address: '8 Tib Street, Manchester M4 1PQ',
      dates: [
        {
          id: 'new-faces-night-monday',
          inDays: 11,
          weekday: 1,
          hour: 20,
          lasts: 100,
          capacity: { entry: 60 },
          tickets: [{ key: 'entry', name: 'Free entry', price: '0.00', max_per_customer: 4 }],
        },
      ],
    },
  ],
  vouchers: [
    {
      id: 'rooftop-gift',
      name: 'Rooftop Nights gift voucher',
      blurb: 'Good for every rooftop and every joke. Comes as a card, by post.',
      values_offered: ['20.00', '40.00'],
      min_value: '10.00',
      max_value: '200.00',
      valid_months: 12,
    },
  ],
}
