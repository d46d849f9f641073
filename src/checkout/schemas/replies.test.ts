import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import {
  countriesSchema,
  foundAddressesReplySchema,
  savedAddressesReplySchema,
} from '#src/address/schemas.ts'
import { codeSchema } from '#src/basket/schemas.ts'
import { codeCheckSchema, codeRefusalSchema } from '#src/account/schemas.ts'
import { deliverySchema } from '#src/delivery/schemas.ts'
import { rewardReferrerLinkSchema, simpleInfoSchema } from '#src/order/schemas.ts'
import {
  bankPageSchema,
  bankStatusReplySchema,
  bankStatusSchema,
  cardCredentialsSchema,
  paymentErrorSchema,
  paymentReplySchema,
  squareCredentialsSchema,
} from '#src/payment/schemas.ts'
import { reservationSchema } from '#src/reservation/schemas.ts'
import { eventDateReplySchema, eventDateSchema, seatingPlanSchema } from '#src/seats/schemas.ts'
import { basketStateSchema } from './checkout.ts'
import { eventSchema } from './event.ts'
import { savedPaymentMethodSchema } from './payment-options.ts'
import { questionsSavedSchema } from './question.ts'
import { ticketLineSchema } from './ticket-line.ts'
import { savedGuestSchema, userReplySchema } from './user.ts'

const fits = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success

describe('reserving', () => {
  const reserved = { reserved: true, sale_reference: 'AB12', fresh_reservation: false, checkout_time: 600 }
  const captcha = { captcha: 1, captcha_sitekey: 'key', error: 'Try again' }
  const redirect = { redirect: '/queue/' }
  const error = { error: 'Sold out' }

  test.each([
    [{ ...error, ...redirect, ...captcha, ...reserved }, 'reserved'],
    [{ ...error, ...redirect, ...captcha, reserved: 0 }, 'captcha'],
    [{ ...error, ...redirect, captcha: '' }, 'redirect'],
    [{ ...error, redirect: null }, 'error'],
    [{ reserved: false, error: '' }, 'unknown'],
    [{ queue: 'long' }, 'unknown'],
    [{}, 'unknown'],
    [[], 'unknown'],
    [null, 'unknown'],
    ['OK', 'unknown'],
  ])('reads %j as the outcome %s [CALL-10, OPEN-66]', (reply, outcome) => {
    expect(reservationSchema.parse(reply).outcome).toBe(outcome)
  })

  test('contains only the fields of its outcome [CALL-10]', () => {
    expect(reservationSchema.parse(reserved)).toEqual({
      outcome: 'reserved',
      sale_reference: 'AB12',
      fresh_reservation: false,
      checkout_time: 600,
    })
    expect(reservationSchema.parse({ reserved: 1 })).toMatchObject({
      sale_reference: '',
      checkout_time: null,
    })
    expect(reservationSchema.parse(captcha)).toEqual({
      outcome: 'captcha',
      captcha_sitekey: 'key',
      error: 'Try again',
    })
    expect(reservationSchema.parse(redirect)).toEqual({ outcome: 'redirect', redirect: '/queue/' })
    expect(reservationSchema.parse(error)).toEqual({ outcome: 'error', error: 'Sold out' })
    expect(reservationSchema.parse({})).toEqual({ outcome: 'unknown' })
  })
})

