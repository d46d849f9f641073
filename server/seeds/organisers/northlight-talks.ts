import type { SeedOrganiser } from '#server/seeds/catalogue-shapes.ts'

/** Uses its own payment provider, which is not configured: its paid tickets cannot be paid for [PAYM-52]. */
export const northlightTalks: SeedOrganiser = {
  id: 'northlight-talks',
  name: 'Northlight Talks',
  blurb: 'People who have been to high and cold places, and came back with slides.',
  contact_email: 'talks@northlight.example',
  postal_address: '75 Kinnoull Street, Perth, PH1 5EZ',
  provider: '',
  is_saas: true,
  takes_bank_transfers: false,
  marketing_signup_message: '',
  events: [
    {
      id: 'mountain-evening',
      title: 'Above the Clouds: An Evening on Mountains',
      blurb: 'Three winters in the Cairngorms, told by the woman who counted every ptarmigan.',
      description_html:
        '<p>Dr Isla Munro shows pictures from three winters of snow holes, storms and birds that turn white. Questions afterwards, with whisky or cocoa.</p>',
      category: 'Talk',
      venue_name: 'Perth Old Library',
      venue_full_address: '75 Kinnoull Street, Perth, PH1 5EZ',
      venue_map_address: '75 Kinnoull Street, Perth PH1 5EZ',
      dates: [
        {
          id: 'mountain-evening-wednesday',
          inDays: 25,
          weekday: 3,
          hour: 19,
          minute: 30,
          lasts: 120,
          capacity: { seat: 140 },
          tickets: [
            { key: 'seat', name: 'Seat', price: '11.00', booking_fee: '0.90' },
            {
              key: 'student',
              name: 'Student',
              pool: 'seat',
              price: '6.00',
              booking_fee: '0.60',
              max_per_customer: 1,
            },
          ],
        },
      ],
    },
  ],
}
