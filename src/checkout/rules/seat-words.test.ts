import { expect, test } from 'vitest'
import { labelsInWords, seatsInWords, ticketInWords } from './seat-words.ts'

test('tells each row of seats once', () => {
  expect(labelsInWords(['Stalls-C-11', 'Stalls-C-12', 'Stalls-C-13'])).toBe(
    'Stalls, row C, seats 11, 12 and 13',
  )
  expect(labelsInWords(['Floor 2-B-8', 'Circle-A-1'])).toBe('Floor 2, row B, seat 8; Circle, row A, seat 1')
})

test('names the seats of a row in their order, however they were chosen', () => {
  expect(labelsInWords(['Stalls-C-10', 'Stalls-C-9', 'Stalls-C-8B', 'Stalls-C-8A'])).toBe(
    'Stalls, row C, seats 8A, 8B, 9 and 10',
  )
})

test('leaves out what a seat does not have', () => {
  expect(seatsInWords([{ section: '', row: 'C', number: '12' }])).toBe('row C, seat 12')
  expect(seatsInWords([{ section: 'Terrace', row: '', number: '3' }])).toBe('Terrace, seat 3')
})

test('lets a long name of a row stand for itself', () => {
  expect(seatsInWords([{ section: '', row: 'Table 4', number: '2' }])).toBe('Table 4, seat 2')
})

test('takes the end of a label for row and number, and leaves other names as they are', () => {
  expect(labelsInWords(['Upper-Left-AA-7'])).toBe('Upper-Left, row AA, seat 7')
  expect(labelsInWords(['C-12'])).toBe('row C, seat 12')
  expect(labelsInWords(['Box 4', 'Box 5'])).toBe('Box 4; Box 5')
})

test.each([
  ['Box-3', 'Box, seat 3'],
  ['GA-12', 'GA, seat 12'],
  ['4-12', 'row 4, seat 12'],
  ['AA-12', 'row AA, seat 12'],
  ['Table 4-2', 'Table 4, seat 2'],
])('takes only a short first part for a row: %s', (label, words) => {
  expect(labelsInWords([label])).toBe(words)
})

test.each([
  'Upper-Left-7',
  'wheelchair-accessible-bay',
  'Standing-front',
  'Standing - left - front',
  'Standing - 12',
  'A-12-3-x',
  '-C-12',
  '-12',
])('leaves a name as it is that does not read as section, row and number: %s', (label) => {
  expect(labelsInWords([label])).toBe(label)
})

test.each([
  ['Adult', 'Stalls-C-12', 'Adult, Stalls, row C, seat 12'],
  ['Adult', '', 'Adult'],
  ['', 'Stalls-C-12', 'Stalls, row C, seat 12'],
  ['Floor', 'Floor 2-C-6', 'Floor 2, row C, seat 6'],
  ['Box', 'Box-3', 'Box, seat 3'],
  ['Box 4', 'Box 4', 'Box 4'],
  ['Floor', 'Floorboards-C-6', 'Floor, Floorboards, row C, seat 6'],
])('names a ticket by type and seat, a repeated word once: %s %s', (type, seat, words) => {
  expect(ticketInWords(type, seat)).toBe(words)
})
