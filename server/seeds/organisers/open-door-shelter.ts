import type { SeedOrganiser } from '#server/seeds/catalogue-shapes.ts'

/** A charity without a card provider's name: bank transfer and card, donations with Gift Aid, a required phone number. */
export const openDoorShelter: SeedOrganiser = {
  id: 'shelter-run',
  name: 'Open Door Shelter',
  blurb: 'Beds, breakfasts and a way back for people without a home in Leeds, every night since 1987.',
  contact_email: 'run@open-door.example',
  postal_address: '11 Call Lane, Leeds, LS1 7BR',
  provider: '',
  requires_phone_number: true,
  marketing_signup_message: 'Tell me how my support helps people at Open Door Shelter',
  charity: {
    id: 'open-door',
    name: 'Open Door Shelter',
    logo: '/pictures/open-door.svg',
    description_html:
      '<p>A warm bed and a way back, every night of the year.</p><p><strong>£20</strong> keeps the door open for one person for one night.</p>',
    donation_options: ['5.00', '10.00', '20.00', '50.00'],
    donation_checkout_title: 'Help us keep the door open',
    base_fee: '0.20',
    booking_fee_percent: '2.50',
    booking_fee_includes_vat: true,
    booking_fee_vat_percent: '20.00',
    booking_fee_cap: '3.00',
  },
  events: [
    {
      id: 'night-run',
      title: 'Night Run for Shelter',
      blurb: 'Ten kilometres through a sleeping city, by head torch, for a bed for everybody.',
      description_html:
        '<p>The streets are closed, the fountains are lit, and choirs stand on the corners. Run it, jog it or walk it. Your race pack with number and ribbon comes by post a week before.</p><p>All that is left after the costs goes to the night shelter.</p>',
      category: 'Sport',
      venue_name: 'Millennium Square',
      venue_full_address: 'Millennium Square, Leeds, LS2 3AD',
      venue_map_address: 'Millennium Square, Leeds LS2 3AD',
      waivers: [
        {
          id: 'night-run-waiver',
          title: 'Taking part',
          text_html:
            '<p>I am fit to run or walk ten kilometres at night and take part at my own risk.</p><ul><li>I follow what the marshals say, and stop when they tell me to.</li><li>I wear a head torch and something bright from start to finish.</li><li>I bring nobody under 16 to the start without their parent’s consent.</li><li>If I am hurt, first aiders may treat me and tell my emergency contact.</li></ul>',
        },
      ],
      messages: [
        { id: 'night-run-message', message: 'Bring a head torch and arrive 30 minutes before the start.' },
      ],
      dates: [
        {
          id: 'night-run-start',
          inDays: 50,
          weekday: 6,
          hour: 20,
          lasts: 180,
          capacity: { runner: 300 },
          tickets: [
            {
              key: 'runner',
              name: 'Runner',
              price: '24.00',
              booking_fee: '1.80',
              absorb_fee: true,
              deliverable: true,
              delivery_cost: '2.95',
              max_per_customer: 6,
              refund_policy: 'no-refunds',
              non_refundable: true,
            },
          ],
        },
      ],
    },
    {
      id: 'winter-supper',
      title: 'Winter Supper',
      blurb: 'Four courses by the cooks of the shelter’s own kitchen school, at one very long table.',
      description_html:
        '<p>The trainees of our kitchen school cook for two hundred guests: leek and potato soup, pie, cheese, and a crumble people talk about. Bring an appetite and sit beside somebody new.</p>',
      category: 'Food',
      venue_name: 'Leeds Corn Exchange',
      venue_full_address: 'Call Lane, Leeds, LS1 7BR',
      venue_map_address: 'Corn Exchange, Call Lane, Leeds LS1 7BR',
      dates: [
        {
          id: 'winter-supper-thursday',
          inDays: 22,
          weekday: 4,
          hour: 18,
          minute: 30,
          lasts: 210,
          capacity: { seat: 200 },
          tickets: [
            {
              key: 'seat',
              name: 'A place at the table',
              price: '35.00',
              booking_fee: '2.50',
              max_per_customer: 10,
              refund_policy: 'flexible',
            },
          ],
        },
      ],
    },
  ],
}
