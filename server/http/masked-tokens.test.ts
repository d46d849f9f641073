import { createHmac, randomBytes } from 'node:crypto'

import { expect, it } from 'vitest'

import { maskToken, unmaskToken } from './masked-tokens.ts'

const token = createHmac('sha256', 'key').update('visitor').digest('base64url')

it('writes a token differently each time, with no part of it in plain, and reads it again [S1]', () => {
  const masked = Array.from({ length: 500 }, () => maskToken(token))
  expect(new Set(masked).size).toBe(500)
  for (const text of masked) {
    expect(text).toMatch(/^[\w-]{86}$/)
    expect(unmaskToken(text)).toBe(token)
  }
  // Every byte of both halves takes many values: none is the token's own.
  for (let index = 0; index < 64; index++)
    expect(new Set(masked.map((text) => Buffer.from(text, 'base64url')[index])).size).toBeGreaterThan(100)
})

it('reads the plain token of the cookie', () => expect(unmaskToken(token)).toBe(token))

it.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['a list', [token]],
  ['half a mask', maskToken(token).slice(0, 85)],
  ['more than a mask', `${maskToken(token)}A`],
  ['other characters', `${maskToken(token).slice(0, 85)}=`],
  ['a very long text', 'A'.repeat(100_000)],
])('reads no token from %s [S1]', (_, sent) => expect(unmaskToken(sent)).toBe(''))

it('reads another token from a mask that was changed [S1]', () => {
  const bytes = Buffer.from(maskToken(token), 'base64url')
  for (let index = 0; index < 64; index++) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(unmaskToken(changed.toString('base64url'))).not.toBe(token)
  }
  expect(unmaskToken(randomBytes(64).toString('base64url'))).not.toBe(token)
})
