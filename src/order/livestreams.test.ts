import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { livestreams } from './livestreams.ts'

const origin = 'https://shop.example'

function streamsOf(...events: object[]) {
  return livestreams(z.parse(checkoutSchema, { events }), origin)
}

test('lists every event with a livestream and its access address [DONE-17, DONE-18, OPEN-88]', () => {
  const events = [
    { id: 1, title: 'Talk', has_livestream: 1, access_online: 'https://stream.example/talk' },
    { id: 2, title: 'Walk', has_livestream: 0, access_online: 'https://stream.example/walk' },
    { id: 3, title: 'Song', has_livestream: 1, access_online: 'online/3/' },
  ]
  expect(streamsOf(...events)).toEqual([
    { id: '1', title: 'Talk', address: 'https://stream.example/talk' },
    { id: '3', title: 'Song', address: 'https://shop.example/online/3/' },
  ])
})

test('omits a livestream without a valid address', () => {
  expect(
    streamsOf(
      { id: 1, has_livestream: 1, access_online: '' },
      { id: 2, has_livestream: 1, access_online: 'javascript:alert(1)' },
    ),
  ).toEqual([])
})
