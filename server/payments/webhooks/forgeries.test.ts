import { createHmac } from 'node:crypto'

import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { sandboxSquareKeys, sandboxStripeKeys } from '#server/providers/sandbox-keys.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import {
  cards,
  follow,
  pay,
  payBySquare,
  payer,
  press,
  squarePayer,
  type Payer,
} from '#server/testing/payers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const eventsKept = async () =>
  (await shop.db.selectFrom('provider_events').select('event_id').execute()).length
const reformatted = (payload: string) => JSON.stringify(JSON.parse(payload), null, 1)

interface Sent {
  payload: string
  signature: string
}

/** Checks that a forged event is refused and changes nothing, and does not keep the true one out. */
async function expectRefused(
  sale: Payer['sale'],
  sendForged: () => Promise<number>,
  sendTrue: () => Promise<number>,
): Promise<void> {
  const before = await eventsKept()
  expect(await sendForged()).toBe(400)
  expect((await sale()).paid_at).toBeNull()
  expect(await eventsKept()).toBe(before)
  expect(await sendTrue()).toBe(200)
  expect((await sale()).paid_at).not.toBeNull()
}

describe('a webhook of Stripe about a paid card', () => {
  const secret = sandboxStripeKeys.webhookSecret
  const sign = (payload: string, options: { secret?: string; timestamp?: number; scheme?: string } = {}) =>
    new Stripe('sk_test').webhooks.generateTestHeaderString({ payload, secret, ...options })
  const now = () => Math.floor(Date.now() / 1000)

  async function challenged() {
    const one = await payer(shop)
    const { json } = await pay(shop, one.visitor, { number: cards.challenged })
    await press(shop, json.url, 'approve')
    const id = new URL(json.url).pathname.split('/').at(-1)
    const payload = JSON.stringify({
      id: `evt_${id}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id, object: 'payment_intent' } },
    })
    return { ...one, payload }
  }
  const send = async ({ payload, signature }: Sent) =>
    (
      await shop.app.request('http://shop.test/webhooks/stripe', {
        method: 'POST',
        headers: { 'Stripe-Signature': signature },
        body: payload,
      })
    ).status

  it.each<[string, (payload: string) => Sent]>([
    [
      'that was signed 301 seconds ago',
      (payload) => ({ payload, signature: sign(payload, { timestamp: now() - 301 }) }),
    ],
    ['signed with the empty key', (payload) => ({ payload, signature: sign(payload, { secret: '' }) })],
    [
      'signed with the public key',
      (payload) => ({ payload, signature: sign(payload, { secret: sandboxStripeKeys.publishableKey }) }),
    ],
    [
      'with one changed byte',
      (payload) => ({ payload: payload.replace('evt_', 'evt-'), signature: sign(payload) }),
    ],
    ['that was written anew', (payload) => ({ payload: reformatted(payload), signature: sign(payload) })],
    ['with the signature of another one', (payload) => ({ payload, signature: sign('{}') })],
    [
      'with a signature of an older kind alone',
      (payload) => ({ payload, signature: sign(payload).replace('v1=', 'v0=') }),
    ],
    ['without a time', (payload) => ({ payload, signature: sign(payload).replace(/t=\d+,/, '') })],
    [
      'with a new time',
      (payload) => ({ payload, signature: sign(payload).replace(/t=\d+/, `t=${now() + 1}`) }),
    ],
    ['with a signature of no letters', (payload) => ({ payload, signature: `t=${now()},v1=` })],
  ])('%s is refused and changes nothing [S26]', async (_, forge) => {
    const { payload, sale } = await challenged()
    await expectRefused(
      sale,
      () => send(forge(payload)),
      () => send({ payload, signature: sign(payload) }),
    )
  })
})

describe('a webhook of Square about a paid card', () => {
  const address = 'http://shop.test/webhooks/square'
  const sign = (
    payload: string,
    { key = sandboxSquareKeys.webhookSignatureKey, url = address, to = 'base64' as 'base64' | 'hex' } = {},
  ) =>
    createHmac('sha256', key)
      .update(url + payload)
      .digest(to)

  async function processed() {
    const one = await squarePayer(shop)
    await payBySquare(shop, one.visitor, { number: cards.slow })
    const { provider_id: id } = await shop.db
      .selectFrom('payment_attempts')
      .select('provider_id')
      .where('sale_id', '=', (await one.sale()).id)
      .executeTakeFirstOrThrow()
    await moveShopTime(shop.db, 20)
    const data = { type: 'payment', id, object: { payment: { id } } }
    return {
      ...one,
      payload: JSON.stringify({ merchant_id: 'M1', type: 'payment.updated', event_id: id, data }),
    }
  }
  const send = async ({ payload, signature }: Sent) =>
    (
      await shop.app.request(address, {
        method: 'POST',
        headers: { 'X-Square-HmacSha256-Signature': signature },
        body: payload,
      })
    ).status

  it.each<[string, (payload: string) => Sent]>([
    ['signed with the empty key', (payload) => ({ payload, signature: sign(payload, { key: '' }) })],
    [
      'signed for another address',
      (payload) => ({ payload, signature: sign(payload, { url: 'https://evil.example/webhooks/square' }) }),
    ],
    ['signed without the address', (payload) => ({ payload, signature: sign(payload, { url: '' }) })],
    [
      'with one changed byte',
      (payload) => ({ payload: payload.replace('M1', 'M2'), signature: sign(payload) }),
    ],
    ['that was written anew', (payload) => ({ payload: reformatted(payload), signature: sign(payload) })],
    [
      'with a signature in another notation',
      (payload) => ({ payload, signature: sign(payload, { to: 'hex' }) }),
    ],
    ['with half of the signature', (payload) => ({ payload, signature: sign(payload).slice(0, 22) })],
    ['with an empty signature', (payload) => ({ payload, signature: '' })],
  ])('%s is refused and changes nothing [S26]', async (_, forge) => {
    const { payload, sale } = await processed()
    await expectRefused(
      sale,
      () => send(forge(payload)),
      () => send({ payload, signature: sign(payload) }),
    )
  })
})

describe('a return from a payment', () => {
  const bank = '/do/checkout/truelayer_return/'
  const card = '/do/checkout/stripe_auth/'

  /** A buyer who has paid, and the address to which they returned. */
  async function paid(by: 'bank' | 'card') {
    const one = await payer(shop)
    const url = by === 'bank' ? await opened(one.visitor) : await challenge(one.visitor)
    const back = await press(shop, url, by === 'bank' ? 'pay' : 'approve')
    await follow(one.visitor, back)
    if (by === 'bank') await call(one.visitor, 'get_truelayer_status')
    expect((await one.sale()).paid_at).not.toBeNull()
    return { ...one, back: back.replace('http://shop.test', '') }
  }
  const opened = async (visitor: Visitor): Promise<string> =>
    (await call(visitor, 'create_truelayer_payment')).json.url
  const challenge = async (visitor: Visitor): Promise<string> =>
    (await pay(shop, visitor, { number: cards.challenged })).json.url

  const claims = [
    ['says that it succeeded', 'status=succeeded&redirect_status=succeeded&payment_complete=1'],
    ['names a transfer that was made up', 'payment_id=forged&status=executed'],
    [
      'names a card payment that was made up',
      'payment_intent=pi_forged&payment_intent_client_secret=pi_forged_secret_x&redirect_status=succeeded',
    ],
    ['repeats its payment', 'payment_id[]=a&payment_id[]=b'],
    ['has a quote', `payment_id=${"' or 1=1 --"}`],
    ['is very long', `payment_id=${'x'.repeat(5000)}`],
    ['has a NUL', 'payment_id=%00'],
    ['has an empty error', 'error='],
    ['says that the buyer has cancelled', 'error=tl_hpp_abandoned'],
    [
      'says that a payment that was made up has failed',
      'error=tl_hpp_abandoned&payment_id=forged&payment_intent=pi_forged&redirect_status=failed',
    ],
  ] as const

  it.each(claims.flatMap(([what, query]) => [bank, card].map((path) => [path, what, query] as const)))(
    'to %s that %s is a hint only: the provider says what is paid [S25]',
    async (path, _, query) => {
      const one = await payer(shop)
      await (path === bank ? opened : challenge)(one.visitor)
      const reply = await one.visitor.get(`${path}?${query}`)
      expect(reply.status).toBeLessThan(500)
      expect(await one.sale()).toMatchObject({ paid_at: null })
      expect(await one.event.pool()).toMatchObject({ held: 2, sold: 0 })
      const attempt = await shop.db
        .selectFrom('payment_attempts')
        .select('status')
        .where('sale_id', '=', (await one.sale()).id)
        .executeTakeFirst()
      expect(attempt?.status).toBe('open')
    },
  )

  it.each(['bank', 'card'] as const)(
    'with the ids of another buyer’s %s payment pays nothing and tells nothing [S21, S23, S25]',
    async (by) => {
      const victim = await paid(by)
      const thief = await payer(shop)
      await (by === 'bank' ? opened : challenge)(thief.visitor)
      const stranger = await shop.visitor()
      for (const visitor of [thief.visitor, stranger])
        for (const header of [{}, { Accept: 'text/html' }]) {
          const reply = await visitor.get(victim.back, header)
          const told = reply.text + String(reply.headers.get('location'))
          expect(told).not.toContain(victim.reference)
          expect(told).not.toContain(`${victim.event.id}@example.com`)
        }
      expect(await thief.sale()).toMatchObject({ paid_at: null })
      expect((await checkoutOf(thief.visitor)).payment_complete).toBe(false)
      expect((await checkoutOf(stranger)).tickets).toEqual([])
    },
  )

  it.each(['bank', 'card'] as const)(
    'that is opened again and again after a %s payment changes nothing [S25, C7]',
    async (by) => {
      const one = await paid(by)
      const { id } = await one.sale()
      const ledger = () => shop.db.selectFrom('payments').selectAll().where('sale_id', '=', id).execute()
      const before = await ledger()
      await Promise.all(Array.from({ length: 5 }, () => one.visitor.get(one.back)))
      expect(await ledger()).toEqual(before)
      expect(await one.event.pool()).toMatchObject({ held: 0, sold: 2 })
    },
  )
})