describe('paying', () => {
  test('rejects an undocumented status, and a redirect without an address [CALL-23]', () => {
    const statuses = ['success', 'unsuccessful', 'redirect_to_url', 'processing', '', null, 1]
    expect(statuses.map((status) => fits(paymentReplySchema, { status }))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ])
    expect(fits(paymentReplySchema, { status: 'redirect_to_url', url: '/3ds/' })).toBe(true)
  })

  test.each([
    { url: '/bank/' },
    { redirect_to_url: '/bank/' },
    { redirect: '/bank/' },
    { url: '', redirect: '/bank/' },
    '/bank/',
  ])("reads the address of the bank's page from %j [CALL-24, OPEN-04]", (reply) => {
    expect(bankPageSchema.parse(reply)).toEqual({ url: '/bank/' })
  })

  test.each([[{}], [[]], [null], [''], [{ url: '' }], [{ url: {} }], ['<html>'], [true]])(
    "rejects %j without the address of the bank's page [CALL-24]",
    (reply) => {
      expect(fits(bankPageSchema, reply)).toBe(false)
    },
  )

  test('reads the error of a bank transfer from a message, a flag or nothing [ENTI-35]', () => {
    const read = (truelayer_status_error: unknown) =>
      bankStatusSchema.parse({ truelayer_status_error }).truelayer_status_error
    const general = 'There was an error with your payment. Please try again.'
    expect(['Refused', true, 1, '1'].map(read)).toEqual(['Refused', general, general, general])
    expect([undefined, null, '', false, 0, '0'].map(read)).toEqual(['', '', '', '', '', ''])
  })

  test('reads a missing status as a pending payment [CALL-27]', () => {
    for (const reply of [{}, { truelayer_status: null }, { truelayer_status: [] }, []])
      expect(bankStatusReplySchema.parse(reply).truelayer_status).toEqual({
        payment_completed: false,
        reference: '',
        total: 0,
        checkout_expires_in: null,
        truelayer_status_error: '',
        status: '',
      })
  })

  test('reads a payment error from plain text or its field, and nothing as no error [CALL-25, OPEN-21]', () => {
    const said = ['Refused', { text: 'Refused' }, { text: null }, {}, null, '']
    expect(said.map((reply) => paymentErrorSchema.parse(reply).text)).toEqual([
      'Refused',
      'Refused',
      '',
      '',
      '',
      '',
    ])
  })

  test('reads a payment as open only if the shop says so', () => {
    const said = [{ text: 'Checking', is_pending: true }, { text: 'Refused' }, 'Refused', null]
    expect(said.map((reply) => paymentErrorSchema.parse(reply).is_pending)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('reads known card types, and any other as "other" [ENTI-32]', () => {
    const read = (card_type: unknown) => savedPaymentMethodSchema.parse({ card_type }).card_type
    expect(['visa', 'MasterCard', 'amex', 'discover', null].map(read)).toEqual([
      'visa',
      'mastercard',
      'amex',
      'other',
      'other',
    ])
  })

  test('keeps leading zeros of the last four digits [ENTI-32]', () => {
    expect(savedPaymentMethodSchema.parse({ last4digits: '0042' }).last4digits).toBe('0042')
  })

  test('rejects credentials without the required keys [CALL-34]', () => {
    expect(fits(squareCredentialsSchema, { app_id: '', location_id: 'L1' })).toBe(false)
    expect(fits(cardCredentialsSchema, [])).toBe(false)
  })
})

describe('seats', () => {
  const prices = [
    { ticketType: 'adult', label: 'Adult', price: 1250, booking_fee: 0, category: '' },
    { ticketType: '2', label: 'Child', price: 800, booking_fee: 0, category: '' },
  ]

  test.each([
    [
      [
        { ticketType: 'adult', label: 'Adult', price: '12.50' },
        { ticketType: 2, label: 'Child', price: 8 },
      ],
    ],
    [
      {
        prices: [
          { ticketType: 'adult', label: 'Adult', price: 12.5 },
          { ticketType: '2', label: 'Child', price: 8 },
        ],
      },
    ],
    [
      {
        a: { ticketType: 'adult', label: 'Adult', price: 12.5 },
        b: { ticketType: '2', label: 'Child', price: 8 },
      },
    ],
  ])('reads prices by ticket type from %j [ENTI-38, ENTI-43, OPEN-92]', (pricing) => {
    expect(eventDateSchema.parse({ pricing }).pricing).toEqual(prices)
  })

  test('reads prices by category [ENTI-38, ENTI-43]', () => {
    const adult = { ticketType: 'adult', label: 'Adult', price: 30, booking_fee: '2.50' }
    const pricing = [{ category: 3, ticketTypes: [adult] }]
    expect(eventDateSchema.parse({ pricing }).pricing).toEqual([
      { ticketType: 'adult', label: 'Adult', price: 3000, booking_fee: 250, category: '3' },
    ])
  })

  test('labels a ticket type of a plain map by its key, and accepts a date without prices [ENTI-38, ENTI-43]', () => {
    expect(eventDateSchema.parse({ pricing: { adult: '10' } }).pricing).toEqual([
      { ticketType: 'adult', label: 'adult', price: 1000, booking_fee: 0, category: '' },
    ])
    for (const pricing of [null, [], {}, undefined])
      expect(eventDateSchema.parse({ pricing }).pricing).toEqual([])
    expect(fits(eventDateSchema, { pricing: [{ ticketType: 'adult', price: 'dear' }] })).toBe(false)
  })
})

describe('lines and events', () => {
  test('reads the label of a seat from its parts or from text [ENTI-13]', () => {
    const read = (seats: unknown) => ticketLineSchema.parse({ seats }).seats
    expect(read([{ section: 'Stalls', row: 'A', number: 7 }, { row: 'B', number: '8' }, 'C-9'])).toEqual([
      'Stalls-A-7',
      'B-8',
      'C-9',
    ])
    expect(['A-1', [], null, ''].map(read)).toEqual([['A-1'], [], [], []])
    expect(read([7])).toEqual([])
  })

  test('reads the ids of a required ticket from a list, a text or a number [ENTI-16]', () => {
    const read = (ids: unknown) =>
      ticketLineSchema.parse({ required_tickets: [{ ids }] }).required_tickets[0]?.ids
    expect([[1, '2'], '1, 2', 1, { 0: 1 }, null, ''].map(read)).toEqual([
      ['1', '2'],
      ['1', '2'],
      ['1'],
      ['1'],
      [],
      [],
    ])
  })

  test('reads a missing maximum as none [ENTI-15]', () => {
    const read = (max_can_reserve: unknown) => ticketLineSchema.parse({ max_can_reserve }).max_can_reserve
    expect([null, '', undefined, 0, '6'].map(read)).toEqual([null, null, null, 0, 6])
  })

  test('reads rewards from a list, a single reward or nothing [ENTI-21]', () => {
    const read = (reward_referrers: unknown) => eventSchema.parse({ reward_referrers }).reward_referrers
    const reward = { text: 'Get a pint', short_text: 'a pint' }
    expect([[reward], reward, { 4: reward }, [], {}, null].map(read)).toEqual([
      [reward],
      [reward],
      [reward],
      [],
      [],
      [],
    ])
  })

  test('reads a missing venue as none [ENTI-21]', () => {
    const read = (venue: unknown) => eventSchema.parse({ venue }).venue
    expect([null, [], '', { full_address: '1 Bankside' }].map(read)).toEqual([
      null,
      null,
      null,
      { name: '', full_address: '1 Bankside', map_address: '', map_checkin: '' },
    ])
  })
})

describe('other replies', () => {
  const uk = { id: '1', name: 'United Kingdom' }

  test.each([
    [[{ id: 1, name: 'United Kingdom' }]],
    [[{ id: '1', title: 'United Kingdom' }]],
    [{ 1: 'United Kingdom' }],
    [{ 1: { name: 'United Kingdom' } }],
  ])('reads countries from %j [CALL-18]', (countries) => {
    expect(countriesSchema.parse({ countries })).toEqual({ countries: [uk], states: [] })
  })

  test('uses the name of a state as its id if it has none [CALL-18]', () => {
    expect(countriesSchema.parse({ states: ['Alabama', { name: 'Ohio' }] }).states).toEqual([
      { id: 'Alabama', name: 'Alabama' },
      { id: 'Ohio', name: 'Ohio' },
    ])
  })

  test('reads the reward link from plain text or a field, and nothing as no link [CALL-36]', () => {
    const said = ['/r/1', { data: '/r/1' }, { link: '/r/1' }, { url: '/r/1' }, {}, [], null, '']
    expect(said.map((reply) => rewardReferrerLinkSchema.parse(reply))).toEqual([
      '/r/1',
      '/r/1',
      '/r/1',
      '/r/1',
      '',
      '',
      '',
      '',
    ])
  })

  test('treats a guest as saved unless the reply has an error [CALL-11]', () => {
    expect([{}, [], null, '', { error: null }].map((reply) => savedGuestSchema.parse(reply).error)).toEqual([
      '',
      '',
      '',
      '',
      '',
    ])
    expect([false, 'failed', { error: { code: 1 } }].map((reply) => fits(savedGuestSchema, reply))).toEqual([
      false,
      false,
      false,
    ])
  })

  test('parses or rejects any data, and never throws another error', () => {
    const schemas = [
      reservationSchema,
      codeCheckSchema,
      codeRefusalSchema,
      savedGuestSchema,
      userReplySchema,
      codeSchema,
      basketStateSchema,
      countriesSchema,
      savedAddressesReplySchema,
      foundAddressesReplySchema,
      paymentReplySchema,
      bankPageSchema,
      bankStatusReplySchema,
      paymentErrorSchema,
      cardCredentialsSchema,
      squareCredentialsSchema,
      deliverySchema,
      questionsSavedSchema,
      simpleInfoSchema,
      rewardReferrerLinkSchema,
      eventDateReplySchema,
      seatingPlanSchema,
    ]
    const names = fc.constantFrom(
      ...['reserved', 'captcha', 'error', 'type', 'message', 'has_account', 'user', 'countries', 'states'],
      ...['url', 'status', 'text', 'data', 'truelayer_status', 'event_date', 'pricing', 'ticketTypes', 'id'],
    )
    const reply = fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.oneof(fc.jsonValue(), fc.anything())))
    fc.assert(
      fc.property(fc.constantFrom(...schemas), reply, (schema, value) => {
        expect(() => schema.safeParse(value)).not.toThrow()
      }),
      { numRuns: 2000 },
    )
  })
})
