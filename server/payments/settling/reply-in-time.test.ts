import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { call } from '#server/testing/offers.ts'
import { cards, follow, pay, payer, press, typeCard, type Payer } from '#server/testing/payers.ts'
import { sendStripeEvent } from '#server/testing/provider-events.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

/** A provider that takes a request and does not answer. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  shop.answer = null
})

/** Lets the provider hang until `answerNow`. */
function hang(answer = (request: Request): Response | Promise<Response> => shop.app.request(request)) {
  const isOver = Promise.withResolvers<void>()
  let isAsked = Promise.withResolvers<void>()
  shop.answer = async (request) => {
    isAsked.resolve()
    await isOver.promise
    return answer(request)
  }
  return {
    /** Resolves with the reply that arrives within 10 seconds of the provider's silence. */
    async within10Seconds<T>(reply: Promise<T>): Promise<T> {
      isAsked = Promise.withResolvers()
      await isAsked.promise
      await vi.advanceTimersByTimeAsync(9_900)
      return reply
    },
    answerNow: isOver.resolve,
  }
}

const attemptsOf = async ({ sale }: Payer) =>
  shop.db
    .selectFrom('payment_attempts')
    .select(['attempt', 'method', 'status'])
    .where('sale_id', '=', (await sale()).id)
    .orderBy('created_at')
    .execute()

const chargesOf = async ({ sale }: Payer) =>
  shop.db
    .selectFrom('payments')
    .select('kind')
    .where('sale_id', '=', (await sale()).id)
    .execute()

const unavailable = 'The payment provider is not responding. Please try again in a moment'

describe('a card payment that the provider does not answer', () => {
  async function waiting() {
    const by = await payer(shop)
    const payment = { payment_method_id: await typeCard(shop), attempt: 'patient' }
    const { within10Seconds, answerNow } = hang()
    const reply = await within10Seconds(call(by.visitor, 'pay_with_card', payment))
    expect([reply.status, reply.json]).toEqual([
      200,
      { status: 'pending', message: 'We are checking your payment' },
    ])
    expect(await attemptsOf(by)).toEqual([{ attempt: 'patient', method: 'card', status: 'open' }])
    expect(await by.event.pool()).toMatchObject({ held: 2, sold: 0 })
    return { ...by, payment, within10Seconds, answerNow }
  }

  it('is reported as being checked within 10 seconds, again and again [C14]', async () => {
    const { visitor, payment, within10Seconds, ...by } = await waiting()
    const again = await within10Seconds(call(visitor, 'pay_with_card', payment))
    expect(again.json).toEqual({ status: 'pending', message: 'We are checking your payment' })
    expect(await attemptsOf({ visitor, ...by })).toHaveLength(1)
  })

  it('is complete when the same attempt is repeated after the provider has answered', async () => {
    const by = await waiting()
    by.answerNow()
    expect((await call(by.visitor, 'pay_with_card', by.payment)).json).toEqual({ status: 'success' })
    expect(await chargesOf(by)).toEqual([{ kind: 'charge' }])
  })

  it('is complete when the provider answers late', async () => {
    const by = await waiting()
    by.answerNow()
    await vi.waitFor(async () => expect((await by.sale()).paid_at).not.toBeNull())
    expect(await chargesOf(by)).toEqual([{ kind: 'charge' }])
  })

  it.each(['webhook', 'sweep'])('is completed by the %s', async (way) => {
    const by = await waiting()
    // The reply to the shop's own request stays lost.
    shop.answer = null
    if (way === 'webhook')
      expect(
        await sendStripeEvent(shop, 'payment_intent.succeeded', {
          id: 'pi_any',
          metadata: { reference: by.reference },
        }),
      ).toBe(200)
    else {
      await moveShopTime(shop.db, 61)
      await sweep(shop)
    }
    expect((await by.sale()).paid_at).not.toBeNull()
    expect(await chargesOf(by)).toEqual([{ kind: 'charge' }])
    expect((await call(by.visitor, 'pay_with_card', by.payment)).json).toEqual({ status: 'success' })
    by.answerNow()
  })

  it('is reported as being checked while the provider is still making it', async () => {
    const by = await payer(shop)
    const busy = { error: { type: 'invalid_request_error', code: 'idempotency_key_in_use', message: 'Busy' } }
    const headers = { 'Stripe-Should-Retry': 'false' }
    const payment = { payment_method_id: await typeCard(shop), attempt: 'busy' }
    shop.answer = () => Promise.resolve(Response.json(busy, { status: 409, headers }))
    expect((await call(by.visitor, 'pay_with_card', payment)).json.status).toBe('pending')
    shop.answer = null
    expect((await call(by.visitor, 'pay_with_card', payment)).json.status).toBe('success')
  })
})

