import { expect, it } from 'vitest'

import { dayOrToday } from './dates.ts'

it.each([
  ['2026-11-27T20:38:00Z', '2026-11-27T20:30:00Z', 'today at 8:38pm'],
  ['2026-11-28T00:00:00Z', '2026-11-27T23:59:00Z', 'Sat 28 Nov 2026, 12:00am'],
  // In summer the day of the UK begins an hour before that of UTC.
  ['2026-06-25T23:30:00Z', '2026-06-26T09:00:00Z', 'today at 12:30am'],
  ['2027-11-27T20:38:00Z', '2026-11-27T20:30:00Z', 'Sat 27 Nov 2027, 8:38pm'],
])('tells %s as seen at %s: %s', (date, now, text) => {
  expect(dayOrToday(new Date(date), new Date(now))).toBe(text)
})
