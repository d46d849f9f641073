import { expect, test } from 'vitest'
import { isPostcodeMissing, missingAddressFields, unitedKingdom, unitedStates } from './addresses.ts'

const complete = {
  selected_user_address_id: 'new',
  first_name: 'Ann',
  last_name: 'Bell',
  address_1: '1 High Street',
  address_2: '',
  town: 'Leeds',
  postcode: 'LS1 1AA',
  country: unitedKingdom,
  state: '',
}

test('accepts a saved address as complete [ADDR-15]', () => {
  expect(missingAddressFields({ selected_user_address_id: '12' })).toEqual([])
})

test('reports a missing selection [ADDR-15]', () => {
  expect(missingAddressFields({ ...complete, selected_user_address_id: '' })).toEqual([
    'selected_user_address_id',
  ])
})

test('requires names, first line, town, postcode and country for a new address [ADDR-16]', () => {
  expect(missingAddressFields(complete)).toEqual([])
  const required = ['first_name', 'last_name', 'address_1', 'town', 'postcode', 'country'] as const
  for (const field of required) expect(missingAddressFields({ ...complete, [field]: ' ' })).toEqual([field])
  expect(missingAddressFields({ selected_user_address_id: 'new' })).toEqual(required)
})

test('requires the state in the USA (country 2), not in the UK (country 1) [ADDR-17, ADDR-18]', () => {
  expect([unitedKingdom, unitedStates]).toEqual(['1', '2'])
  expect(missingAddressFields({ ...complete, country: '2' })).toEqual(['state'])
  expect(missingAddressFields({ ...complete, country: '2', state: 'Ohio' })).toEqual([])
  expect(missingAddressFields({ ...complete, country: '1' })).toEqual([])
})

test('requires only the postcode of an express buyer [ADDR-20]', () => {
  expect(isPostcodeMissing({ selected_user_address_id: 'new', postcode: 'LS1 1AA' })).toBe(false)
  expect(isPostcodeMissing({ selected_user_address_id: 'new', postcode: ' ' })).toBe(true)
  expect(isPostcodeMissing({ selected_user_address_id: '' })).toBe(true)
  expect(isPostcodeMissing({ selected_user_address_id: '12' })).toBe(false)
})