describe('a provider that does not answer', () => {
  it.each(['pay_with_card', 'create_truelayer_payment'])(
    'about the earlier attempt keeps %s from starting another one, even later',
    async (name) => {
      const by = await payer(shop)
      await pay(shop, by.visitor, { number: cards.challenged, attempt: 'earlier' })
      const payment = { payment_method_id: await typeCard(shop), attempt: 'later' }
      const { within10Seconds, answerNow } = hang()
      const reply = await within10Seconds(call(by.visitor, name, payment))
      expect([reply.status, reply.json.message]).toEqual([503, unavailable])
      const isIdle = vi.spyOn(shop.db, 'transaction')
      answerNow()
      await vi.waitFor(async () => expect((await attemptsOf(by))[0]?.status).toBe('failed'))
      // One transaction closes the earlier attempt, the next one would open another.
      await vi.waitFor(() => expect(isIdle).toHaveBeenCalledTimes(2))
      await Promise.all(isIdle.mock.results.map(({ value }) => value as unknown))
      isIdle.mockRestore()
      expect(await attemptsOf(by)).toEqual([{ attempt: 'earlier', method: 'card', status: 'failed' }])
      expect(await chargesOf(by)).toEqual([])
      shop.answer = null
      expect((await call(by.visitor, 'pay_with_card', payment)).json).toEqual({ status: 'success' })
    },
  )

  it('but rejects the payment after the reply leaves a line in the log', async () => {
    const by = await payer(shop)
    const payment = { payment_method_id: await typeCard(shop), attempt: 'rejected' }
    const { within10Seconds, answerNow } = hang(() =>
      Response.json(
        { error: { type: 'invalid_request_error', message: 'Invalid API Key' } },
        { status: 401 },
      ),
    )
    expect((await within10Seconds(call(by.visitor, 'pay_with_card', payment))).json.status).toBe('pending')
    const before = shop.logged.length
    answerNow()
    await vi.waitFor(() =>
      expect(shop.logged.slice(before)).toMatchObject([{ event: 'failed', kind: 'after the reply' }]),
    )
    expect(await attemptsOf(by)).toMatchObject([{ status: 'failed' }])
  })

  it('opens no bank transfer, even later', async () => {
    const by = await payer(shop)
    const { within10Seconds, answerNow } = hang()
    const reply = await within10Seconds(call(by.visitor, 'create_truelayer_payment'))
    expect([reply.status, reply.json.message]).toEqual([503, unavailable])
    answerNow()
    await vi.waitFor(async () => expect(await attemptsOf(by)).toMatchObject([{ status: 'failed' }]))
    expect((await by.sale()).state).not.toBe('awaiting_truelayer')
    shop.answer = null
    expect((await pay(shop, by.visitor)).json).toEqual({ status: 'success' })
  })

  it.each(['get_truelayer_status', 'get_payment_error'])(
    'gets a reply to %s within 10 seconds [C14]',
    async (name) => {
      const by = await payer(shop)
      await call(by.visitor, 'create_truelayer_payment')
      const { within10Seconds, answerNow } = hang()
      const reply = await within10Seconds(call(by.visitor, name))
      expect([reply.status, reply.json.message]).toEqual([503, unavailable])
      answerNow()
    },
  )

  const ways: [string, (by: Payer) => Promise<string>][] = [
    [
      '3-D Secure',
      async ({ visitor }) =>
        press(shop, (await pay(shop, visitor, { number: cards.challenged })).json.url, 'approve'),
    ],
    [
      'the bank',
      async ({ visitor }) => press(shop, (await call(visitor, 'create_truelayer_payment')).json.url, 'pay'),
    ],
  ]

  it.each(ways)('lets the buyer return from %s to the checkout within 10 seconds', async (_, confirm) => {
    const by = await payer(shop)
    const back = await confirm(by)
    const { within10Seconds, answerNow } = hang()
    const { status, headers } = await within10Seconds(follow(by.visitor, back))
    expect([status, headers.get('location')]).toEqual([303, '/checkout/'])
    answerNow()
  })

  it.each(ways)('but fails at once lets the buyer return from %s to the checkout', async (_, confirm) => {
    const by = await payer(shop)
    const back = await confirm(by)
    const headers = { 'Stripe-Should-Retry': 'false' }
    shop.answer = () => Promise.resolve(new Response('{}', { status: 500, headers }))
    const reply = await follow(by.visitor, back)
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/checkout/'])
  })
})
