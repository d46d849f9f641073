import { expect, test } from 'vitest'
import { giftAidWording } from './gift-aid-wording.ts'

test('records the charity, the donation and all three confirmations [GIFT-03..05]', () => {
  const wording = giftAidWording('Music for All', '£20.00')
  expect(wording).toMatch(/^I want Music for All to claim Gift Aid on my donation of £20\.00\. /)
  for (const statement of ['I am a UK taxpayer. ', 'my own money. ', 'not for gambling or a raffle. '])
    expect(wording).toContain(statement)
})

test('states who pays the difference if too little tax was paid [L8]', () => {
  expect(giftAidWording('Music for All', '£20.00')).toContain(
    'it is my responsibility to pay any difference.',
  )
})
