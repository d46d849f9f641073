import { expect, it } from 'vitest'
import { splitDates } from './split-dates.ts'

it.each([
  ['Concert, Fri 25 Dec 2026, 7:30pm', [['Fri 25 Dec 2026,', ' 7:30pm']]],
  [
    'Fri 25 Dec 2026, 7:30pm to 10:00pm',
    [
      ['Fri 25 Dec 2026,', ' 7:30pm'],
      ['to 10:00pm', ''],
    ],
  ],
  [
    'Sat 19 Jun 2027, 10:00am to Sat 26 Jun 2027',
    [
      ['Sat 19 Jun 2027,', ' 10:00am'],
      ['to Sat 26 Jun 2027', ''],
    ],
  ],
  [
    '£9.50 each on Mon 21 Dec 2026, Thu 21 Jan 2027',
    [
      ['Mon 21 Dec 2026,', ''],
      ['Thu 21 Jan 2027', ''],
    ],
  ],
  ['To be paid on Wed 3 Feb 2027', [['Wed 3 Feb 2027', '']]],
  ['Doors 6:30pm, any evening', []],
])('finds the days and times of "%s", and leaves its words as they are', (text, found) => {
  const parts = splitDates(text)
  expect(parts.flatMap((part) => (typeof part === 'string' ? [] : [[part.day, part.time]]))).toEqual(found)
  expect(parts.map((part) => (typeof part === 'string' ? part : part.day + part.time)).join('')).toBe(text)
})
