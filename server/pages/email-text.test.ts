import { expect, it } from 'vitest'

import { emailText } from './email-text.ts'

it.each([
  ['ada@example.com', 'ada<wbr />@example.com'],
  ['"a@b"@example.com', '&quot;a@b&quot;<wbr />@example.com'],
  ['Ada Lovelace', 'Ada Lovelace'],
])('shows %s, and may wrap only before the host', async (email, shown) => {
  expect(String(await emailText(email))).toBe(shown)
})
