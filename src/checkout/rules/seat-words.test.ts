import { expect, test } from 'vitest'
import { labelsInWords, seatsInWords } from './seat-words.ts'

test('tells each row of seats once', () => {
  expect(labelsInWords(['Stalls-C-11', 'Stalls-C-12', 'Stalls-C-13'])).toBe(
    'Stalls, row C, seats 11, 12 and 13',
  )
  expect(labelsInWords(['Floor 2-B-8', 'Circle-A-1'])).toBe('Floor 2, row B, seat 8; Circle, row A, seat 1')
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
