import { expect, it } from 'vitest'
import { seatPath } from './seat-path.ts'

it.each(['the-tempest-friday', '42', 'A1-b2'])(
  'reads a date id of letters, digits and hyphens: %s [CONT-04, CONT-05]',
  (id) => {
    expect(seatPath(`/events/book_seats/${id}/`)).toBe(id)
    expect(seatPath(`/events/book_seats/${id}`)).toBe(id)
  },
)

it.each([
  '/checkout/',
  '/events/book_seats/',
  '/events/book_seats/a_b/',
  '/events/book_seats/a/b/',
  '/x/events/book_seats/a/',
])('reads none from any other path: %s [CONT-06]', (path) => expect(seatPath(path)).toBeUndefined())
