import { generateKeyPairSync, verify } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { sandboxTruelayerKeys } from '#server/providers/sandbox-keys.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { Unreachable } from './payment-provider.ts'
import { connectProviders } from './connect-providers.ts'
import { truelayerTransfers } from './truelayer.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-521' })

const transfer = {
  key: 'attempt-1',
  amount: 2500,
  currency: 'GBP',
  reference: 'FOY-1',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  returnUrl: 'https://tickets.example/do/checkout/truelayer_return/',
} as const

/** The provider's client with this key, and the requests it sent. */
function transfers(type: 'pkcs8' | 'sec1', reply: object) {
  const sent: Request[] = []
  const provider = truelayerTransfers({
    ...sandboxTruelayerKeys,
    signingKeyId: 'key-1',
    signingKey: privateKey.export({ type, format: 'pem' }).toString(),
    authUrl: 'https://auth.bank.example',
    apiUrl: 'https://api.bank.example',
    webhookKeysUrl: 'https://webhooks.bank.example/jwks',
    fetch: (input, init) => {
      const request = new Request(input, init)
      if (request.url.endsWith('/connect/token'))
        return Promise.resolve(Response.json({ access_token: 'token', expires_in: 3600 }))
      sent.push(request)
      return Promise.resolve(Response.json(reply))
    },
  })
  return { provider, sent }
}

