import { afterAll, beforeEach, beforeAll, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import type { LogFields } from '#server/log.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { connectMail } from './mailer.ts'
import { queueMail, type Mail } from './queue.ts'
import { sendWaiting } from './send-waiting.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
beforeEach(() => shop.db.deleteFrom('outbox').execute())
afterAll(() => shop.close())

const mail: Mail = { key: 'a', to: 'ada@example.com', subject: 'Hello', text: 'Secret words' }
const rows = () => shop.db.selectFrom('outbox').selectAll().orderBy('key').execute()

/** A mailer that keeps what it was given; `refuses` says which mails it refuses. */
function mailer(refuses: (mail: Mail) => boolean = () => false) {
  const sent: Mail[] = []
  const logged: LogFields[] = []
  const send = async (mail: Mail): Promise<void> => {
    if (refuses(mail)) throw new TypeError(`no such mailbox ${mail.to}`)
    sent.push(mail)
  }
  const log = (fields: LogFields) => void logged.push(fields)
  return { sent, logged, run: () => sendWaiting({ db: shop.db, send, log }) }
}

it('sends what waits, once', async () => {
  await queueMail(shop.db, mail)
  await queueMail(shop.db, { ...mail, key: 'b' })
  const { sent, run } = mailer()
  expect(await run()).toBe(2)
  expect(await run()).toBe(0)
  expect(sent).toEqual([mail, { ...mail, key: 'b' }])
  expect((await rows()).every((row) => row.sent_at !== null)).toBe(true)
})

it('queues the same mail once, as it was first', async () => {
  await queueMail(shop.db, mail)
  await queueMail(shop.db, { ...mail, text: 'Other words' })
  const { sent, run } = mailer()
  await run()
  expect(sent).toEqual([mail])
})

it('tries a mail that failed again after a pause that doubles, and sends the others meanwhile', async () => {
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

it('keeps the kind of a failure, and logs neither address nor words', async () => {
  await queueMail(shop.db, mail)
  const { logged, run } = mailer(() => true)
  await run()
  expect((await rows())[0]).toMatchObject({ error: 'TypeError', sent_at: null })
  expect(logged).toEqual([expect.objectContaining({ event: 'mail not sent', error: 'TypeError' })])
  expect(JSON.stringify(logged)).not.toMatch(/ada@|Secret/)
})

it('sends each mail once when several send at the same time', async () => {
  for (let i = 0; i < 10; i++) await queueMail(shop.db, { ...mail, key: `mail ${i}` })
  const { sent, run } = mailer()
  await Promise.all([run(), run(), run()])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(10)
  expect(sent).toHaveLength(10)
})

it('has the outbox for a mailbox where no mail server is set', async () => {
  await expect(connectMail(shop.config)(mail)).resolves.toBeUndefined()
})
