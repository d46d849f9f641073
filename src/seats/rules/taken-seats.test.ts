import { expect, test } from 'vitest'
import { takenSeats } from './taken-seats.ts'

test('tells of one seat, and of several, that somebody else was faster [F26]', () => {
  expect(takenSeats(['Stalls-C-1'])).toBe(
    'Sorry, Stalls, row C, seat 1 has just been taken. Please choose another seat.',
  )
  expect(takenSeats(['Stalls-C-1', 'Stalls-C-2'])).toBe(
    'Sorry, Stalls, row C, seats 1 and 2 have just been taken. Please choose other seats.',
  )
})
