import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockDuration } from './duration.ts'

test('shows a duration in clock style with w, d, h, m and s [FMT-08]', () => {
  expect(clockDuration(604_800 + 2 * 86_400 + 3 * 3600 + 4 * 60 + 5)).toBe('1w 2d 3h 4m 5s')
  expect(clockDuration(545)).toBe('9m 5s')
  expect(clockDuration(600)).toBe('10m')
  expect(clockDuration(0)).toBe('0s')
  expect(clockDuration(NaN)).toBe('0s')
})

test('shows every second of a duration [FMT-08]', () => {
  const length = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 }
  fc.assert(
    fc.property(fc.nat(100_000_000), (seconds) => {
      const parts = clockDuration(seconds).split(' ')
      const total = parts.reduce(
        (sum, part) => sum + Number(part.slice(0, -1)) * length[part.slice(-1) as keyof typeof length],
        0,
      )
      return total === seconds
    }),
  )
})
