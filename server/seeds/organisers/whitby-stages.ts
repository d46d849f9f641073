import type { SeedDate, SeedOrganiser } from '#server/seeds/catalogue-shapes.ts'

type Ticket = SeedDate['tickets'][number]

/** A ticket type of one of the theatre's categories. */
const ticket = (
  category: string,
  band: string,
  type: string,
  price: string,
  booking_fee: string,
): Ticket => ({
  key: `${category}-${type.toLowerCase().replaceAll(' ', '-')}`,
  name: `${type}, ${band}`,
  seat_category: category,
  pool: category,
  price,
  booking_fee,
  refund_policy: 'flexible',
})

const bands: Ticket[] = [
  ticket('premium', 'Premium', 'Adult', '64.50', '3.50'),
  ticket('band-a', 'Band A', 'Adult', '49.00', '3.00'),
  ticket('band-a', 'Band A', 'Concession', '41.50', '2.50'),
  ticket('band-b', 'Band B', 'Adult', '35.80', '2.20'),
  ticket('band-b', 'Band B', 'Concession', '30.50', '2.00'),
  ticket('band-b', 'Band B', 'Under 16', '17.70', '1.30'),
  ticket('band-c', 'Band C', 'Adult', '22.50', '1.50'),
  ticket('band-c', 'Band C', 'Concession', '18.70', '1.30'),
]

/** A category of the arena, which has one price. */
const tier = (category: string, name: string, price: string, booking_fee: string): Ticket => ({
  key: category,
  name,
  seat_category: category,
  price,
  booking_fee,
  refund_policy: 'moderate',
})

/** Numbered seats, chosen on a seating plan of seats.io: a theatre, and an arena of two thousand. Card only (Stripe). */
export const whitbyStages: SeedOrganiser = {
  id: 'whitby-stages',
  name: 'Whitby Stages',
  blurb: 'A Victorian playhouse above the harbour, and a drill hall that holds two thousand.',
  contact_email: 'boxoffice@whitby-stages.example',
  postal_address: '3 Pier Road, Whitby, YO21 3PU',
  provider: 'stripe',
  marketing_signup_message: '',
  events: [
    {
      id: 'the-tempest',
      title: 'The Tempest',
      blurb: 'Shakespeare’s last great storm, with a live score for whale-bone flute and forty drums.',
      description_html:
        '<p>A ship breaks on the rocks, a duke waits on his island, and a spirit of the air does the rest. The company of the Harbour Theatre plays in the round of its own shipwreck, with music by the Staithes Drummers.</p><p>Two hours and twenty minutes with an interval. Thunder, lightning and stage fog. The stalls are step-free from Quay Street; places for wheelchairs and their companions are in row P.</p>',
      category: 'Theatre',
      venue_name: 'The Harbour Theatre',
      venue_full_address: '3 Pier Road, Whitby, YO21 3PU',
      venue_map_address: '3 Pier Road, Whitby YO21 3PU',
      dates: [
        {
          id: 'the-tempest-friday',
          inDays: 24,
          weekday: 5,
          hour: 19,
          minute: 30,
          doorsBefore: 45,
          lasts: 140,
          isSeated: true,
          capacity: { premium: 107, 'band-a': 284, 'band-b': 152, 'band-c': 64 },
          tickets: bands,
        },
        {
          id: 'the-tempest-saturday',
          inDays: 25,
          weekday: 6,
          hour: 19,
          minute: 30,
          doorsBefore: 45,
          lasts: 140,
          isSeated: true,
          capacity: { premium: 5, 'band-a': 18, 'band-b': 11, 'band-c': 7 },
          tickets: bands,
        },
      ],
    },
    {
      id: 'winter-arena',
      title: 'Winter Arena: The Northern Choirs',
      blurb: 'Nine choirs, one orchestra and two thousand people who are allowed to sing along.',
      description_html:
        '<p>Carols, sea songs and the last chorus of the Messiah, sung from the floor, the tiers and the rafters. The words are on the screens; a scarf is advisable.</p><p>Places for wheelchairs and their companions are in blocks 103 and 106, reached by the lift at the east door.</p>',
      category: 'Music',
      venue_name: 'The Drill Hall Arena',
      venue_full_address: 'Church Street, Whitby, YO22 4AE',
      venue_map_address: 'Church Street, Whitby YO22 4AE',
      dates: [
        {
          id: 'winter-arena-saturday',
          inDays: 46,
          weekday: 6,
          hour: 18,
          doorsBefore: 60,
          lasts: 150,
          isSeated: true,
          capacity: { floor: 576, lower: 416, side: 416, upper: 576 },
          tickets: [
            tier('floor', 'Floor', '70.00', '5.00'),
            tier('lower', 'Lower tier', '56.00', '4.00'),
            tier('side', 'Lower tier, side', '42.00', '3.00'),
            tier('upper', 'Upper tier', '28.00', '2.00'),
          ],
        },
      ],
    },
  ],
}
