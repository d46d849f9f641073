import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkoutReplySchema, checkoutSchema, checkoutStates } from './checkout.ts'
import { clean, distorted, meant, places, unlike } from './testing.ts'

/** The same checkout in the older style: numeric texts, 0 and 1, [] for empty values. */
const loose = {
  ...clean,
  seconds_remaining: '540',
  express: '0',
  edit_basket_clicked: 1,
  payment_complete: '',
  payment_plan_remaining: '1',
  truelayer_returned_from: 1,
  tickets: {
    a: {
      ...clean.tickets[0],
      ticket_id: 31,
      event_id: 7,
      date_id: 70,
      qty: '2',
      price: 12.5,
      booking_fee: '1.25',
      discount_amount: 2,
      absorb_fee: 1,
      event_hide_booking_fee: 0,
      seats: ['Stalls-A-7'],
      lapsed_seats: ['Stalls-A-7'],
      non_refundable: '1',
      can_update_quantity: '1',
      max_can_reserve: '6',
      min_per_customer: '2',
      required_tickets: [{ ...clean.tickets[0]?.required_tickets[0], ids: '32,33' }],
    },
  },
  gift_vouchers: { 0: { ...clean.gift_vouchers[0], id: 5, value: 25, qty: '1' } },
  events: [{ ...clean.events[0], id: 7, refund_protection: '1', has_livestream: 1, fb_pixel: 99 }].map(
    (event) => ({
      ...event,
      reward_referrers: clean.events[0]?.reward_referrers[0],
    }),
  ),
  organisers: [{ ...clean.organisers[0], is_saas: 1, charity: { id: 3 }, has_custom_refund_policy: '1' }],
  currency: '£',
  basket_total: '1,234.50',
  delivery_cost: 3,
  discounts_applied: { SUMMER: 4 },
  refund_protection: 1,
  has_refund_protection: '1',
  refund_protection_cost: 2.99,
  had_mismatching_currencies: '1',
  basket_errors: 'Too late',
  donation: { amount_before_booking_fee: 20, booking_fee: '0.6', is_gift_aid: '1' },
  add_donation: '1',
  charity: {
    ...clean.charity,
    id: 3,
    donation_options: { 0: 5, 1: '10' },
    base_fee: 0.2,
    booking_fee: '2.5',
    booking_fee_includes_vat: 1,
    booking_fee_vat: '20',
    booking_fee_cap: 3,
  },
  marketing_preferences: {
    ct_subscribed: 1,
    event_subscribed: 0,
    basket_organisers: { 8: { id: 8, organiser_subscribed: '1', marketing_signup_message: 'Write to me' } },
  },
  before_payment_questions: {
    31: [
      {
        id: 9,
        ticket_id: 31,
        question_text: 'Diet?',
        type: 'dropdown',
        mandatory: '1',
        once_per_checkout: '0',
        osq_id: 2,
        prepopulated_array: { 0: 'None', 1: 'Vegan' },
      },
    ],
  },
  after_payment_questions: [],
  opoa: { provider: 'Square', merchant_id: 'M1', overridden: 1 },
  payment_plan_schedule_options: {
    3: { label: '3 months', schedule: { 0: { uk_due: '01/06/2027', value: 10 } } },
  },
  payment_methods: { 0: { ...clean.payment_methods[0], card_type: 'AMEX', is_default: '1' } },
  ga_ua_properties: 'UA-1',
  something_else: { of: 'another shop' },
}

test('has exactly the documented states [CONT-07]', () => {
  expect(checkoutStates).toEqual([
    'determining',
    'basket',
    'reserve',
    'captcha',
    'login',
    'marketing_preferences',
    'donation',
    'gift_aid',
    'delivery_address',
    'ticket_questions_before',
    'payment',
    'awaiting_truelayer',
    'deliver_tickets',
    'ticket_questions_after',
    'waiver',
    'after_sale_messages',
    'order_completed',
  ])
})

