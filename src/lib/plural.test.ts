import { expect, test } from 'vitest'
import { plural } from './plural.ts'

test('adds an s unless the count is 1 [FMT-11]', () => {
  expect(plural(1, 'ticket')).toBe('ticket')
  expect(plural(0, 'ticket')).toBe('tickets')
  expect(plural(2, 'ticket')).toBe('tickets')
})
