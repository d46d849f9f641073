import { expect, it } from 'vitest'

import { wholeDates } from './whole-dates.ts'

it('keeps a date and its end from breaking, and where a date is too long, its day', () => {
  expect(String(wholeDates('Gala & more, Fri 25 Dec 2026, 7:30pm to 10:00pm'))).toBe(
    'Gala &amp; more, <span class="whole"><span class="whole">Fri 25 Dec 2026,</span> 7:30pm</span> <span class="whole">to 10:00pm</span>',
  )
})
