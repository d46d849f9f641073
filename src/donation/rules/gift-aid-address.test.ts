import { expect, test } from 'vitest'
import { missingGiftAidAddressFields } from './gift-aid-address.ts'

test('requires first line and postcode of a UK donor from £20 [GIFT-10, GIFT-12]', () => {
  const donor = { uk_based: true, address1: '', postcode: '' }
  expect(missingGiftAidAddressFields(donor, 2000)).toEqual(['address1', 'postcode'])
  expect(missingGiftAidAddressFields({ ...donor, address1: '1 High Street' }, 2000)).toEqual(['postcode'])
  expect(
    missingGiftAidAddressFields({ ...donor, address1: '1 High Street', postcode: 'LS1 1AA' }, 2000),
  ).toEqual([])
})

test('requires only the first line of a donor overseas [GIFT-13]', () => {
  const donor = { uk_based: false, address1: '', postcode: '' }
  expect(missingGiftAidAddressFields(donor, 2000)).toEqual(['address1'])
  expect(missingGiftAidAddressFields({ ...donor, address1: '1 Main Street' }, 2000)).toEqual([])
})

test('requires no address of a donor below £20 [GIFT-11]', () => {
  expect(missingGiftAidAddressFields({ uk_based: true, address1: '', postcode: '' }, 1999)).toEqual([])
})
