import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { confirmSquareCard, typeSquareCard } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

async function ask(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  token = 'sandbox-foyer-access-token',
) {
  const reply = await shop.app.request(`http://shop.test/sandbox/square/${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: reply.status, json: (await reply.json()) as any } // eslint-disable-line @typescript-eslint/no-explicit-any -- replies of every shape
}

let keys = 0
const order = async (changes: object = {}) => ({
  idempotency_key: `key-${++keys}`,
  source_id: await typeSquareCard(shop),
  amount_money: { amount: 2000, currency: 'GBP' },
  location_id: 'L1',
  ...changes,
})
const charge = async (changes: object = {}) => ask('POST', 'v2/payments', await order(changes))
const refund = (id: string, amount = 2000, idempotency_key = 'refund-1') =>
  ask('POST', 'v2/refunds', {
    idempotency_key,
    payment_id: id,
    amount_money: { amount, currency: 'GBP' },
  })

describe('a card of the simulated Square', () => {
  it('is exchanged for a token with brand, last digits and expiry; its number is not stored', async () => {
    const { status, json } = await ask('POST', 'cards', {
      application_id: 'sandbox-sq0idb-foyer',
      number: '4242424242424242',
      month: '07',
      year: '2040',
      cvv: '123',
    })
    expect(status).toBe(200)
    expect(json).toEqual({
      token: expect.stringMatching(/^cnon:/),
      card: { card_brand: 'VISA', last_4: '4242', exp_month: 7, exp_year: 2040 },
      needs_confirmation: false,
    })
    const kept = await shop.db.selectFrom('sandbox_records').select('data').execute()
    expect(JSON.stringify(kept)).not.toMatch(/4242424242424242|"123"/)
  })

  it('is rejected with the name of the wrong field, and for an unknown application', async () => {
    const card = {
      application_id: 'sandbox-sq0idb-foyer',
      number: '4242',
      month: '7',
      year: '2040',
      cvv: '1',
    }
    const wrong = await ask('POST', 'cards', card)
    expect([wrong.status, wrong.json.errors[0].field]).toEqual([400, 'cardNumber'])
    expect((await ask('POST', 'cards', { ...card, application_id: 'sandbox-other' })).status).toBe(401)
    expect((await ask('POST', 'cards', {})).status).toBe(400)
  })
})

describe('a payment of the simulated Square', () => {
  it('is made once per idempotency key, and a token pays once', async () => {
    const first = await order()
    const [one, again] = [await ask('POST', 'v2/payments', first), await ask('POST', 'v2/payments', first)]
    expect(one.json.payment).toMatchObject({ status: 'COMPLETED', location_id: 'L1' })
    expect(again.json).toEqual(one.json)
    const other = await charge({ source_id: first.source_id })
    expect([other.status, other.json.errors[0].code]).toEqual([400, 'CARD_TOKEN_USED'])
  })

  it.each([
    ['an unknown card', { source_id: 'cnon:none' }, 404],
    ['no amount', { amount_money: { amount: 0, currency: 'GBP' } }, 400],
    ['a key that is too long', { idempotency_key: 'k'.repeat(46) }, 400],
    ['no location', { location_id: '' }, 400],
  ])('is rejected with %s', async (_, changes, status) => {
    expect((await charge(changes)).status).toBe(status)
  })

  it('needs the access token', async () => {
    const { json } = await charge()
    expect((await ask('POST', 'v2/payments', await order(), 'guess')).status).toBe(401)
    expect((await ask('GET', `v2/payments/${json.payment.id}`, undefined, 'guess')).status).toBe(401)
    expect((await ask('GET', `v2/payments/${json.payment.id}`)).json).toEqual(json)
    expect((await ask('GET', 'v2/payments/none')).status).toBe(404)
  })

  it('with a card that needs a confirmation needs its proof', async () => {
    const source_id = await typeSquareCard(shop, '4000002500003155')
    const proof = await confirmSquareCard(shop, source_id)
    const declined = await charge({ source_id, verification_token: 'verf:guess' })
    expect(declined.json).toMatchObject({
      errors: [{ category: 'PAYMENT_METHOD_ERROR', code: 'CARD_DECLINED_VERIFICATION_REQUIRED' }],
      payment: { status: 'FAILED' },
    })
    const next = await typeSquareCard(shop, '4000002500003155')
    const stolen = await charge({ source_id: next, verification_token: proof })
    expect(stolen.json.payment.status).toBe('FAILED')
  })

  it('needs no other proof if the card was confirmed with its token', async () => {
    const source_id = await typeSquareCard(shop, '4000002500003155')
    await ask('POST', 'verifications', {
      application_id: 'sandbox-sq0idb-foyer',
      source_id,
      is_in_token: true,
    })
    expect((await charge({ source_id })).json.payment.status).toBe('COMPLETED')
  })

  it('can be cancelled only while it is processed', async () => {
    const slow = await charge({ source_id: await typeSquareCard(shop, '4000000000000077') })
    const cancelled = await ask('POST', `v2/payments/${slow.json.payment.id}/cancel`)
    expect(cancelled.json.payment.status).toBe('CANCELED')
    const paid = await charge()
    expect((await ask('POST', `v2/payments/${paid.json.payment.id}/cancel`)).status).toBe(400)
  })

  it('is refunded once per idempotency key, at most in full', async () => {
    const { payment } = (await charge()).json
    expect((await refund(payment.id, 2001)).json.errors[0].code).toBe('REFUND_AMOUNT_INVALID')
    const [first, again] = [await refund(payment.id), await refund(payment.id)]
    expect(again.json).toEqual(first.json)
    expect((await ask('GET', `v2/refunds/${first.json.refund.id}`)).json).toEqual(first.json)
    expect((await ask('GET', 'v2/refunds/none')).status).toBe(404)
    const declined = await charge({ source_id: await typeSquareCard(shop, '4000000000000002') })
    const never = await refund(declined.json.payment.id, 2000, 'refund-2')
    expect(never.json.errors[0].code).toBe('PAYMENT_NOT_REFUNDABLE')
  })
})
