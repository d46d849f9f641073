import { expect, test } from 'vitest'
import { timeslotWarnings } from './timeslots.ts'

const event = { id: '1', warn_customers_about_different_timeslots_message: 'Mind the times' }
const line = (event_id: string, date_id: string) => ({ event_id, date_id })

test('shows the message of an event whose tickets are for different dates [BASK-36]', () => {
  expect(timeslotWarnings({ events: [event], tickets: [line('1', 'a'), line('1', 'b')] })).toEqual([
    { event_id: '1', message: 'Mind the times' },
  ])
})

test('shows no message for one date, another event, or an event without a message [BASK-37]', () => {
  expect(timeslotWarnings({ events: [event], tickets: [line('1', 'a'), line('1', 'a')] })).toEqual([])
  expect(timeslotWarnings({ events: [event], tickets: [line('1', 'a'), line('2', 'b')] })).toEqual([])
  const silent = { id: '2', warn_customers_about_different_timeslots_message: '' }
  expect(timeslotWarnings({ events: [silent], tickets: [line('2', 'a'), line('2', 'b')] })).toEqual([])
})
