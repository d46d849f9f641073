import { expect, test } from 'vitest'
import { postedNote } from './posted-note.ts'

test('says of a ticket that it comes by post, unless its name does', () => {
  const names = ['Runner', 'Poster by post', 'Map, by post', 'Programme (by post)', 'By post', 'By postcode']
  const notes = names.map((ticket_name) => postedNote({ ticket_name, is_posted: true }))
  expect(notes).toEqual(['Comes by post', '', '', '', '', 'Comes by post'])
  expect(postedNote({ ticket_name: 'Adult', is_posted: false })).toBe('')
})