/** The fields of the checkout by topic. */
const groups: [string, (keyof typeof meant)[]][] = [
  [
    'where the sale stands [ENTI-01]',
    ['state', 'sale_reference', 'seconds_remaining', 'captcha_sitekey', 'express', 'edit_basket_clicked'],
  ],
  [
    'what came of the payment [ENTI-01]',
    ['payment_complete', 'payment_plan_remaining', 'truelayer_returned_from', 'init_guest_email'],
  ],
  ['its ticket lines [ENTI-02, ENTI-13..16]', ['tickets']],
  ['the fields of ticket lines that later steps read [ENTI-18]', ['tickets']],
  ['its gift vouchers and events [ENTI-19..21]', ['gift_vouchers', 'events']],
  ['its organisers [ENTI-03, ENTI-22, ENTI-23]', ['organisers']],
  [
    'its currency and amounts [ENTI-04, ENTI-05]',
    [
      'currency',
      'basket_total',
      'delivery_cost',
      'discounts_applied',
      'offers_applied_total',
      'gift_vouchers_applied_total',
      'all_booking_fees_are_absorbed',
    ],
  ],
  [
    'its refund protection and messages [ENTI-06, ENTI-07]',
    [
      'has_refund_protection',
      'refund_protection',
      'refund_protection_cost',
      'had_mismatching_currencies',
      'reserving_error',
      'basket_errors',
      'basket_success',
    ],
  ],
  [
    'its donation and charity [ENTI-08, ENTI-25]',
    ['donation', 'donation_amount', 'add_donation', 'charity', 'is_gift_aid'],
  ],
  [
    'what the buyer has to give and choose [ENTI-09, ENTI-24, ENTI-30]',
    [
      'require_delivery_address',
      'has_require_phone_number',
      'has_waivers',
      'after_sale_messages',
      'marketing_preferences',
    ],
  ],
  ['its questions [ENTI-10, ENTI-34]', ['before_payment_questions', 'after_payment_questions']],
  [
    'its payment providers, plans and saved cards [ENTI-11, ENTI-31, ENTI-32]',
    ['opoa', 'sagepay_or_stripe', 'payment_plan_schedule_options', 'payment_methods'],
  ],
  ['its analytics [ENTI-12]', ['ga_ua_properties']],
]

describe.each([
  ['as documented', clean],
  ['from numeric texts, 0 and 1, [] for {} and maps for lists', loose],
])('a checkout %s', (_, wire) => {
  const read = checkoutSchema.parse(wire)

  test.each(groups)('is read with %s', (_, keys) => {
    for (const key of keys) expect(read[key]).toEqual(meant[key])
  })

  test('is read with every field', () => {
    expect(read).toEqual(meant)
  })
})

test('accepts missing, null and empty fields [ENTI-01, ENTI-02, ENTI-05, ENTI-08, ENTI-11]', () => {
  const nothing = checkoutSchema.parse({})
  expect(nothing).toMatchObject({
    state: 'basket',
    seconds_remaining: null,
    truelayer_returned_from: null,
    tickets: [],
    currency: { code: '', symbol: '' },
    basket_total: 0,
    discounts_applied: {},
    refund_protection: false,
    basket_errors: [],
    donation: null,
    charity: null,
    marketing_preferences: null,
    before_payment_questions: {},
    opoa: { provider: '', merchant_id: '', overridden: false },
    payment_plan_schedule_options: {},
    payment_methods: [],
  })
  const everyFieldIs = (value: unknown) => Object.fromEntries(Object.keys(clean).map((name) => [name, value]))
  expect(checkoutSchema.parse(everyFieldIs(null))).toEqual(nothing)
  expect(checkoutSchema.parse(everyFieldIs(''))).toEqual(nothing)
  expect(Object.keys(nothing).sort()).toEqual(Object.keys(clean).sort())
})

test('reads an unknown state as basket [ENTI-01]', () => {
  for (const state of ['paid', '', 3, null, ['payment'], 'constructor'])
    expect(checkoutSchema.parse({ state }).state).toBe('basket')
  for (const state of checkoutStates) expect(checkoutSchema.parse({ state }).state).toBe(state)
})