/** Decodes a detached JWS header and verifies the signature over this text (RFC 7515), without the library. */
function readSignature(signature: string, text: string) {
  const [header = '', payload, signed = ''] = signature.split('.')
  const isValid = verify(
    'sha512',
    Buffer.from(`${header}.${Buffer.from(text).toString('base64url')}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signed, 'base64url'),
  )
  return { isValid, payload, header: JSON.parse(Buffer.from(header, 'base64url').toString()) }
}

describe('a request that moves money', () => {
  it.each(['pkcs8', 'sec1'] as const)(
    'is signed over path, idempotency key and body with a %s key [CALL-24]',
    async (type) => {
      const hosted = {
        id: 'p1',
        hosted_page: { uri: 'https://payment.truelayer.com/payments#payment_id=p1' },
      }
      const { provider, sent } = transfers(type, hosted)
      await provider.create(transfer)
      await provider.refund({ providerId: 'p1', account: '', amount: 2500, currency: 'GBP', key: 'refund-1' })
      const read = await Promise.all(
        sent.map(async (request) => {
          const key = request.headers.get('Idempotency-Key')
          const text = `POST ${new URL(request.url).pathname}\nIdempotency-Key: ${key}\n${await request.text()}`
          return readSignature(request.headers.get('Tl-Signature') ?? '', text)
        }),
      )
      const expected = {
        isValid: true,
        payload: '',
        header: { alg: 'ES512', kid: 'key-1', tl_version: '2', tl_headers: 'Idempotency-Key' },
      }
      expect(read).toEqual([expected, expected])
      expect(sent.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['attempt-1', 'refund-1'])
    },
  )

  it('to cancel a transfer is signed too, without a body', async () => {
    const { provider, sent } = transfers('pkcs8', { id: 'p1', status: 'failed', failure_reason: 'canceled' })
    expect(await provider.cancel('p1', '')).toMatchObject({ status: 'failed', isCancelled: true })
    const [request] = sent
    const path = '/v3/payments/p1/actions/cancel'
    expect([request?.method, new URL(request?.url ?? '').pathname, await request?.text()]).toEqual([
      'POST',
      path,
      '',
    ])
    const key = request?.headers.get('Idempotency-Key')
    const { isValid } = readSignature(
      request?.headers.get('Tl-Signature') ?? '',
      `POST ${path}\nIdempotency-Key: ${key}\n`,
    )
    expect([isValid, Boolean(key)]).toEqual([true, true])
  })

  it.each([400, 401, 500])('is tried again if the keys are refused with %i', async (status) => {
    const provider = truelayerTransfers({
      ...sandboxTruelayerKeys,
      authUrl: 'https://auth.bank.example',
      apiUrl: 'https://api.bank.example',
      webhookKeysUrl: '',
      fetch: () => Promise.resolve(Response.json({ error: 'invalid_client' }, { status })),
    })
    const refund = { providerId: 'p1', account: '', amount: 2500, currency: 'GBP', key: 'refund-1' }
    await expect(provider.refund(refund)).rejects.toThrow(Unreachable)
  })

  it('throws Unreachable if the reply has no address for the buyer', async () => {
    const { provider } = transfers('pkcs8', { id: 'p1' })
    await expect(provider.create(transfer)).rejects.toThrow(Unreachable)
  })
})

it.each([
  ['accepted although the buyer is at the bank', 202, 'authorizing', 'action'],
  ['accepted too late', 202, 'settled', 'succeeded'],
  ['refused, because the bank has the order', 400, 'authorized', 'pending'],
  ['refused, because it was cancelled before', 400, 'failed', 'failed'],
])('tells what became of a transfer whose cancellation is %s', async (_, reply, status, outcome) => {
  const provider = truelayerTransfers({
    ...sandboxTruelayerKeys,
    authUrl: 'https://auth.bank.example',
    apiUrl: 'https://api.bank.example',
    webhookKeysUrl: '',
    fetch: (input, init) => {
      const { url } = new Request(input, init)
      if (url.endsWith('/cancel')) return Promise.resolve(new Response(null, { status: reply }))
      const body = url.endsWith('/token') ? { access_token: 'token', expires_in: 3600 } : { id: 'p1', status }
      return Promise.resolve(Response.json(body))
    },
  })
  expect(await provider.cancel('p1', '')).toMatchObject({ status: outcome, providerId: 'p1' })
})

describe('the simulated provider', () => {
  let shop: TestShop
  beforeAll(async () => void (shop = await createTestShop()))
  afterAll(() => shop.close())

  const withFaults = (change: (headers: Headers, body: string) => string) =>
    truelayerTransfers({
      ...sandboxTruelayerKeys,
      authUrl: 'http://127.0.0.1:0/sandbox/truelayer',
      apiUrl: 'http://127.0.0.1:0/sandbox/truelayer',
      webhookKeysUrl: '',
      fetch: async (input, init) => {
        const request = new Request(input, init)
        if (request.method !== 'POST' || request.url.endsWith('/token')) return shop.app.request(request)
        const headers = new Headers(request.headers)
        return shop.app.request(request.url, {
          method: 'POST',
          body: change(headers, await request.text()),
          headers,
        })
      },
    })

  it('opens a transfer for a signed request', async () => {
    await expect(withFaults((_, body) => body).create(transfer)).resolves.toHaveProperty('providerId')
  })

  it.each<[string, (headers: Headers, body: string) => string | void]>([
    ['no signature', (headers) => headers.delete('Tl-Signature')],
    ['a malformed signature', (headers) => headers.set('Tl-Signature', 'x')],
    ['another idempotency key', (headers) => headers.set('Idempotency-Key', 'attempt-2')],
    ['another amount', (_, body) => body.replace('2500', '25')],
  ])('rejects a request with %s', async (_, change) => {
    const provider = withFaults((headers, body) => change(headers, body) ?? body)
    await expect(provider.create({ ...transfer, key: 'refused' })).rejects.toThrow(Unreachable)
  })

  it.each([
    ['production', 'truelayer.com'],
    ['sandbox', 'truelayer-sandbox.com'],
  ] as const)('keys in %s are used at %s alone [S38]', async (mode, domain) => {
    const sent: string[] = []
    const stripe = { secretKey: 's', publishableKey: 'p', webhookSecret: 'w' }
    const { bank } = connectProviders({
      config: {
        ...shop.config,
        mode,
        providers: { ...shop.config.providers, truelayer: sandboxTruelayerKeys, stripe },
      },
      fetch: (input) => {
        sent.push(new URL(String(input)).origin)
        return Promise.resolve(
          Response.json({ access_token: 'token', expires_in: 3600, id: 'p1', status: 'failed' }),
        )
      },
    })
    await bank?.find('p1', '')
    expect(sent).toEqual([`https://auth.${domain}`, `https://api.${domain}`])
  })
})

it('sends a transfer to the merchant account of its currency', async () => {
  const { provider, sent } = transfers('pkcs8', { id: 'p1', hosted_page: { uri: 'https://bank.example' } })
  await provider.create(transfer)
  await provider.create({ ...transfer, currency: 'EUR' })
  const accounts = await Promise.all(
    sent.map(async (request) => (await request.json()).payment_method.beneficiary.merchant_account_id),
  )
  expect(accounts).toEqual(['sandbox-account', 'sandbox-account-eur'])
  expect((['GBP', 'EUR', 'USD'] as const).map(provider.accepts)).toEqual([true, true, false])
})
