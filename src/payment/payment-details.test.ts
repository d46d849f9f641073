import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
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

test('requires no fields that are not shown', () => {
  expect(errorsOf({})).toEqual({})
})

test('requires a full name and a valid email of an express buyer [PAYM-27, PAYM-28, ADDR-21, ADDR-22]', () => {
  expect(errorsOf({ full_name: 'Ada', email: 'ada@' })).toEqual({
    full_name: 'Type both your first and last name(s)',
    email: 'Type a valid email address',
  })
  expect(errorsOf({ full_name: ' Ada Byron ', email: ' ada@example.test ' })).toEqual({})
})

test('requires a phone number if the field is shown [PAYM-08]', () => {
  expect(errorsOf({ contact_number: '' })).toEqual({ contact_number: 'Type a valid phone number' })
  expect(errorsOf({ contact_number: '+44 20 7946 0123' })).toEqual({})
})

test('requires the postcode if only that is shown [ADDR-20]', () => {
  expect(errorsOf({ ...account, postcode: ' ' })).toEqual({ postcode: 'Type your postcode or zip code' })
  expect(errorsOf({ ...account, postcode: 'LS1 1AA' })).toEqual({})
})

test('reports the first missing field of a full address, besides other errors [ADDR-23]', () => {
  expect(errorsOf({ ...account, ...address })).toEqual({})
  expect(errorsOf({ ...account, ...address, town: '', postcode: '' })).toEqual({
    town: 'Please complete your address',
  })
  expect(errorsOf({ ...account, email: '', ...address, postcode: '' })).toEqual({
    email: 'Type a valid email address',
    postcode: 'Please complete your address',
  })
})

test('reports problems in the order of the form', () => {
  const values = { ...account, email: '', postcode: '', card_number: '', card_expiry: '', card_cvc: '' }
  expect(Object.keys(errorsOf(values))).toEqual([
    'email',
    'postcode',
    'card_number',
    'card_expiry',
    'card_cvc',
  ])
})

test('requires the state only in the USA', () => {
  expect(errorsOf({ ...account, ...address, country: '2', state: '' })).toEqual({
    state: 'Please complete your address',
  })
  expect(errorsOf({ ...account, ...address, country: '2', state: 'NY' })).toEqual({})
})

test("reports the provider's error of a card field, or that it is incomplete", () => {
  const wrong = { card_number: 'Your card number is invalid.', card_expiry: '', card_cvc: 'complete' }
  expect(errorsOf(wrong)).toEqual({
    card_number: 'Your card number is invalid.',
    card_expiry: 'Type the expiry date',
  })
})

test('requires no card of a buyer who pays by bank transfer', () => {
  const card = { card_number: '', card_expiry: '', card_cvc: '' }
  expect(errorsOf({ ...card, method: 'bank' })).toEqual({})
  expect(Object.keys(errorsOf({ ...card, method: 'card' }))).toEqual(Object.keys(card))
})

test('demands the name in its own field alone, not in the address again', () => {
  expect(errorsOf({ ...account, ...address, full_name: '' })).toEqual({
    full_name: 'Type both your first and last name(s)',
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

test('has no account outside express checkout', () => {
  const values = z.parse(paymentSchema, { contact_number: '020 7946 0123' })
  expect(paymentDetails(values, checkout)).toEqual({ contactNumber: '020 7946 0123', account: null })
})

test('makes an express account without preferences where the shop knows none, with the parts of a name apart', () => {
  const values = z.parse(paymentSchema, { ...account, full_name: 'Ada  Byron' })
  expect(paymentDetails(values, z.parse(checkoutSchema, {})).account).toMatchObject({
    preferences: { ct_subscribed: false, event_subscribed: false, organiser_subscribed_marketing: {} },
    address: { first_name: 'Ada', last_name: 'Byron', postcode: '' },
  })
})

test('includes name, email, address and the choice for every organiser in the express account [PAYM-25, PAYM-26, PAYM-62]', () => {
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
      voucherFrom: '',
      voucherTo: '',
    },
  })
})