test('distinguishes a buyer who cancelled at the bank from one who was not there [ENTI-01, OPEN-28]', () => {
  const read = (truelayer_returned_from: unknown) =>
    checkoutSchema.parse({ truelayer_returned_from }).truelayer_returned_from
  expect([0, '0', 1, '1', '', null, undefined, false].map(read)).toEqual([
    '0',
    '0',
    '1',
    '1',
    null,
    null,
    null,
    null,
  ])
})

test.each([
  ['£', { code: 'GBP', symbol: '£' }],
  ['€', { code: 'EUR', symbol: '€' }],
  ['$', { code: 'USD', symbol: '$' }],
  ['gbp', { code: 'GBP', symbol: '£' }],
  [{ symbol: '€' }, { code: 'EUR', symbol: '€' }],
  [{ code: 'usd' }, { code: 'USD', symbol: '$' }],
  [
    { code: 'CHF', symbol: 'Fr.' },
    { code: 'CHF', symbol: 'Fr.' },
  ],
  ['kr', { code: '', symbol: 'kr' }],
  [[], { code: '', symbol: '' }],
])('reads the currency %j [ENTI-04]', (currency, meaning) => {
  expect(checkoutSchema.parse({ currency }).currency).toEqual(meaning)
})

test('reads an unknown payment provider as none [ENTI-11]', () => {
  const read = (opoa: unknown) => checkoutSchema.parse({ opoa }).opoa.provider
  const said = [{ provider: 'stripe' }, { provider: 'paypal' }, { provider: null }, [], null, 'x']
  expect(said.map(read)).toEqual(['stripe', '', '', '', '', ''])
})

test('reads empty preferences, charity and donation as none [ENTI-08, ENTI-09]', () => {
  for (const empty of [null, '', 0, false, [], {}])
    expect(
      checkoutSchema.parse({ marketing_preferences: empty, charity: empty, donation: empty }),
    ).toMatchObject({
      marketing_preferences: null,
      charity: null,
      donation: null,
    })
})

test('distinguishes a missing cap on the donation fee from a cap of 0 [ENTI-25]', () => {
  const read = (booking_fee_cap: unknown) =>
    checkoutSchema.parse({ charity: { id: 3, booking_fee_cap } }).charity?.booking_fee_cap
  expect([null, '', undefined, '0.00', '1.50'].map(read)).toEqual([null, null, null, 0, 150])
})

test('reads an unknown question type as text [ENTI-34]', () => {
  const read = (type: unknown) =>
    checkoutSchema.parse({ after_payment_questions: { 31: [{ id: 1, type }] } })
      .after_payment_questions[31]?.[0]?.type
  expect(['checkbox', 'dropdown', 'text', 'date', null].map(read)).toEqual([
    'checkbox',
    'dropdown',
    'text',
    'text',
    'text',
  ])
})

test('accepts invalid analytics [ENTI-12]', () => {
  expect(checkoutSchema.parse({ ga_ua_properties: [{ id: 'UA-1' }] }).ga_ua_properties).toEqual([])
})

test('rejects replies that are not a checkout', () => {
  for (const reply of [{ message: 'Session expired' }, [], null, '', 'OK', 7, {}])
    expect(checkoutReplySchema.safeParse(reply).success).toBe(false)
  expect(checkoutReplySchema.parse(clean)).toEqual(meant)
})

test('names the path of an invalid field', () => {
  const reply = checkoutSchema.safeParse({
    ...clean,
    tickets: [{ ...clean.tickets[0], price: 'abc' }],
    seconds_remaining: 'soon',
    organisers: 'Globe',
  })
  expect(reply.error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'seconds_remaining',
    'tickets.0.price',
    'organisers',
  ])
})

test('reads a distorted checkout with the right types, or rejects it [F19]', () => {
  const all = places(loose)
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.oneof(fc.jsonValue(), fc.anything()), (place, value) => {
      const reply = checkoutReplySchema.safeParse(distorted(loose, place, value))
      if (reply.success) expect(unlike(reply.data, meant)).toEqual([])
    }),
    { numRuns: 2000 },
  )
})
