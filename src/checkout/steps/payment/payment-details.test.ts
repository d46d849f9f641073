import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkoutSchema } from '#src/api/schemas/checkout.ts'
import { fieldErrors } from '#src/ui/form-values.ts'
import { paymentDetails, paymentSchema } from './payment-details.ts'

function errorsOf(values: Record<string, unknown>) {
  const result = z.safeParse(paymentSchema, values)
  return result.success ? {} : fieldErrors(result.error)
}

const account = { full_name: 'Ada Byron', email: 'ada@example.test' }
const address = {
  address_1: '1 High Street',
  address_2: '',
  town: 'Leeds',
  postcode: 'LS1 1AA',
  country: '1',
}

test('demands nothing of what is not asked', () => {
  expect(errorsOf({})).toEqual({})
})

test('demands a first and a last name and a valid email of an express buyer [PAYM-27, PAYM-28, ADDR-21, ADDR-22]', () => {
  expect(errorsOf({ full_name: 'Ada', email: 'ada@' })).toEqual({
    full_name: 'Type both your first and last name(s)',
    email: 'Type a valid email address',
  })
  expect(errorsOf({ full_name: ' Ada Byron ', email: ' ada@example.test ' })).toEqual({})
})

test('demands a phone number where one is asked for [PAYM-08]', () => {
  expect(errorsOf({ contact_number: '' })).toEqual({ contact_number: 'Type a valid phone number' })
  expect(errorsOf({ contact_number: '+44 20 7946 0123' })).toEqual({})
})

test('demands the postcode where only that is asked for [ADDR-20]', () => {
  expect(errorsOf({ ...account, postcode: ' ' })).toEqual({ postcode: 'Type your postcode or zip code' })
  expect(errorsOf({ ...account, postcode: 'LS1 1AA' })).toEqual({})
})

test('names the first missing part of a whole address, beside other errors [ADDR-23]', () => {
  expect(errorsOf({ ...account, ...address })).toEqual({})
  expect(errorsOf({ ...account, ...address, town: '', postcode: '' })).toEqual({
    town: 'Please complete your address',
  })
  expect(errorsOf({ ...account, email: '', ...address, postcode: '' })).toEqual({
    email: 'Type a valid email address',
    postcode: 'Please complete your address',
  })
})

test('tells problems in the order of the form', () => {
  const values = { ...account, email: '', postcode: '', card_number: '', card_expiry: '', card_cvc: '' }
  expect(Object.keys(errorsOf(values))).toEqual([
    'email',
    'postcode',
    'card_number',
    'card_expiry',
    'card_cvc',
  ])
})

test('demands the state in the USA only', () => {
  expect(errorsOf({ ...account, ...address, country: '2', state: '' })).toEqual({
    state: 'Please complete your address',
  })
  expect(errorsOf({ ...account, ...address, country: '2', state: 'NY' })).toEqual({})
})

test("tells the provider's own error of a card field, or what is missing", () => {
  const wrong = { card_number: 'Your card number is invalid.', card_expiry: '', card_cvc: 'complete' }
  expect(errorsOf(wrong)).toEqual({
    card_number: 'Your card number is invalid.',
    card_expiry: "Type your card's expiry date",
  })
})

const checkout = z.parse(checkoutSchema, {
  marketing_preferences: {
    event_subscribed: true,
    basket_organisers: [
      { id: 7, organiser_subscribed: 1 },
      { id: 9, organiser_subscribed: 0 },
    ],
  },
})

test('pays without an account where none is asked for', () => {
  const values = z.parse(paymentSchema, { contact_number: '020 7946 0123' })
  expect(paymentDetails(values, checkout)).toEqual({ contactNumber: '020 7946 0123', account: null })
})

test('makes the express account of name, email, address and every organiser by choice [PAYM-25, PAYM-26, PAYM-62]', () => {
  const values = z.parse(paymentSchema, {
    ...account,
    full_name: 'Ada King Byron',
    postcode: 'LS1 1AA',
    organisers: ['9'],
    newsletter: 'on',
  })
  expect(paymentDetails(values, checkout)).toEqual({
    contactNumber: '',
    account: {
      fullName: 'Ada King Byron',
      email: 'ada@example.test',
      preferences: {
        ct_subscribed: true,
        event_subscribed: true,
        organiser_subscribed_marketing: { 7: false, 9: true },
      },
      address: {
        selected_user_address_id: 'new',
        first_name: 'Ada',
        last_name: 'King Byron',
        address_1: '',
        address_2: '',
        town: '',
        state: '',
        postcode: 'LS1 1AA',
        country: '',
      },
    },
  })
})
