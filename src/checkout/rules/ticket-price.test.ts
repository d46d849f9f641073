import { expect, test } from 'vitest'
import { displayedTicketPrice } from './ticket-price.ts'

const line = { price: 1500, booking_fee: 120, event_hide_booking_fee: false }
const absorbed = { all_booking_fees_are_absorbed: true }

test('shows FREE for a price of 0 or less, whatever the fee [BASK-29]', () => {
  expect(displayedTicketPrice({ ...line, price: 0 }, absorbed)).toBe('FREE')
  expect(displayedTicketPrice({ ...line, price: -100 }, absorbed)).toBe('FREE')
  expect(displayedTicketPrice({ ...line, price: 1 }, { all_booking_fees_are_absorbed: false })).toBe(1)
})

test('includes the booking fee when all fees are absorbed and the event does not hide it [BASK-30] [L4]', () => {
  expect(displayedTicketPrice(line, absorbed)).toBe(1620)
})

test('excludes the booking fee if not all are absorbed or the event hides it [BASK-31]', () => {
  expect(displayedTicketPrice(line, { all_booking_fees_are_absorbed: false })).toBe(1500)
  expect(displayedTicketPrice({ ...line, event_hide_booking_fee: true }, absorbed)).toBe(1500)
})
