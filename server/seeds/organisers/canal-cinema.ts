import type { SeedOrganiser } from '#server/seeds/catalogue-shapes.ts'

/** Bank transfer and card, no marketing question, its own refund policy; one event sells in euros. */
export const canalCinema: SeedOrganiser = {
  id: 'canal-cinema',
  name: 'Canal Cinema',
  blurb: 'One screen, ninety seats and a bar on a lock of the Regent’s Canal; in summer also in Amsterdam.',
  contact_email: 'hello@canal-cinema.example',
  postal_address: '2 Lock Cottages, London, N1 8QR',
  provider: '',
  marketing_signup_message: '',
  custom_refund_policy:
    '<p>Plans change. Until noon on the day of the film we return the full price of your ticket, fee included: write to us with your order reference.</p><p>After noon we gladly move your ticket to another film of the same month, as often as you like. If we cancel a film, you get everything back within five working days without asking.</p>',
  events: [
    {
      id: 'late-film-club',
      title: 'Late Film Club: Brief Encounter',
      blurb: 'The train, the tea room and Rachmaninov, from a 35 mm print with all its scratches.',
      description_html:
        '<p>Once a month we open the projection booth and run a film as it was meant to be seen. A short talk before, a drink after, and no advertisements at all.</p>',
      category: 'Film',
      venue_name: 'Canal Cinema',
      venue_full_address: '2 Lock Cottages, London, N1 8QR',
      venue_map_address: '2 Lock Cottages, London N1 8QR',
      dates: [
        {
          id: 'late-film-club-tuesday',
          inDays: 12,
          weekday: 2,
          hour: 21,
          doorsBefore: 30,
          lasts: 115,
          capacity: { seat: 90, poster: 60 },
          requires: { poster: ['seat', 'sofa'] },
          tickets: [
            { key: 'seat', name: 'Any seat', price: '12.50', booking_fee: '0.95' },
            {
              key: 'sofa',
              name: 'Sofa for two',
              pool: 'seat',
              price: '28.00',
              booking_fee: '2.00',
              max_per_customer: 3,
            },
            {
              key: 'poster',
              name: 'Poster by post',
              description: 'Printed by hand for this evening',
              price: '6.00',
              deliverable: true,
              delivery_cost: '2.50',
            },
          ],
        },
      ],
    },
    {
      id: 'silent-films',
      title: 'Silent Films with Live Piano',
      blurb: 'Keaton on the roof of a train, and a pianist who has never played it twice the same way.',
      description_html:
        '<p>Three short films from 1921 and 1922 on the water, with Joost van Dam at the upright. Blankets are on the seats.</p>',
      category: 'Film',
      currency: 'EUR',
      venue_name: 'Canal Cinema, Amsterdam',
      venue_full_address: 'Entrepotdok 42, 1018 AD Amsterdam',
      venue_map_address: 'Entrepotdok 42, 1018 AD Amsterdam',
      dates: [
        {
          id: 'silent-films-opening',
          inDays: 20,
          weekday: 5,
          hour: 20,
          lasts: 95,
          capacity: { stalls: 80 },
          tickets: [{ key: 'stalls', name: 'Stalls', price: '14.00', booking_fee: '1.10' }],
        },
      ],
    },
    {
      id: 'studio-livestream',
      title: 'Studio Session: The Tidewrights, Live Stream',
      blurb: 'A new record played from first to last, live from the studio to wherever you are.',
      description_html:
        '<p>Six cameras, good microphones and no audience but you. Watch live or for 48 hours afterwards; the link is for one screen.</p>',
      category: 'Online',
      hide_booking_fee: true,
      livestream_url: '/events/studio-livestream/',
      venue_name: 'Online',
      dates: [
        {
          id: 'studio-livestream-sunday',
          inDays: 9,
          weekday: 7,
          hour: 20,
          lasts: 75,
          capacity: { screen: 5000 },
          tickets: [
            {
              key: 'screen',
              name: 'One screen',
              price: '9.00',
              booking_fee: '0.60',
              absorb_fee: true,
              max_per_customer: 5,
            },
          ],
        },
      ],
      messages: [
        {
          id: 'studio-livestream-message',
          message:
            'The stream opens 15 minutes before the start. Headphones make it better; so does a dark room.',
        },
      ],
    },
    {
      id: 'paddle-in-cinema',
      title: 'Paddle-in Cinema: A Trip to the Moon',
      blurb: 'The first film about space, on a screen over the canal, watched from a canoe for two.',
      description_html:
        '<p>We moor forty canoes under the lock at dusk, hand out blankets and cocoa, and run three short films by Georges Méliès over the water. Life jackets are included, and the water is shallow and still.</p>',
      category: 'Film',
      venue_name: 'Canal Cinema, the lower lock',
      venue_full_address: '2 Lock Cottages, London, N1 8QR',
      venue_map_address: '2 Lock Cottages, London N1 8QR',
      dates: [
        {
          id: 'paddle-in-cinema-thursday',
          inDays: 26,
          weekday: 4,
          hour: 20,
          lasts: 90,
          capacity: { paddler: 80 },
          tickets: [
            {
              key: 'paddler',
              name: 'Half a canoe',
              price: '15.00',
              booking_fee: '1.10',
              max_per_customer: 6,
            },
          ],
        },
      ],
      questions: [
        {
          id: 'paddle-jacket',
          before_or_after: 'before',
          question: 'Which life jacket shall we bring?',
          type: 'dropdown',
          mandatory: true,
          options: ['Small', 'Medium', 'Large'],
        },
      ],
      waivers: [
        {
          id: 'paddle-waiver',
          title: 'On the water',
          text_html:
            '<p>I can swim 25 metres, wear the life jacket from jetty to jetty, and go on the water at my own risk.</p>',
        },
      ],
    },
    {
      id: 'northern-lights-tour',
      title: 'Aurora Vale: The Northern Lights Tour',
      blurb: 'Strings, synths and forty thousand watts of light. The only three nights in London.',
      description_html:
        '<p>Aurora Vale brings the full band and the light show that stopped traffic in Oslo. Doors open an hour before; the support is kept secret until the night.</p>',
      category: 'Music',
      demands_captcha: true,
      venue_name: 'Camden Round Hall',
      venue_full_address: '100 Chalk Farm Road, London, NW1 8EH',
      venue_map_address: '100 Chalk Farm Road, London NW1 8EH',
      dates: [
        {
          id: 'northern-lights-tour-friday',
          inDays: 64,
          weekday: 5,
          hour: 19,
          doorsBefore: 60,
          lasts: 180,
          capacity: { standing: 0, balcony: 0 },
          tickets: [
            { key: 'standing', name: 'Standing', price: '42.00', booking_fee: '3.95', max_per_customer: 4 },
            {
              key: 'balcony',
              name: 'Balcony, seated',
              price: '56.00',
              booking_fee: '4.95',
              max_per_customer: 4,
            },
          ],
        },
        {
          id: 'northern-lights-tour-saturday',
          inDays: 65,
          weekday: 6,
          hour: 19,
          lasts: 180,
          capacity: { standing: 800, balcony: 3 },
          tickets: [
            { key: 'standing', name: 'Standing', price: '42.00', booking_fee: '3.95', max_per_customer: 4 },
            {
              key: 'balcony',
              name: 'Balcony, seated',
              price: '56.00',
              booking_fee: '4.95',
              max_per_customer: 4,
            },
          ],
        },
        {
          id: 'northern-lights-tour-sunday',
          inDays: 66,
          weekday: 7,
          hour: 19,
          lasts: 180,
          opensInDays: 14,
          capacity: { standing: 800 },
          tickets: [
            { key: 'standing', name: 'Standing', price: '42.00', booking_fee: '3.95', max_per_customer: 4 },
          ],
        },
      ],
    },
  ],
  codes: [{ code: 'MATINEE', kind: 'ticket_percent', amount: '25.00' }],
}
