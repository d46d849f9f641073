import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { readBasket } from '#server/basket/read-basket.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { connectProviders } from '#server/providers/connect-providers.ts'
import { call } from '#server/testing/offers.ts'
import {
  cards,
  pay,
  payer,
  press,
  squarePayer,
  typeCard,
  typeSquareCard,
  type Payer,
} from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { findAttempt } from '#server/payments/attempts/find-attempts.ts'
import { openAttempt } from '#server/payments/attempts/open-attempt.ts'
import { providerOf } from '#server/payments/attempts/provider-of.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import { cancelAttempt, settle } from './settle.ts'

let shop: TestShop
let context: PaymentContext
beforeAll(async () => {
  shop = await createTestShop()
  context = { db: shop.db, providers: connectProviders({ ...shop, fetch: shop.fetch }) }
})
afterEach(() => {
  shop.answer = null
})
afterAll(() => shop.close())

/** Opens a bank transfer that the provider does not know yet. */
async function unsentTransfer(by: Payer) {
  const { id } = await by.sale()
  return inTransaction(shop.db, async (trx) =>
    openAttempt(trx, await readBasket(trx, id), { attempt: 'unsent', provider: 'truelayer', method: 'bank' }),
  )
}

/** Reads the only attempt of a sale. */
async function attemptOf(sale: Payer['sale']) {
  const { id } = await sale()
  const [attempt, ...others] = await shop.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('sale_id', '=', id)
    .execute()
  if (!attempt || others.length > 0) throw new Error('The sale does not have one attempt')
  return attempt
}

describe('a bank transfer that has not reached the provider', () => {
  it('waits', async () => {
    const attempt = await unsentTransfer(await payer(shop))
    expect(await settle(context, attempt)).toEqual({ status: 'pending' })
    expect((await findAttempt(shop.db, attempt.id)).status).toBe('open')
  })

  it('can be cancelled for another payment', async () => {
    const by = await payer(shop)
    const attempt = await unsentTransfer(by)
    expect(await cancelAttempt(context, attempt)).toEqual({ status: 'unsuccessful', message: '' })
    expect((await findAttempt(shop.db, attempt.id)).status).toBe('cancelled')
    expect((await pay(shop, by.visitor)).json).toEqual({ status: 'success' })
  })

  it('is cancelled at the provider too, if it arrives there while it is being cancelled', async () => {
    const by = await payer(shop)
    const url: string = (await call(by.visitor, 'create_truelayer_payment')).json.url
    const before = { ...(await attemptOf(by.sale)), provider_id: null }
    expect(await cancelAttempt(context, before)).toMatchObject({ status: 'unsuccessful' })
    await press(shop, url, 'pay')
    const after = await findAttempt(shop.db, before.id)
    expect(after.status).not.toBe('open')
    expect(await providerOf(context, after).find(after.provider_id ?? '', '')).toMatchObject({
      status: 'failed',
      isCancelled: true,
    })
  })

  it('is known to be paid, if that happens while it is being cancelled', async () => {
    const by = await payer(shop)
    await press(shop, (await call(by.visitor, 'create_truelayer_payment')).json.url, 'pay')
    const before = await attemptOf(by.sale)
    expect(await settle(context, before)).toEqual({ status: 'success' })
    expect(await cancelAttempt(context, { ...before, provider_id: null })).toEqual({ status: 'success' })
  })
})

it('a bank transfer stays open if its provider is no longer configured', async () => {
  const by = await payer(shop)
  await call(by.visitor, 'create_truelayer_payment')
  const attempt = await attemptOf(by.sale)
  const withoutBank = { ...context, providers: { ...context.providers, bank: null } }
  await expect(settle(withoutBank, attempt)).rejects.toMatchObject({
    status: 503,
    message: 'This payment method is not available at the moment',
  })
  expect((await findAttempt(shop.db, attempt.id)).status).toBe('open')
})

it('a card payment that is being processed keeps the tickets and admits no other payment', async () => {
  const { visitor, event, sale } = await payer(shop)
  const card = await typeCard(shop)
  shop.answer = (request) =>
    Promise.resolve(
      request.url.endsWith('/cancel')
        ? Response.json({ error: { type: 'invalid_request_error', message: 'Too late' } }, { status: 400 })
        : Response.json({ id: 'pi_slow', object: 'payment_intent', status: 'processing' }),
    )
  const first = await call(visitor, 'pay_with_card', { payment_method_id: card, attempt: 'slow' })
  expect([first.status, first.json]).toEqual([
    200,
    { status: 'pending', message: 'We are checking your payment' },
  ])
  const second = await call(visitor, 'pay_with_card', { payment_method_id: card, attempt: 'other' })
  expect([second.status, second.json.message]).toEqual([
    409,
    'A payment for this basket is in progress. Please finish or cancel it first',
  ])
  expect((await call(visitor, 'get_payment_error')).json).toEqual({
    text: 'We are checking your last payment. Please wait a moment before you pay again',
    is_pending: true,
  })
  expect(await cancelAttempt(context, await attemptOf(sale))).toEqual({ status: 'pending' })
  expect(await event.pool()).toMatchObject({ held: 2, sold: 0 })
  expect((await sale()).paid_at).toBeNull()
})

