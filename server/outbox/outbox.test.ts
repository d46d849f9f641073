import { afterAll, beforeEach, beforeAll, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import type { LogFields } from '#server/log.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { connectMail } from './mailer.ts'
import { queueMail, type Draft } from './queue.ts'
import type { Mail } from './render-mail.ts'
import { sendWaiting } from './send-waiting.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
beforeEach(() => shop.db.deleteFrom('outbox').execute())
afterAll(() => shop.close())

const mail: Draft = { key: 'a', to: 'ada@example.com', subject: 'Hello', content: ['Secret words'] }
const rows = () => shop.db.selectFrom('outbox').selectAll().orderBy('key').execute()

/** A fake mailer that stores mails; `refuses` selects those that fail. */
function mailer(refuses: (mail: Mail) => boolean = () => false) {
  const sent: Mail[] = []
  const logged: LogFields[] = []
  const send = async (mail: Mail): Promise<void> => {
    if (refuses(mail)) throw new TypeError(`no such mailbox ${mail.to}`)
    sent.push(mail)
  }
  const log = (fields: LogFields) => void logged.push(fields)
  return {
    sent,
    logged,
    run: () => sendWaiting({ db: shop.db, kind: 'mail', config: shop.config, send, log }),
  }
}

it('sends each queued mail once', async () => {
  await queueMail(shop.db, mail)
  await queueMail(shop.db, { ...mail, key: 'b' })
  const { sent, run } = mailer()
  expect(await run()).toBe(2)
  expect(await run()).toBe(0)
  expect(sent.map(({ key }) => key)).toEqual(['a', 'b'])
  expect((await rows()).every((row) => row.sent_at !== null)).toBe(true)
})

it('queues a mail with the same key once, with the first content', async () => {
  await queueMail(shop.db, mail)
  await queueMail(shop.db, { ...mail, content: ['Other words'] })
  const { sent, run } = mailer()
  await run()
  expect(sent.map(({ text }) => text)).toEqual(['Secret words'])
})

it('retries a failed mail after doubling pauses, and sends the others meanwhile [C15]', async () => {
  await queueMail(shop.db, mail)
  await queueMail(shop.db, { ...mail, key: 'b' })
  const bad = mailer(({ key }) => key === 'a')
  expect(await bad.run()).toBe(1)
  const good = mailer()
  expect(await good.run()).toBe(0)
  await moveShopTime(shop.db, 61)
  expect(await bad.run()).toBe(0)
  await moveShopTime(shop.db, 61)
  expect(await good.run()).toBe(0)
  await moveShopTime(shop.db, 60)
  expect(await good.run()).toBe(1)
  expect((await rows())[0]).toMatchObject({ attempts: 3, error: '' })
})

it('stores and logs the kind of a failure, but no address or content [L10]', async () => {
  await queueMail(shop.db, mail)
  const { logged, run } = mailer(() => true)
  await run()
  expect((await rows())[0]).toMatchObject({ error: 'TypeError', sent_at: null })
  expect(logged).toEqual([expect.objectContaining({ event: 'mail not sent', error: 'TypeError' })])
  expect(JSON.stringify(logged)).not.toMatch(/ada@|Secret/)
})

it('sends each mail once with simultaneous senders [C15]', async () => {
  for (let i = 0; i < 10; i++) await queueMail(shop.db, { ...mail, key: `mail ${i}` })
  const { sent, run } = mailer()
  await Promise.all([run(), run(), run()])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(10)
  expect(sent).toHaveLength(10)
})

it('sends nothing where no mail server is configured', async () => {
  await expect(connectMail(shop.config)({ ...mail, text: 'Words' })).resolves.toBeUndefined()
})

it('sends a mail as text and as HTML, with its attachments', async () => {
  const attachments = [{ filename: 'a.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }]
  await queueMail(shop.db, { ...mail, attachments })
  const { sent, run } = mailer()
  await run()
  expect(sent).toEqual([
    {
      key: 'a',
      to: 'ada@example.com',
      subject: 'Hello',
      text: 'Secret words',
      html: expect.stringMatching(/^<!doctype html>[^]*Secret words/),
      attachments,
    },
  ])
})

it('sends a mail that an earlier version queued as text', async () => {
  const { key, ...payload } = { key: 'a', to: 'ada@example.com', subject: 'Hello', text: 'Secret words' }
  await shop.db
    .insertInto('outbox')
    .values({ kind: 'mail', key, payload: JSON.stringify(payload) })
    .execute()
  const { sent, run } = mailer()
  await run()
  expect(sent).toEqual([{ key, ...payload }])
})

it('puts a subject that somebody typed on one line [S36]', async () => {
  await queueMail(shop.db, { ...mail, subject: 'Hello\r\nBcc: eve@example.com' })
  const { sent, run } = mailer()
  await run()
  expect(sent[0]?.subject).toBe('Hello Bcc: eve@example.com')
})
