import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

async function ask(path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const reply = await shop.app.request(`http://shop.test/sandbox/stripe/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_sandbox_foyer', ...headers },
    body: new URLSearchParams(fields),
  })
  return { status: reply.status, json: (await reply.json()) as any } // eslint-disable-line @typescript-eslint/no-explicit-any -- replies of every shape
}

const card = (changes: Record<string, string> = {}) => ({
  type: 'card',
  'card[number]': '4242 4242 4242 4242',
  'card[exp_month]': '7',
  'card[exp_year]': '40',
  'card[cvc]': '123',
  ...changes,
})

describe('payment methods', () => {
  it('returns brand, last digits and expiry of a card, never its number', async () => {
    const { status, json } = await ask('payment_methods', card(), {
      Authorization: 'Bearer pk_sandbox_foyer',
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id: expect.stringMatching(/^pm_/),
      card: { brand: 'visa', last4: '4242', exp_month: 7, exp_year: 2040, funding: 'credit' },
    })
    const kept = await shop.db.selectFrom('sandbox_records').select('data').execute()
    expect(JSON.stringify(kept)).not.toMatch(/4242424242424242|"123"/)
  })

  it.each([
    ['a wrong number', { 'card[number]': '4242424242424241' }, 'incorrect_number', 'number'],
    ['no number', { 'card[number]': '' }, 'incorrect_number', 'number'],
    ['an invalid month', { 'card[exp_month]': '13' }, 'invalid_expiry_month', 'exp_month'],
    ['a past year', { 'card[exp_year]': '2020' }, 'invalid_expiry_year', 'exp_year'],
    ['a short code', { 'card[cvc]': '12' }, 'invalid_cvc', 'cvc'],
  ])('rejects %s and names the field', async (_, changes, code, param) => {
    const { status, json } = await ask('payment_methods', card(changes))
    expect(status).toBe(402)
    expect(json.error).toMatchObject({ type: 'card_error', code, param, message: expect.any(String) })
  })

  it("names the wallet of a wallet's card", async () => {
    const walletOf = async (changes: Record<string, string>) =>
      (await ask('payment_methods', card(changes))).json.card.wallet
    expect(await walletOf({ 'card[wallet][type]': 'google_pay' })).toEqual({ type: 'google_pay' })
    expect(await walletOf({})).toBeNull()
  })

  it('rejects a caller without a key', async () => {
    expect((await ask('payment_methods', card(), { Authorization: '' })).status).toBe(401)
  })
})

describe('payment intents', () => {
  const intent = async (changes: Record<string, string> = {}, key = '') =>
    ask(
      'payment_intents',
      {
        amount: '2000',
        currency: 'gbp',
        confirm: 'true',
        payment_method: (await ask('payment_methods', card())).json.id,
        return_url: 'http://shop.test/do/checkout/stripe_auth/',
        ...changes,
      },
      key ? { 'Idempotency-Key': key } : {},
    )

  it('is created once per idempotency key', async () => {
    const [first, again] = [await intent({}, 'one'), await intent({}, 'one')]
    expect(first.json.status).toBe('succeeded')
    expect(again.json.id).toBe(first.json.id)
  })

  it('cannot be created with the publishable key', async () => {
    const method = (await ask('payment_methods', card())).json.id
    const reply = await ask(
      'payment_intents',
      { amount: '1', currency: 'gbp', confirm: 'true', payment_method: method },
      { Authorization: 'Bearer pk_sandbox_foyer' },
    )
    expect(reply.status).toBe(401)
  })

  it('declines a real card', async () => {
    const method = await ask('payment_methods', card({ 'card[number]': '4111111111111111' }))
    expect((await intent({ payment_method: method.json.id })).json.error.code).toBe('card_declined')
  })

  it('cannot be cancelled after success, and is refunded once per idempotency key', async () => {
    const { id } = (await intent()).json
    expect((await ask(`payment_intents/${id}/cancel`)).json.error.code).toBe(
      'payment_intent_unexpected_state',
    )
    const refund = () => ask('refunds', { payment_intent: id }, { 'Idempotency-Key': `refund ${id}` })
    expect((await refund()).json.id).toBe((await refund()).json.id)
  })

  it('of a slow card is processed for twenty seconds of shop time', async () => {
    const slow = await ask('payment_methods', card({ 'card[number]': '4000000000000077' }))
    const { id, status } = (await intent({ payment_method: slow.json.id })).json
    expect(status).toBe('processing')
    expect((await ask(`payment_intents/${id}/cancel`)).status).toBe(400)
    await moveShopTime(shop.db, 20)
    expect((await ask(`payment_intents/${id}/confirm`)).json.error.code).toBe(
      'payment_intent_unexpected_state',
    )
    const read = await shop.app.request(`http://shop.test/sandbox/stripe/v1/payment_intents/${id}`, {
      headers: { Authorization: 'Bearer sk_sandbox_foyer' },
    })
    expect(await read.json()).toMatchObject({ status: 'succeeded' })
  })

  it('of a card that loses the reply has succeeded when the request is repeated', async () => {
    const lost = await ask('payment_methods', card({ 'card[number]': '4000000000000119' }))
    const again = () => intent({ payment_method: lost.json.id }, 'lost')
    await expect(again()).rejects.toThrow(SyntaxError)
    expect((await again()).json.status).toBe('succeeded')
  })

  it('is returned to the browser only with its client secret', async () => {
    const { id, client_secret } = (await intent()).json
    const read = async (secret: string) => {
      const url = `http://shop.test/sandbox/stripe/v1/payment_intents/${id}?client_secret=${secret}`
      const reply = await shop.app.request(url, { headers: { Authorization: 'Bearer pk_sandbox_foyer' } })
      return reply.status
    }
    expect([await read(client_secret), await read('guess')]).toEqual([200, 401])
  })

  it.each([
    ['no amount', { amount: '' }],
    ['a fraction', { amount: '1.5' }],
    ['an unknown payment method', { payment_method: 'pm_none' }],
  ])('rejects %s', async (_, changes) => {
    expect((await intent(changes)).status).toBe(400)
  })
})

describe('scripts and pages', () => {
  it.each(['stripe.js', 'square.js', 'hcaptcha.js'])('serves %s', async (name) => {
    const reply = await shop.app.request(`http://shop.test/sandbox/${name}?onload=x`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toContain('javascript')
  })

  it('replies 404 to an unknown payment', async () => {
    expect((await shop.app.request('http://shop.test/sandbox/truelayer/pay/none')).status).toBe(404)
    expect((await shop.app.request('http://shop.test/sandbox/stripe/challenge/none')).status).toBe(404)
  })
})
