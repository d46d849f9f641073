import { createHmac } from 'node:crypto'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { noProviders, testConfig } from '#server/testing/config.ts'

import { connectProviders } from './connect-providers.ts'
import { Unreachable } from './payment-provider.ts'
import { squareCards } from './square.ts'

afterEach(() => vi.restoreAllMocks())

/** Square with these replies, one after the other, and a record of the requests. */
function square(...replies: (Response | (() => Promise<Response>))[]) {
  const sent: Request[] = []
  const provider = squareCards({
    applicationId: 'sq0idp-1',
    locationId: 'L1',
    accessToken: 'token-1',
    webhookSignatureKey: 'key-1',
    notificationUrl: 'https://tickets.example/webhooks/square',
    apiUrl: 'https://square.example',
    script: '',
    fetch: async (input, init) => {
      sent.push(new Request(input, init))
      const reply = replies.shift()
      if (!reply) throw new Error('a call too many')
      return typeof reply === 'function' ? reply() : reply
    },
  })
  return { provider, sent }
}

const charge = {
  key: 'attempt-1',
  amount: 2690,
  currency: 'GBP' as const,
  paymentMethodId: 'cnon:1',
  verificationToken: '',
  account: '',
  reference: 'REF-1',
  returnUrl: 'https://tickets.example/',
}

const payment = (status: string) =>
  Response.json({
    payment: {
      id: 'p1',
      status,
      total_money: { amount: 2690, currency: 'GBP' },
      reference_id: 'REF-1',
    },
  })

const failure = (status: number, error: object, extra: object = {}) =>
  Response.json({ errors: [error], ...extra }, { status })

