import { expect, test } from 'vitest'
import { readUkDate, ukDateInWords, ukDateOf, ukToday } from './uk-date.ts'

test.each([
  ['31/12/2026', '2026-12-31'],
  [' 1/2/2027 ', '2027-02-01'],
  ['29/02/2028', '2028-02-29'],
])('reads the date %s [XFER-32]', (text, iso) => {
  expect(readUkDate(text)).toBe(iso)
})

test.each(['', '31/02/2027', '29/02/2027', '12/31/2026', '00/01/2027', '2026-12-31', '1/1/27', '1/1/2027x'])(
  'finds no date in "%s" [XFER-32]',
  (text) => {
    expect(readUkDate(text)).toBeNull()
  },
)

test('writes a date as dd/MM/yyyy [FMT-09, XFER-32]', () => {
  expect(ukDateOf('2026-12-31')).toBe('31/12/2026')
})

test('takes the date from the clock of the UK, in summer and in winter [F8]', () => {
  expect(ukToday(new Date('2027-06-30T23:30Z'))).toBe('2027-07-01')
  expect(ukToday(new Date('2027-12-31T23:30Z'))).toBe('2027-12-31')
})

test.each([
  ['12/06/2027', 'Sat 12 Jun 2027'],
  ['1/1/2027', 'Fri 1 Jan 2027'],
  ['31/02/2027', '31/02/2027'],
  ['soon', 'soon'],
])('writes %s in words as %s', (text, words) => expect(ukDateInWords(text)).toBe(words))
