import { describe, expect, test } from 'vitest'
import { detailsSchema, type DetailsNeeds } from './details-schema.ts'

const typedNeeds: DetailsNeeds = { mode: 'typed', selectedId: 'new', phone: false, voucherNames: false }
const savedNeeds: DetailsNeeds = { ...typedNeeds, mode: 'saved', selectedId: '7' }
const address = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '1 High Street',
  address_2: '',
  town: 'Leeds',
  postcode: 'LS1 1AA',
  country: '1',
  state: '',
}

function details(needs: DetailsNeeds, values: Record<string, string>) {
  const result = detailsSchema(needs).safeParse(values)
  if (result.success) return result.data
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message]))
}

test('sends only the id of a saved address [ADDR-15]', () => {
  expect(details(savedNeeds, { ...address, contact_number: '1' })).toEqual({
    address: { selected_user_address_id: '7' },
    gift_voucher_from: '',
    gift_voucher_to: '',
  })
})

test('sends a new address as typed, trimmed [ADDR-16]', () => {
  expect(details(typedNeeds, { ...address, town: ' Leeds ' })).toEqual({
    address: { selected_user_address_id: 'new', ...address },
    gift_voucher_from: '',
    gift_voucher_to: '',
  })
})

test('lists each missing field of a new address [ADDR-16]', () => {
  expect(details(typedNeeds, { first_name: ' ' })).toEqual({
    first_name: 'Type a first name',
    last_name: 'Type a last name',
    address_1: 'Type the first line of the address',
    town: 'Type a town or city',
    postcode: 'Type your postcode or zip code',
    country: 'Choose a country',
  })
})

test('requires the state only in the USA [ADDR-17]', () => {
  expect(details(typedNeeds, { ...address, country: '2' })).toEqual({ state: 'Choose a state' })
  expect(details(typedNeeds, { ...address, country: '2', state: 'NY' })).toMatchObject({
    address: { country: '2', state: 'NY' },
  })
})

test('is invalid while the buyer is finding a new address [ADDR-26]', () => {
  expect(details({ ...typedNeeds, mode: 'finding' }, address)).toEqual({
    selected_user_address_id: 'Find your address or enter it manually to continue',
  })
  expect(details({ ...typedNeeds, mode: 'choosing' }, address)).toEqual({
    selected_user_address_id: 'Choose your address to continue',
  })
})

describe('the phone number', () => {
  const needs = { ...savedNeeds, phone: true }

  test('is sent if it is required [ADDR-13, ADDR-14]', () => {
    expect(details(needs, { contact_number: '+44 (0)20 7946-0018' })).toMatchObject({
      contact_number: '+44 (0)20 7946-0018',
    })
  })

  test('is rejected with fewer than nine digits or with other characters [ADDR-14, OPEN-79]', () => {
    for (const contact_number of ['', '12345678', 'call me on 020 7946 0018'])
      expect(details(needs, { contact_number })).toEqual({ contact_number: 'Type a valid phone number' })
  })
})

describe('the names on gift vouchers', () => {
  const needs = { ...savedNeeds, voucherNames: true }

  test('are sent as typed [ADDR-08]', () => {
    expect(details(needs, { gift_voucher_from: 'Ada', gift_voucher_to: ' Bob ' })).toMatchObject({
      gift_voucher_from: 'Ada',
      gift_voucher_to: 'Bob',
    })
  })

  test('are required, also with a saved address [ADDR-24, ADDR-25, OPEN-78]', () => {
    expect(details(needs, { gift_voucher_from: ' ' })).toEqual({
      gift_voucher_from: 'Who is the gift voucher from?',
      gift_voucher_to: 'Who is the gift voucher for?',
    })
  })

  test('are not required without a gift voucher [ADDR-09]', () => {
    expect(details(savedNeeds, {})).toMatchObject({ gift_voucher_from: '', gift_voucher_to: '' })
  })
})
