import type { Checkout } from './checkout.ts'

/** A checkout reply with every documented field, as clean JSON. */
export const clean = {
  state: 'payment',
  sale_reference: 'AB12',
  seconds_remaining: 540,
  captcha_sitekey: 'site-key',
  express: false,
  edit_basket_clicked: true,
  payment_complete: false,
  payment_plan_remaining: true,
  truelayer_returned_from: '1',
  init_guest_email: 'ada@example.org',
  tickets: [
    {
      ticket_id: '31',
      event_id: '7',
      date_id: '70',
      event_name: 'Hamlet',
      event_url: '/hamlet/',
      organiser_url: '/globe/',
      ticket_name: 'Adult',
      nice_date: '1 May 2027',
      qty: 2,
      price: '12.50',
      booking_fee: '1.25',
      discount_amount: '2.00',
      absorb_fee: true,
      event_hide_booking_fee: false,
      thumbnail: '/hamlet.jpg',
      seats: [{ section: 'Stalls', row: 'A', number: '7' }],
      seats_url: '/hamlet/seats/',
      lapsed_seats: ['Stalls-A-7'],
      restricted_seats: ['Stalls-A-7'],
      non_refundable: true,
      non_transferable: true,
      is_posted: true,
      refund_policy: { title: 'Refunds', description: 'Up to a day', text: 'Ask us' },
      can_update_quantity: true,
      max_can_reserve: 6,
      min_per_customer: 2,
      required_tickets: [
        {
          ids: ['32', '33'],
          title: 'Member',
          event_url: '/member/',
          offer: { ticket_id: '32', name: 'Member', price: '5.00' },
        },
      ],
    },
  ],
  gift_vouchers: [
    {
      id: '5',
      name: 'Voucher',
      value: '25.00',
      qty: 1,
      o_name: 'Globe',
      o_url: '/globe/',
      uk_expiry_date: '01/05/2028',
      thumbnail: '/v.jpg',
    },
  ],
  events: [
    {
      id: '7',
      title: 'Hamlet',
      refund_protection: true,
      warn_customers_about_different_timeslots_message: 'Two times',
      shareable_link: 'https://shop.example/hamlet/',
      reward_referrers: [{ text: 'Get a pint', short_text: 'a pint' }],
      venue: {
        name: 'The Globe',
        full_address: '1 Bankside',
        map_address: 'Bankside',
        map_checkin: '2027-05-01',
      },
      has_livestream: true,
      access_online: 'https://live.example/7',
      has_waiver: true,
      ga: 'G-1',
      ga_conversion_id: 'AW-1',
      fb_pixel: '99',
    },
  ],
  organisers: [
    {
      name: 'Globe',
      statement_name: 'GLOBE LONDON',
      refund_protection_terms: 'We pay back if you are ill.',
      refund_protection_url: '/protection/',
      full_url: '/globe/',
      is_saas: true,
      charity: true,
      has_custom_refund_policy: true,
      upcoming_events: [
        { url: '/lear/', thumbnail: '/lear.jpg', title: 'Lear', location: 'London', date: 'May' },
      ],
    },
  ],
  currency: { code: 'GBP', symbol: '£' },
  basket_total: '1234.50',
  delivery_cost: '3.00',
  discounts_applied: { SUMMER: '4.00' },
  offers_applied_total: '1.00',
  gift_vouchers_applied_total: '5.00',
  all_booking_fees_are_absorbed: true,
  has_refund_protection: true,
  refund_protection: true,
  refund_protection_cost: '2.99',
  had_mismatching_currencies: true,
  reserving_error: 'Sold out',
  basket_errors: ['Too late'],
  basket_success: 'Added',
  donation: { amount_before_booking_fee: '20.00', booking_fee: '0.60', is_gift_aid: true },
  donation_amount: '20.60',
  add_donation: true,
  charity: {
    id: '3',
    name: 'Trust',
    logo: '/t.png',
    description_html: '<p>We help</p>',
    donation_options: ['5.00', '10.00'],
    donation_checkout_title: 'Give',
    base_fee: '0.20',
    booking_fee: 2.5,
    booking_fee_includes_vat: true,
    booking_fee_vat: 20,
    booking_fee_cap: '3.00',
  },
  has_transfers: false,
  has_no_open_payment: false,
  can_extend_hold: true,
  can_add_lines: true,
  can_remove_seats: true,
  is_gift_aid: true,
  require_delivery_address: true,
  has_require_phone_number: true,
  has_waivers: true,
  after_sale_messages: [
    {
      organiser_name: 'Globe',
      event_title: 'Hamlet',
      event_nice_date: '1 May',
      event_nice_time: '7pm',
      message: 'Bring a coat',
    },
  ],
  marketing_preferences: {
    ct_subscribed: true,
    event_subscribed: false,
    basket_organisers: [{ id: '8', organiser_subscribed: true, marketing_signup_message: 'Write to me' }],
  },
  before_payment_questions: {
    31: [
      {
        id: '9',
        ticket_id: '31',
        question: 'Diet?',
        type: 'dropdown',
        mandatory: true,
        once_per_checkout: false,
        osq_id: '2',
        prepopulated_array: ['None', 'Vegan'],
      },
    ],
  },
  after_payment_questions: {},
  opoa: { provider: 'square', merchant_id: 'M1', overridden: true },
  sagepay_or_stripe: 'stripe',
  payment_plan_schedule_options: {
    3: { label: '3 months', schedule: [{ uk_due: '01/06/2027', value: '10.00' }] },
  },
  payment_methods: [
    { payment_method_id: 'pm_1', card_type: 'amex', last4digits: '0042', expiry: '04/31', is_default: true },
  ],
  saved_answers: { '31_7_1': 'Vegan' },
  contact_number: '0113 496 0000',
  guest_name: 'Ada Mary Byron',
  posted_to: 'Ada Byron, 1 Quay, Whitby',
  order_reference: 'S7MH0MD2',
  ga_ua_properties: ['UA-1'],
  server_time: '2027-04-01T12:00:00Z',
}

