import { expect, it } from 'vitest'
import { splitTitle } from './split-title.ts'

it.each([
  ['Dawn Swim', ['Dawn Swim', '']],
  ['Winter Arena: The Northern Choirs', ['Winter Arena: ', 'The Northern Choirs']],
  ['Late: Film: Club', ['Late: ', 'Film: Club']],
  ['7:30 Club', ['7:30 Club', '']],
])('splits %s behind its first colon', (title, parts) => {
  expect(splitTitle(title)).toEqual(parts)
})
