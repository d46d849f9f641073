import { expect, test } from 'vitest'
import { waiverLink } from './waiver-link.ts'

test('links to the terms of the sale on this host [WAIV-03]', () => {
  expect(waiverLink('FY-7K2M', 'https://shop.example')).toBe(
    'https://shop.example/activity-terms-and-conditions/FY-7K2M/',
  )
})

test('escapes a reference with special characters', () => {
  expect(waiverLink('a/../b', 'https://shop.example')).toBe(
    'https://shop.example/activity-terms-and-conditions/a%2F..%2Fb/',
  )
})
