import { expect, it } from 'vitest'
import { eventSchema } from '#src/checkout/schemas/event.ts'
import { shareLabel, shareMessage } from './sharing.ts'

const link = 'https://shop.example/r/7/'
const event = (fields: object) => eventSchema.parse({ id: 1, title: 'Swim', ...fields })
const rewarded = event({ reward_referrers: [{ text: 'Join me:', short_text: 'get a cider' }] })
const plain = event({ shareable_link: 'https://shop.example/events/swim/', reward_referrers: {} })

it('names the reward of the first event on the share tile [DONE-24]', () => {
  const other = event({ reward_referrers: [{ text: 'Come', short_text: 'get a tea' }] })
  expect(shareLabel([rewarded, other])).toBe('Share & get a cider')
})

it('names no reward if an event lacks one [DONE-25, OPEN-88]', () => {
  expect(shareLabel([rewarded, plain])).toBe('Share with friends & family')
  expect(shareLabel([plain, rewarded])).toBe('Share with friends & family')
  expect(shareLabel([event({ reward_referrers: [{ text: 'Come', short_text: ' ' }] })])).toBe(
    'Share with friends & family',
  )
  expect(shareLabel([])).toBe('Share with friends & family')
})

it('shares the text of the reward with the referrer link [SHAR-12]', () => {
  expect(shareMessage(rewarded, link)).toBe(`Join me: ${link}`)
})

it('shares a sentence with title and link of an event without a reward [SHAR-13, OPEN-91]', () => {
  expect(shareMessage(plain, link)).toBe("I'm going to Swim. Join me: https://shop.example/events/swim/")
  expect(shareMessage(event({}), link)).toBe(`I'm going to Swim. Join me: ${link}`)
})
