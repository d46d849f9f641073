import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { queueMail } from './queue.ts'
import { queueSms, type SmsDraft } from './queue-sms.ts'
import { sendWaiting } from './send-waiting.ts'
import { connectSms } from './sms-sender.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const twilio = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'secret', from: '+447700900999' }

/** A fake Twilio: keeps the requests, and answers with `reply`. */
const requests: { url: string; authorization: string | null; fields: Record<string, string> }[] = []
const accepts = () => Response.json({ sid: 'SM1', status: 'queued' }, { status: 201 })
const refuses = () =>
  Response.json({ code: 21211, message: "Invalid 'To' 07700", status: 400 }, { status: 400 })
let reply: () => Response
beforeEach(async () => {
  requests.length = 0
  shop.logged.length = 0
  reply = accepts
  await shop.db.deleteFrom('outbox').execute()
})

function sender(changes: Partial<typeof twilio> = {}) {
  return connectSms({
    config: { ...shop.config, providers: { ...shop.config.providers, twilio: { ...twilio, ...changes } } },
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push({
        url: request.url,
        authorization: request.headers.get('Authorization'),
        fields: Object.fromEntries(new URLSearchParams(await request.text())),
      })
      return reply()
    },
  })
}

const sms: SmsDraft = { key: 'reminder:1', to: '07700 900123', text: 'We will charge £5.00 on Friday' }
const run = (send = sender()) =>
  sendWaiting({
    db: shop.db,
    kind: 'sms',
    config: shop.config,
    send,
    log: (fields) => void shop.logged.push(fields),
  })
const row = () => shop.db.selectFrom('outbox').selectAll().where('kind', '=', 'sms').executeTakeFirstOrThrow()

it('sends an SMS to the international form of the typed number, with the keys, once', async () => {
  await queueSms(shop.db, sms)
  await queueSms(shop.db, { ...sms, text: 'Other words' })
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  expect(requests).toEqual([
    {
      url: `https://api.twilio.com/2010-04-01/Accounts/${twilio.accountSid}/Messages.json`,
      authorization: `Basic ${Buffer.from(`${twilio.accountSid}:secret`).toString('base64')}`,
      fields: { To: '+447700900123', From: '+447700900999', Body: sms.text },
    },
  ])
})

it('adds the address of a page', async () => {
  await queueSms(shop.db, { ...sms, link: '/account/' })
  await run()
  expect(requests[0]?.fields.Body).toBe('We will charge £5.00 on Friday http://shop.test/account/')
})

it('sends from a messaging service', async () => {
  const service = `MG${'1'.repeat(32)}`
  await sender({ from: service })({ ...sms, to: '+447700900123' })
  expect(requests[0]?.fields).toMatchObject({ MessagingServiceSid: service })
  expect(requests[0]?.fields).not.toHaveProperty('From')
})

it('sends mails and SMS apart, so that neither holds up the other', async () => {
  await queueMail(shop.db, { key: 'mail', to: 'ada@example.com', subject: 'Hello', content: ['Words'] })
  await queueSms(shop.db, sms)
  const mails: string[] = []
  await sendWaiting({
    db: shop.db,
    kind: 'mail',
    config: shop.config,
    send: async ({ to }) => void mails.push(to),
    log: () => {},
  })
  expect([mails, requests]).toEqual([['ada@example.com'], []])
  await run()
  expect(requests).toHaveLength(1)
})

it('tries a refused number again after doubling pauses, and stops after six tries', async () => {
  await queueSms(shop.db, sms)
  reply = refuses
  for (const minutes of [0, 1, 2, 4, 8, 16, 32, 64]) {
    await moveShopTime(shop.db, minutes * 60 + 1)
    await run()
  }
  expect(requests).toHaveLength(6)
  expect(await row()).toMatchObject({ attempts: 6, sent_at: null, error: 'SmsRejected 21211' })
  reply = accepts
  await moveShopTime(shop.db, 24 * 3600)
  expect(await run()).toBe(0)
})

it('sends an SMS later if the provider does not answer', async () => {
  await queueSms(shop.db, sms)
  reply = () => new Response('Bad gateway', { status: 502 })
  expect(await run()).toBe(0)
  reply = accepts
  await moveShopTime(shop.db, 61)
  expect(await run()).toBe(1)
})

it('logs why an SMS was not sent, but no number or words', async () => {
  await queueSms(shop.db, sms)
  reply = refuses
  await run()
  expect(shop.logged).toEqual([
    expect.objectContaining({ event: 'sms not sent', error: 'SmsRejected 21211' }),
  ])
  expect(JSON.stringify(shop.logged)).not.toMatch(/7700|charge/)
})

const withoutKeys = (mode: 'sandbox' | 'production') =>
  connectSms({
    config: { ...shop.config, mode },
    fetch: () => Promise.reject(new Error('not to be called')),
  })

it('counts an SMS as sent in the sandbox without a provider', async () => {
  await queueSms(shop.db, sms)
  expect(await run(withoutKeys('sandbox'))).toBe(1)
  expect((await row()).sent_at).not.toBeNull()
})

it('leaves an SMS unsent in production if the keys were taken away, and logs it', async () => {
  await queueSms(shop.db, sms)
  expect(await run(withoutKeys('production'))).toBe(0)
  expect(await row()).toMatchObject({ sent_at: null, error: 'NoSmsProvider' })
  expect(shop.logged).toEqual([expect.objectContaining({ event: 'sms not sent', error: 'NoSmsProvider' })])
})
