import { expect, it } from 'vitest'

import { readFlag, readLines, readText } from './input.ts'

it.each(['true', '1', 'on'])('reads "%s" as yes', (flag) => {
  expect(readFlag({ flag }, 'flag')).toBe(true)
})

it.each(['false', '0', ''])('reads "%s" as no', (flag) => {
  expect(readFlag({ flag }, 'flag')).toBe(false)
})

it.each(['yes', '2', 'toString', 'valueOf', '__proto__'])('refuses "%s" as a yes or no', (flag) => {
  expect(() => readFlag({ flag }, 'flag')).toThrow('The field flag is not valid')
})

it('reads a text in one line, trimmed', () => {
  expect(readText({ name: ' Ada Lovelace\r\n' }, 'name', 100)).toBe('Ada Lovelace')
})

it.each(['Ada\nhttps://evil.example', 'Ada\r\nBcc: all@example.com', 'Ada\tLovelace', 'Ada\u2028Lovelace'])(
  'refuses %j where one line is wanted, and takes it where there may be several',
  (name) => {
    expect(() => readText({ name }, 'name', 100)).toThrow('The field name is not valid')
    expect(readLines({ name }, 'name', 100)).toBe(name)
  },
)
