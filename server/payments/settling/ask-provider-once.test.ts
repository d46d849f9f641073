import { afterAll, beforeAll, expect, it } from 'vitest'

import { visit, type Fields } from '#sandbox/visitor.ts'
import { call } from '#server/testing/offers.ts'
import { cards, pay, payer, press, typeCard } from '#server/testing/payers.ts'
import type { Visitor } from '#server/testing/test-shop.ts'
import { startTwoShops, times, type TwoShops } from '#server/testing/two-shops.ts'

let shops: TwoShops
let stop: () => Promise<void>
beforeAll(async () => void ({ shops, stop } = await startTwoShops()))
afterAll(() => stop())

/** Counts the requests of both processes to a provider until the test has ended. */
function countAsked(): { asked: number; stop: () => void } {
  const counted = { asked: 0, stop: () => shops.forEach((shop) => void (shop.answer = null)) }
  for (const shop of shops)
    shop.answer = async (request) => {
      counted.asked++
      // A provider takes its time, so that the others come meanwhile.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      return shop.app.request(request)
    }
  return counted
}

/** A buyer whose card payment waits for the bank's check, in a browser that reaches both processes. */
async function challenged() {
  const [shop, second] = shops
  const { visitor } = await payer(shop)
  const method = await typeCard(shop, cards.challenged)
  const request = { payment_method_id: method, attempt: 'asked' }
  const { json } = await call(visitor, 'pay_with_card', request)
  const other = await visit(second.app, second.config.origin, visitor.cookies)
  return { visitor, other, request, url: json.url as string }
}

const kinds: [string, (visitor: Visitor, request: Fields) => Promise<unknown>, expected: unknown][] = [
  [
    'repeated payments',
    async (visitor, request) => (await call(visitor, 'pay_with_card', request)).json,
    { status: 'success' },
  ],
  ['returns from the bank', async (visitor) => (await visitor.get('/do/checkout/stripe_auth/')).status, 303],
  [
    'questions for the error',
    async (visitor) => (await call(visitor, 'get_payment_error')).json,
    { text: '' },
  ],
]

it.each(kinds)(
  'answers 100 simultaneous %s truly, and asks the provider a few times in each process [S44]',
  async (_, ask, expected) => {
    const { visitor, other, request, url } = await challenged()
    await press(shops[0], url, 'approve')
    const counted = countAsked()
    const replies = await times(100, (index) => ask(index % 2 ? visitor : other, request))
    const { asked } = counted
    counted.stop()
    expect(new Set(replies.map((reply) => JSON.stringify(reply)))).toEqual(
      new Set([JSON.stringify(expected)]),
    )
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThanOrEqual(6)
    expect((await call(visitor, 'pay_with_card', request)).json).toEqual({ status: 'success' })
  },
)

it('cancels the earlier payment a few times for 40 simultaneous new ones, and starts one [S44]', async () => {
  const { visitor, other } = await challenged()
  const methods = await times(40, () => typeCard(shops[0]))
  const counted = countAsked()
  const replies = await times(40, (index) =>
    call(index % 2 ? visitor : other, 'pay_with_card', {
      payment_method_id: methods[index] ?? '',
      attempt: `new-${index}`,
    }),
  )
  const { asked } = counted
  counted.stop()
  expect(replies.filter(({ json }) => json.status === 'success').length).toBeGreaterThan(0)
  expect(asked).toBeLessThanOrEqual(12)
  expect((await pay(shops[0], visitor)).json).toEqual({ status: 'success' })
})
