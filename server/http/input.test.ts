import { expect, it } from 'vitest'

import { readFlag } from './input.ts'

it.each(['true', '1', 'on'])('reads "%s" as yes', (flag) => {
  expect(readFlag({ flag }, 'flag')).toBe(true)
})

it.each(['false', '0', ''])('reads "%s" as no', (flag) => {
  expect(readFlag({ flag }, 'flag')).toBe(false)
})

it.each(['yes', '2', 'toString', 'valueOf', '__proto__'])('refuses "%s" as a yes or no', (flag) => {
  expect(() => readFlag({ flag }, 'flag')).toThrow('The field flag is not valid')
})
