import { expect, it } from 'vitest'

import { hasLink, messageProblem, textProblem } from './plain-names.ts'

it.each([
  'Win https://evil.example now',
  'visit www.evil.example',
  'evil.example Smith',
  'EVIL.COM prizes',
  'bit.ly/abc now',
  't.me/abc',
  'x.com',
  'Evil.Com',
  'evil。com',
  'evil．com',
  'mail me@evil.example',
])('finds the link in the name %j [S36]', (name) => expect(hasLink(name)).toBe(true))

it.each([
  'Grace Hopper',
  'J.R.R. Tolkien',
  'Mary St.John',
  'Dr. Ada O’Neill-Łuk',
  "Siân d'Arc",
  'Sammy Davis Jr.',
])('takes the name %j [S36]', (name) => expect(hasLink(name)).toBe(false))

it.each([
  ['letters', (length: number) => 'a'.repeat(length)],
  ['letters with a dot at the end', (length: number) => `${'a'.repeat(length)}.`],
  ['small letters after a dot', (length: number) => `${'a'.repeat(length)}.${'b'.repeat(length)}C`],
  ['dots', (length: number) => 'aa.'.repeat(length)],
])('looks at each place of very long %s once: at every part it would take minutes [S36, S44]', (_, made) => {
  expect(hasLink(made(400_000))).toBe(false)
})

it('takes the message of a gift as people write it, but not with an address [S36, S43]', () => {
  expect(messageProblem('Happy birthday! See you at 7.30 p.m. at St. James’s... Love, J.R.')).toBe('')
  for (const message of [
    'Look:\nhttps://evil.example',
    'Claim it at evil.example today',
    'Write to me@evil.example',
  ])
    expect(messageProblem(message)).toMatch(/without web or email addresses/)
})

it('refuses control characters in every text, and takes line breaks and tabs [S35]', () => {
  for (const code of [0, 7, 8, 11, 12, 14, 27, 31, 127])
    expect(textProblem(`Ada${String.fromCodePoint(code)}Byron`), String(code)).toMatch(/cannot be shown/)
  expect(textProblem('Ada\tByron\r\nLondon')).toBe('')
})
