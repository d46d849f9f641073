import { afterAll, beforeAll, expect, it } from 'vitest'

import { sendSquareEvent, sendStripeEvent, sendTruelayerEvent } from '#server/testing/provider-events.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** Values that stand in place of an id. */
const wrong: [string, unknown][] = [
  ['no id', undefined],
  ['null', null],
  ['an empty id', ''],
  ['a number', 7],
  ['an object', { id: 'evt_1' }],
  ['a list', ['evt_1']],
  ['an id of 3,000 characters', 'x'.repeat(3_000)],
]

const sent: Record<string, (id: unknown) => Promise<number>> = {
  'stripe event': (id) => stripe({ id }),
  'stripe type': (type) => stripe({ type }),
  'stripe payment': (id) => stripe({ type: 'payment_intent.succeeded', data: { object: { id } } }),
  'square event': (event_id) => square({ event_id }),
  'square type': (type) => square({ type }),
  'square payment': (id) => square({ type: 'payment.updated', data: { id } }),
  'truelayer event': (event_id) => truelayer({ event_id }),
  'truelayer type': (type) => truelayer({ type }),
  'truelayer payment': (payment_id) => truelayer({ payment_id }),
}

/** An event that is complete but for `changes`. */
const stripe = (changes: object) =>
  sendStripeEvent(shop, 'payout.paid', {}, undefined, {
    id: 'evt_1',
    object: 'event',
    type: 'payout.paid',
    data: { object: { id: 'po_1' } },
    ...changes,
  })
const square = (changes: object) =>
  sendSquareEvent(shop, JSON.stringify({ event_id: 'sq_1', type: 'payout.sent', ...changes }))
const truelayer = (changes: object) =>
  sendTruelayerEvent(
    shop,
    JSON.stringify({
      event_id: 'tl_1',
      event_version: 1,
      type: 'payment_failed',
      payment_id: 'p1',
      ...changes,
    }),
  )

/** Where an event may do without: it is about something else, then. */
const optional = /payment/

it.each(
  Object.entries(sent).flatMap(([place, send]) =>
    wrong
      .filter(([, value]) => !(optional.test(place) && (value === undefined || value === null)))
      .map(([what, value]) => [what, place, send, value] as const),
  ),
)(
  'refuses a signed event with %s in place of the id or type of the %s, and logs it [S26]',
  async (_, place, send, value) => {
    const before = shop.logged.length
    expect(await send(value)).toBe(400)
    expect(shop.logged.slice(before)).toMatchObject([
      { event: 'malformed webhook', provider: place.split(' ')[0] },
    ])
    expect(await shop.db.selectFrom('provider_events').select('event_id').execute()).toEqual([])
  },
)

it.each(['null', '7', '"text"', '[]', '{}', 'no JSON'])(
  'refuses the signed body %s of each provider, and logs it [S26]',
  async (body) => {
    const before = shop.logged.length
    expect([
      await sendStripeEvent(shop, '', {}, '', body),
      await sendSquareEvent(shop, body),
      await sendTruelayerEvent(shop, body),
    ]).toEqual([400, 400, 400])
    expect(shop.logged.slice(before).map(({ provider }) => provider)).toEqual([
      'stripe',
      'square',
      'truelayer',
    ])
  },
)
