import type { SeedOrganiser } from '#server/seeds/catalogue-shapes.ts'

/** Takes cards through Square. */
export const kilnLane: SeedOrganiser = {
  id: 'kiln-lane',
  name: 'Kiln Lane Studio',
  blurb: 'A pottery in an old bakery in Stoke, with eight wheels and one very patient teacher.',
  contact_email: 'jo@kiln-lane.example',
  postal_address: '14 Kiln Lane, Stoke-on-Trent, ST4 1QA',
  provider: 'square',
  takes_bank_transfers: false,
  marketing_signup_message: '',
  events: [
    {
      id: 'potters-wheel',
      title: 'First Turns: An Evening at the Potter’s Wheel',
      blurb: 'Two hours, a ball of clay, and something you can drink from at the end.',
      description_html:
        '<p>Jo shows you how to centre, open and pull the clay; then it is your turn. Aprons and tea are included. We glaze and fire your best piece, and you collect it three weeks later.</p>',
      category: 'Workshop',
      venue_name: 'Kiln Lane Studio',
      venue_full_address: '14 Kiln Lane, Stoke-on-Trent, ST4 1QA',
      venue_map_address: '14 Kiln Lane, Stoke-on-Trent ST4 1QA',
      dates: [
        {
          id: 'potters-wheel-thursday',
          inDays: 17,
          weekday: 4,
          hour: 18,
          minute: 30,
          lasts: 120,
          capacity: { wheel: 40 },
          tickets: [
            {
              key: 'wheel',
              name: 'A wheel of your own',
              price: '32.00',
              booking_fee: '2.20',
              max_per_customer: 4,
            },
            { key: 'shared', name: 'A shared wheel', pool: 'wheel', price: '20.00', booking_fee: '1.50' },
          ],
        },
      ],
    },
  ],
}
