import { expect, it } from 'vitest'
import { offerText } from './offers.ts'

const bo = { name: 'Bo', email: 'bo@example.com', send_on: '', title: 'Lantern Evening - Adult', qty: 1 }

it.each([
  ['offered', 'Offered to Bo, bo@example.com'],
  ['scheduled', 'Will be sent on Thu 24 Dec, 6:00pm to Bo, bo@example.com'],
  ['accepted', 'Accepted by Bo'],
  ['declined', 'Declined by Bo: still yours'],
  ['cancelled', 'Not sent to Bo'],
  ['', 'Not sent to Bo'],
])('says of tickets that are %j where they are', (status, text) => {
  expect(offerText({ ...bo, status, send_on: 'Thu 24 Dec, 6:00pm' })).toBe(text)
})