/** The checkout that `clean` and its old-style equivalent are both read as. */
export const meant: Checkout = {
  ...clean,
  state: 'payment',
  tickets: clean.tickets.map((line) => ({
    ...line,
    price: 1250,
    booking_fee: 125,
    discount_amount: 200,
    seats: ['Stalls-A-7'],
    required_tickets: line.required_tickets.map((required) => ({
      ...required,
      offer: { ...required.offer, price: 500 },
    })),
  })),
  gift_vouchers: clean.gift_vouchers.map((voucher) => ({ ...voucher, value: 2500 })),
  basket_total: 123450,
  delivery_cost: 300,
  discounts_applied: { SUMMER: 400 },
  offers_applied_total: 100,
  gift_vouchers_applied_total: 500,
  refund_protection_cost: 299,
  donation: { amount_before_booking_fee: 2000, booking_fee: 60, is_gift_aid: true },
  donation_amount: 2060,
  charity: { ...clean.charity, donation_options: [500, 1000], base_fee: 20, booking_fee_cap: 300 },
  before_payment_questions: {
    31: clean.before_payment_questions[31].map((question) => ({ ...question, type: 'dropdown' })),
  },
  opoa: { provider: 'square', merchant_id: 'M1', overridden: true },
  payment_plan_schedule_options: {
    3: { label: '3 months', schedule: [{ uk_due: '01/06/2027', value: 1000 }] },
  },
  payment_methods: clean.payment_methods.map((card) => ({ ...card, card_type: 'amex' })),
}

/** A path to a value in nested objects and lists. */
export type Place = (string | number)[]

/** Returns the paths of all values in nested data, including objects and lists themselves. */
export function places(tree: unknown, place: Place = []): Place[] {
  if (typeof tree !== 'object' || tree === null) return [place]
  return [place, ...Object.entries(tree).flatMap(([key, value]) => places(value, [...place, key]))]
}

/** Returns a copy of nested data with the value at a path replaced. */
export function distorted(tree: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value
  const branch = tree as Record<string, unknown>
  return { ...branch, [key]: distorted(branch[key], rest, value) }
}

/** Fields that are maps by id or name. */
export const maps = [
  'discounts_applied',
  'saved_answers',
  'before_payment_questions',
  'after_payment_questions',
  'payment_plan_schedule_options',
]
const optional = [
  'seconds_remaining',
  'truelayer_returned_from',
  'max_can_reserve',
  'booking_fee_cap',
  'has_transfers',
]
const optionalObjects = ['donation', 'charity', 'marketing_preferences', 'refund_policy', 'venue', 'offer']

/** Returns the names of the values whose type differs from the model's; NaN and infinity differ from every number. */
export function unlike(value: unknown, model: unknown, name = ''): string[] {
  if (value === null) return [...optional, ...optionalObjects].includes(name) ? [] : [name]
  if (Array.isArray(model))
    return Array.isArray(value) ? value.flatMap((one) => unlike(one, model[0], name)) : [name]
  if (typeof model !== 'object' || model === null)
    return typeof value === typeof model && (typeof value !== 'number' || Number.isFinite(value))
      ? []
      : [name]
  if (typeof value !== 'object') return [name]
  const fields = Object.entries(value)
  // The sample has none to compare with; their schema is that of the questions before payment.
  if (name === 'after_payment_questions') return []
  if (maps.includes(name)) return fields.flatMap(([, one]) => unlike(one, Object.values(model)[0], 'entry'))
  return fields.flatMap(([key, one]) => unlike(one, (model as Record<string, unknown>)[key], key))
}
