import { expect, it } from 'vitest'
import { seller } from './seller.ts'

const shelter = { name: 'Open Door Shelter', statement_name: 'OPEN DOOR' }
const arts = { name: 'Harbour Arts', statement_name: 'HARBOUR ARTS WHITBY' }
const swim = { name: 'Whitby Swim', statement_name: '' }
const said = '; your statement says OPEN DOOR.'

it.each([
  ['one organiser', [shelter], `You pay Open Door Shelter${said}`],
  ['two organisers', [shelter, arts], `You pay Open Door Shelter, for Harbour Arts too${said}`],
  [
    'several',
    [shelter, arts, swim],
    `You pay Open Door Shelter, for Harbour Arts and Whitby Swim too${said}`,
  ],
  ['one without a statement', [swim, arts], 'You pay Whitby Swim, for Harbour Arts too.'],
])('says whose account takes the payment: %s', (_, organisers, sentence) => {
  expect(seller(organisers, 'acct_1')).toBe(sentence)
})

it.each([
  ['one organiser', [shelter], `You pay Open Door Shelter${said}`],
  ['two organisers', [shelter, arts], `You pay Open Door Shelter and Harbour Arts${said}`],
  ['several', [shelter, arts, swim], `You pay Open Door Shelter, Harbour Arts and Whitby Swim${said}`],
])("names all who are paid through the shop's own account: %s", (_, organisers, sentence) => {
  expect(seller(organisers, '')).toBe(sentence)
})

it('says nothing of organisers without a name', () => {
  expect(seller([], 'acct_1')).toBe('')
  expect(seller([{ name: '', statement_name: 'X' }, arts], 'acct_1')).toBe('')
  expect(seller([shelter, { name: '', statement_name: '' }], 'acct_1')).toBe(
    `You pay Open Door Shelter${said}`,
  )
})
