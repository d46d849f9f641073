import { expect, test } from 'vitest'
import { seatWords } from './seat-words.ts'

test('names section and row of seats once', () => {
  expect(seatWords(['Stalls-C-11', 'Stalls-C-12', 'Stalls-C-13'])).toBe('Stalls, row C, seats 11, 12 and 13')
  expect(seatWords(['Floor 2-B-8', 'Circle-A-1'])).toBe('Floor 2, row B, seat 8; Circle, row A, seat 1')
})

test('keeps a seat that has no section, row and number', () => {
  expect(seatWords(['Box 4', 'Box 5'])).toBe('Box 4, Box 5')
})
