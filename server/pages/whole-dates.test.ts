import { Window } from 'happy-dom'
import { expect, it } from 'vitest'

import { wholeDates } from './whole-dates.ts'

it.each([
  ['Concert, Fri 25 Dec 2026, 7:30pm', ['Fri 25 Dec 2026, 7:30pm']],
  ['Fri 25 Dec 2026, 7:30pm to 10:00pm', ['Fri 25 Dec 2026, 7:30pm', 'to 10:00pm']],
  ['Sat 19 Jun 2027, 10:00am to Sat 26 Jun 2027', ['Sat 19 Jun 2027, 10:00am', 'to Sat 26 Jun 2027']],
  ['To be paid on Mon 28 Dec 2026', ['Mon 28 Dec 2026']],
  ['Doors 6:30pm', []],
])('keeps the dates and times of "%s" from breaking, and where both are too long, the day', (text, whole) => {
  const html = String(wholeDates(text))
  const page = new Window().document
  page.body.innerHTML = html
  expect([...page.querySelectorAll(':not(.whole) > .whole')].map((part) => part.textContent)).toEqual(whole)
  const days = whole.flatMap((part) => /^.*, (?=\d)/.exec(part)?.[0].trim() ?? [])
  expect([...page.querySelectorAll('.whole > .whole')].map((part) => part.textContent)).toEqual(days)
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe(text)
})