it.each([
  ['an accepted payment', undefined, { status: 'success' }],
  ['a declined payment', cards.declined, { status: 'unsuccessful', message: 'Your card was declined.' }],
])('repeats the result of %s without the provider [C16]', async (_, number, result) => {
  const { visitor } = await payer(shop)
  const payment = { payment_method_id: await typeCard(shop, number), attempt: 'settled' }
  expect((await call(visitor, 'pay_with_card', payment)).json).toEqual(result)
  shop.answer = () => Promise.reject(new TypeError('socket hang up'))
  expect((await call(visitor, 'pay_with_card', payment)).json).toEqual(result)
})

it('a payment whose reply was lost pays the basket when the buyer tries another card, which is not charged [C16]', async () => {
  const { visitor, sale } = await payer(shop)
  const [lost, other] = [await typeCard(shop), await typeCard(shop)]
  shop.answer = async (request) => {
    await shop.app.request(request)
    throw new TypeError('socket hang up')
  }
  const first = await call(visitor, 'pay_with_card', { payment_method_id: lost, attempt: 'lost' })
  expect(first.status).toBe(503)
  const requests: string[] = []
  shop.answer = async (request) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`)
    return shop.app.request(request)
  }
  const second = await call(visitor, 'pay_with_card', { payment_method_id: other, attempt: 'other' })
  expect(second.json).toEqual({ status: 'success' })
  expect(requests).toEqual(['POST /sandbox/stripe/v1/payment_intents'])
  expect((await attemptOf(sale)).attempt).toBe('lost')
})

it('a confirmed 3-D Secure payment pays the basket when the buyer tries another card, which is not charged', async () => {
  const { visitor, sale } = await payer(shop)
  const { json } = await pay(shop, visitor, { number: cards.challenged, attempt: 'confirmed' })
  await press(shop, json.url, 'approve')
  expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
  expect(await attemptOf(sale)).toMatchObject({ attempt: 'confirmed', status: 'succeeded' })
})

it('a card payment that the provider rejects as wrongly made ends, and the basket can be edited', async () => {
  const { visitor } = await payer(shop)
  const card = await typeCard(shop)
  shop.answer = () =>
    Promise.resolve(
      Response.json(
        { error: { type: 'invalid_request_error', message: 'No such account' } },
        { status: 400 },
      ),
    )
  const reply = await call(visitor, 'pay_with_card', { payment_method_id: card, attempt: 'wrong' })
  expect(reply.status).toBe(500)
  shop.answer = null
  expect((await call(visitor, 'get_payment_error')).json).toEqual({
    text: 'There was an error with your payment. Please try again.',
    is_uncharged: true,
  })
  expect((await call(visitor, 'destroy_sale')).status).toBe(200)
})

describe('a card payment whose reply was lost', () => {
  /** Charges a card, but loses the reply. */
  async function charged(by: Payer, send: () => ReturnType<typeof call>) {
    shop.answer = async (request) => {
      await shop.app.request(request)
      return new Response('Bad gateway', { status: 502 })
    }
    expect((await send()).status).toBe(503)
    shop.answer = null
    return attemptOf(by.sale)
  }

  const byCard = async (by: Payer) => {
    const payment = { payment_method_id: await typeCard(shop), attempt: 'in-doubt' }
    return () => call(by.visitor, 'pay_with_card', payment)
  }
  const bySquare = async (by: Payer) => {
    const payment = { source_id: await typeSquareCard(shop), attempt: 'in-doubt' }
    return () => call(by.visitor, 'pay_with_square', payment)
  }

  it.each([
    ['the card provider', 401, payer, byCard],
    ['the card provider', 403, payer, byCard],
    ['Square', 401, squarePayer, bySquare],
    ['Square', 403, squarePayer, bySquare],
  ])('is never charged again when %s then refuses the keys with %i', async (_, status, make, way) => {
    const by = await make(shop)
    const send = await way(by)
    const { id } = await charged(by, send)
    const refusal = {
      error: { type: 'invalid_request_error', message: 'Expired API Key' },
      errors: [{ category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED' }],
    }
    shop.answer = () => Promise.resolve(Response.json(refusal, { status }))
    const again = await send()
    expect([again.status, again.json.message]).toEqual([
      503,
      'The payment provider is not responding. Please try again in a moment',
    ])
    expect((await findAttempt(shop.db, id)).status).toBe('open')
    expect((await pay(shop, by.visitor)).status).toBe(409)
    shop.answer = null
    expect((await send()).json).toEqual({ status: 'success' })
    expect(await attemptOf(by.sale)).toMatchObject({ id, status: 'succeeded' })
  })

  it('stays open if its provider is no longer configured', async () => {
    const by = await squarePayer(shop)
    const attempt = await charged(by, await bySquare(by))
    const withoutSquare = { ...context, providers: { ...context.providers, square: null } }
    await expect(settle(withoutSquare, attempt)).rejects.toMatchObject({ status: 503 })
    expect((await findAttempt(shop.db, attempt.id)).status).toBe('open')
  })
})

it.each([400, 401, 403])(
  'a new card payment that is refused with %i keeps no tickets from others',
  async (status) => {
    const by = await payer(shop)
    const payment = { payment_method_id: await typeCard(shop), attempt: 'refused' }
    shop.answer = () =>
      Promise.resolve(Response.json({ error: { type: 'invalid_request_error', message: 'No' } }, { status }))
    expect((await call(by.visitor, 'pay_with_card', payment)).status).toBe(500)
    expect((await attemptOf(by.sale)).status).toBe('failed')
  },
)