describe('a charge', () => {
  it('is sent with idempotency key, card, amount, location and reference', async () => {
    const { provider, sent } = square(payment('COMPLETED'))
    expect(await provider.charge(charge)).toEqual({
      status: 'succeeded',
      providerId: 'p1',
      amount: 2690,
      currency: 'GBP',
      reference: 'REF-1',
    })
    const [request] = sent
    expect([request?.method, request?.url]).toEqual(['POST', 'https://square.example/v2/payments'])
    expect(request?.headers.get('Authorization')).toBe('Bearer token-1')
    expect(await request?.json()).toEqual({
      idempotency_key: 'attempt-1',
      source_id: 'cnon:1',
      amount_money: { amount: 2690, currency: 'GBP' },
      location_id: 'L1',
      reference_id: 'REF-1',
    })
  })

  it("carries the buyer's confirmation and the organiser's location", async () => {
    const { provider, sent } = square(payment('COMPLETED'))
    await provider.charge({ ...charge, verificationToken: 'verf:1', account: 'L2' })
    expect(await sent[0]?.json()).toMatchObject({ verification_token: 'verf:1', location_id: 'L2' })
  })

  it.each([
    ['GENERIC_DECLINE', 'Your card was declined.'],
    ['CARD_DECLINED', 'Your card was declined.'],
    ['CARD_DECLINED_CALL_ISSUER', 'Your card was declined. Please contact your bank.'],
    ['CARD_DECLINED_VERIFICATION_REQUIRED', 'Your bank needs you to confirm this payment. Please try again.'],
    ['CVV_FAILURE', "Your card's security code is incorrect."],
    ['VERIFY_CVV_FAILURE', "Your card's security code is incorrect."],
    ['ADDRESS_VERIFICATION_FAILURE', 'The postcode does not belong to your card.'],
    ['VERIFY_AVS_FAILURE', 'The postcode does not belong to your card.'],
    ['CARD_EXPIRED', 'Your card has expired.'],
    ['BAD_EXPIRATION', "Your card's expiry date is incorrect."],
    ['EXPIRATION_FAILURE', "Your card's expiry date is incorrect."],
    ['INVALID_EXPIRATION', "Your card's expiry date is incorrect."],
    ['INVALID_EXPIRATION_DATE', "Your card's expiry date is incorrect."],
    ['INVALID_EXPIRATION_YEAR', "Your card's expiry date is incorrect."],
    ['INSUFFICIENT_FUNDS', 'Your card has insufficient funds.'],
    ['INVALID_CARD', 'Your card number is incorrect.'],
    ['INVALID_CARD_DATA', 'Your card number is incorrect.'],
    ['PAN_FAILURE', 'Your card number is incorrect.'],
    ['CARD_NOT_SUPPORTED', 'We cannot accept this kind of card.'],
    ['UNSUPPORTED_CARD_BRAND', 'We cannot accept this kind of card.'],
    ['AMOUNT_TOO_HIGH', 'This payment is over the limit of your card.'],
    ['PAYMENT_LIMIT_EXCEEDED', 'This payment is over the limit of your card.'],
    ['TRANSACTION_LIMIT', 'This payment is over the limit of your card.'],
    ['CARD_TOKEN_EXPIRED', 'Please enter your card again.'],
    ['CARD_TOKEN_USED', 'Please enter your card again.'],
    ['SOURCE_EXPIRED', 'Please enter your card again.'],
    ['SOURCE_USED', 'Please enter your card again.'],
  ])('that fails with %s has a message for the buyer, and the reason', async (code, message) => {
    const error = { category: 'PAYMENT_METHOD_ERROR', code, detail: 'Authorization error' }
    const { provider } = square(failure(400, error, { payment: { id: 'p1', status: 'FAILED' } }))
    expect(await provider.charge(charge)).toEqual({
      status: 'failed',
      providerId: 'p1',
      message,
      reason: code,
    })
  })

  it('of an unknown card fails without a payment', async () => {
    const error = { category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', field: 'source_id' }
    const { provider } = square(failure(404, error))
    const message = 'Please enter your card again.'
    const failed = { status: 'failed', providerId: null, message, reason: 'NOT_FOUND' }
    expect(await provider.charge(charge)).toEqual(failed)
  })

  it.each(['APPROVED', 'PENDING'])('that is %s is pending', async (status) => {
    const { provider } = square(payment(status))
    expect(await provider.charge(charge)).toEqual({ status: 'pending', providerId: 'p1' })
  })

  it.each([
    ['Square cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
    ['a gateway fails', new Response('<html>', { status: 502 })],
    ['Square has an internal error', failure(500, { category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' })],
    ['Square is busy', failure(429, { category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED' })],
    ['the request timed out', failure(408, { category: 'API_ERROR', code: 'REQUEST_TIMEOUT' })],
    ['the same charge is in progress', failure(409, { category: 'API_ERROR', code: 'CONFLICT' })],
    [
      'the key was used before',
      failure(400, { category: 'INVALID_REQUEST_ERROR', code: 'IDEMPOTENCY_KEY_REUSED' }),
    ],
    ['the error is temporary', failure(400, { category: 'PAYMENT_METHOD_ERROR', code: 'TEMPORARY_ERROR' })],
    ['the reply is empty', new Response('')],
    ['the reply is not JSON', new Response('OK')],
    ['the status is missing', Response.json({ payment: { id: 'p1' } })],
  ])('has an unknown outcome if %s; it is sent once', async (_, reply) => {
    const { provider, sent } = square(reply)
    await expect(provider.charge(charge)).rejects.toThrow(Unreachable)
    expect(sent).toHaveLength(1)
  })

  it('has an unknown outcome if Square has not replied in full after ten seconds', async () => {
    const [clock, waits] = [new AbortController(), [] as number[]]
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      waits.push(ms)
      return clock.signal
    })
    const { provider, sent } = square(
      () =>
        new Promise((_, reject) => {
          sent[0]?.signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
          clock.abort()
        }),
    )
    await expect(provider.charge(charge)).rejects.toThrow(Unreachable)
    expect(waits).toEqual([10_000])
  })

  it('reports a wrong access token as an error of the shop', async () => {
    const { provider } = square(failure(401, { category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED' }))
    await expect(provider.charge(charge)).rejects.toThrow(/UNAUTHORIZED/)
  })
})

describe('a payment', () => {
  it.each([
    [
      'COMPLETED',
      { status: 'succeeded', providerId: 'p1', amount: 2690, currency: 'GBP', reference: 'REF-1' },
    ],
    ['CANCELED', { status: 'failed', providerId: 'p1', message: '' }],
    ['FAILED', { status: 'failed', providerId: 'p1', message: '' }],
  ])('that is %s is read with its outcome', async (status, outcome) => {
    const { provider, sent } = square(payment(status))
    expect(await provider.find('p1', '')).toEqual(outcome)
    expect([sent[0]?.method, sent[0]?.url]).toEqual(['GET', 'https://square.example/v2/payments/p1'])
  })

  it('can be cancelled', async () => {
    const { provider, sent } = square(payment('CANCELED'))
    expect(await provider.cancel('p1', '')).toEqual({ status: 'failed', providerId: 'p1', message: '' })
    expect([sent[0]?.method, sent[0]?.url]).toEqual(['POST', 'https://square.example/v2/payments/p1/cancel'])
  })

  it('that can no longer be cancelled is read instead', async () => {
    const { provider } = square(
      failure(400, { category: 'INVALID_REQUEST_ERROR', code: 'BAD_REQUEST' }),
      payment('COMPLETED'),
    )
    expect(await provider.cancel('p1', '')).toMatchObject({ status: 'succeeded' })
  })

  it('keeps its outcome unknown if Square does not answer to its cancellation', async () => {
    const { provider, sent } = square(new Response('', { status: 503 }))
    await expect(provider.cancel('p1', '')).rejects.toThrow(Unreachable)
    expect(sent).toHaveLength(1)
  })
})

describe('a refund', () => {
  const request = {
    providerId: 'p1',
    account: '',
    amount: 2690,
    currency: 'GBP',
    key: 'refund-1',
  }
  const reply = (status: string) => Response.json({ refund: { id: 'r1', status } })

  it('is sent with idempotency key, payment and amount', async () => {
    const { provider, sent } = square(reply('PENDING'))
    expect(await provider.refund(request)).toEqual({ status: 'accepted', refundId: 'r1' })
    expect([sent[0]?.method, sent[0]?.url]).toEqual(['POST', 'https://square.example/v2/refunds'])
    expect(await sent[0]?.json()).toEqual({
      idempotency_key: 'refund-1',
      payment_id: 'p1',
      amount_money: { amount: 2690, currency: 'GBP' },
    })
  })

  it.each([
    ['COMPLETED', { status: 'done', refundId: 'r1' }],
    ['PENDING', { status: 'accepted', refundId: 'r1' }],
    ['REJECTED', { status: 'failed', refundId: 'r1', reason: 'REJECTED' }],
    ['FAILED', { status: 'failed', refundId: 'r1', reason: 'FAILED' }],
  ])('that is %s is read with its state', async (status, state) => {
    const { provider, sent } = square(reply(status))
    expect(await provider.findRefund('r1', 'p1', '')).toEqual(state)
    expect([sent[0]?.method, sent[0]?.url]).toEqual(['GET', 'https://square.example/v2/refunds/r1'])
  })

  it('that Square rejects has failed', async () => {
    const error = { category: 'INVALID_REQUEST_ERROR', code: 'PAYMENT_NOT_REFUNDABLE' }
    const { provider } = square(failure(400, error))
    const failed = { status: 'failed', refundId: null, reason: 'PAYMENT_NOT_REFUNDABLE' }
    expect(await provider.refund(request)).toEqual(failed)
  })

  it.each([
    ['no answer', failure(503, { category: 'API_ERROR', code: 'SERVICE_UNAVAILABLE' })],
    ['an empty reply', new Response('')],
    ['a reply without a status', Response.json({ refund: { id: 'r1' } })],
  ])('is tried again after %s', async (_, response) => {
    await expect(square(response).provider.refund(request)).rejects.toThrow(Unreachable)
  })

  it('is tried again after a wrong access token', async () => {
    const { provider } = square(failure(401, { category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED' }))
    await expect(provider.refund(request)).rejects.toThrow(/UNAUTHORIZED/)
  })
})

describe('a webhook', () => {
  const path = '/webhooks/square'
  const body = (type: string, id = 'p1', object = {}) =>
    JSON.stringify({ event_id: 'e1', type, data: { id, object } })
  const signed = (text: string, signature = sign(text)) => ({
    path,
    headers: new Headers({ 'X-Square-HmacSha256-Signature': signature }),
    body: text,
  })
  const sign = (text: string, url = 'https://tickets.example/webhooks/square') =>
    createHmac('sha256', 'key-1')
      .update(url + text)
      .digest('base64')
  const nothing = { payment: null, isRefund: false, dispute: null, isPaid: false, reference: '' }

  it.each([
    [
      'payment.updated',
      body('payment.updated', 'p1', { payment: { status: 'COMPLETED', reference_id: 'REF-1' } }),
      { ...nothing, payment: 'p1', isPaid: true, reference: 'REF-1' },
    ],
    [
      'payment.created',
      body('payment.created', 'p1', { payment: { status: 'PENDING' } }),
      { ...nothing, payment: 'p1' },
    ],
    [
      'refund.updated',
      body('refund.updated', 'r1', { refund: { payment_id: 'p1' } }),
      { ...nothing, payment: 'p1', isRefund: true },
    ],
    ['payout.sent', body('payout.sent', 'po_1'), nothing],
  ])('about %s is read', async (type, text, parts) => {
    const { provider } = square()
    expect(await provider.readEvent(signed(text))).toEqual({ id: 'e1', type, ...parts })
  })

  const text = body('payment.updated')
  it.each([
    ['another address', sign(text, 'https://other.example/webhooks/square')],
    ['another body', sign(body('payment.created'))],
    ['nothing', ''],
  ])('with a signature of %s is invalid', async (_, signature) => {
    const { provider } = square()
    expect(await provider.readEvent(signed(text, signature))).toBeNull()
  })
})

describe('the keys', () => {
  const connect = (applicationId: string, mode: 'sandbox' | 'production') => {
    const sent: string[] = []
    const keys = { applicationId, locationId: 'L1', accessToken: 't', webhookSignatureKey: 'k' }
    const { square: provider } = connectProviders({
      config: testConfig({
        mode,
        origin: 'https://tickets.example',
        port: 3000,
        providers: {
          ...noProviders,
          stripe: { secretKey: 's', publishableKey: 'p', webhookSecret: 'w' },
          square: applicationId ? keys : null,
        },
      }),
      fetch: (input) => {
        sent.push(new URL(String(input)).origin)
        return Promise.resolve(payment('COMPLETED'))
      },
    })
    return { provider, sent }
  }

  it.each([
    ['sq0idp-1', 'production', 'https://connect.squareup.com', 'https://web.squarecdn.com/v1/square.js'],
    [
      'sandbox-sq0idb-1',
      'sandbox',
      'https://connect.squareupsandbox.com',
      'https://sandbox.web.squarecdn.com/v1/square.js',
    ],
    ['', 'sandbox', 'http://127.0.0.1:3000', '/sandbox/square.js'],
  ] as const)('%s in %s use %s', async (applicationId, mode, origin, script) => {
    const { provider, sent } = connect(applicationId, mode)
    await provider?.find('p1', '')
    expect([provider?.script, sent]).toEqual([script, [origin]])
  })

  it('are not simulated in production', () => {
    expect(connect('', 'production').provider).toBeNull()
  })
})
