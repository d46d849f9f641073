import { expect, test } from 'vitest'

import { postedTo } from './posted-to.ts'

const address = {
  first_name: 'Ada',
  last_name: 'Byron',
  address_1: '1 Quay',
  address_2: '',
  town: 'Whitby',
  state: '',
  postcode: 'YO21 3PU',
}
type Posted = Parameters<typeof postedTo>[0]
const basket = (parts: object) =>
  ({ sale: { delivery_address: address }, tickets: [], vouchers: [], ...parts }) as unknown as Posted

test('is the address of gift vouchers, also if posting them is free', () => {
  expect(postedTo(basket({ vouchers: [{ delivery_cost: 0 }] }))).toBe('Ada Byron, 1 Quay, Whitby, YO21 3PU')
})

test('is nowhere if nothing is posted, or the address is not known yet', () => {
  expect(postedTo(basket({ tickets: [{ deliverable: false }] }))).toBe('')
  expect(postedTo(basket({ sale: { delivery_address: null }, tickets: [{ deliverable: true }] }))).toBe('')
})
