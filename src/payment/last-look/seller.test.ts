import { expect, it } from 'vitest'
import { seller } from './seller.ts'

const shelter = { name: 'Open Door Shelter', statement_name: 'OPEN DOOR' }
const arts = { name: 'Harbour Arts', statement_name: 'HARBOUR ARTS WHITBY' }
const swim = { name: 'Whitby Swim', statement_name: '' }
const nameless = { name: '', statement_name: 'X' }

it.each([
  ['one organiser', [shelter], 'You pay Open Door Shelter; your statement says OPEN DOOR.'],
  ['one whose name on the statement is unknown', [swim], 'You pay Whitby Swim.'],
  [
    'two organisers, not whose name the statement says',
    [shelter, arts],
    'You pay Open Door Shelter and Harbour Arts.',
  ],
  ['several', [shelter, arts, swim], 'You pay Open Door Shelter, Harbour Arts and Whitby Swim.'],
  [
    'one beside an organiser without a name',
    [nameless, arts],
    'You pay Harbour Arts; your statement says HARBOUR ARTS WHITBY.',
  ],
  ['nobody', [nameless], ''],
])('says who is paid: %s', (_, organisers, sentence) => {
  expect(seller(organisers)).toBe(sentence)
})
