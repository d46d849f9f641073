import { expect, it } from 'vitest'

import { readable } from './readable.ts'

const hasLatin = (codePoint: number) => codePoint < 0x250
const shown = (text: string) => readable(text, hasLatin, 'Elsewhere')

it.each([
  ['keeps what the font has', 'Żaneta Łukasiewicz', 'Żaneta Łukasiewicz'],
  ['puts it on one line', ' Ada\r\nLovelace ', 'Ada Lovelace'],
  ['leaves out emoji', '🎄 Carols 👩‍👩‍👧 by night', 'Carols by night'],
  ['replaces a name that it cannot show in full', '王小明 (Ming)', 'Elsewhere'],
  ['replaces digits of another script', 'Row ٣', 'Elsewhere'],
  ['replaces what would leave nothing', '🎄', 'Elsewhere'],
  ['leaves nothing as it is', '', ''],
])('%s', (_, text, expected) => {
  expect(shown(text)).toBe(expected)
})
