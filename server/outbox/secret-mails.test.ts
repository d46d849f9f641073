import { createHmac } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { hashCode, isCodeOf } from '#server/accounts/code-hash.ts'
import type { Config } from '#server/config.ts'
import { codeFor, newEmail, reserved, userCall } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { entryFor, owner, transfer } from '#server/testing/transfers.ts'

import type { Mail } from './render-mail.ts'
import { sendWaiting } from './send-waiting.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** Every row of the tables that mails and codes are written to, as one text. */
async function stored(): Promise<string> {
  const tables = ['outbox', 'one_time_codes', 'transfers', 'sessions', 'limit_counters']
  const texts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(shop.db)
      return JSON.stringify(rows)
    }),
  )
  return texts.join('\n')
}

async function sendAll(mode: Config['mode']): Promise<Mail[]> {
  const sent: Mail[] = []
  const send = async (mail: Mail): Promise<void> => void sent.push(mail)
  await sendWaiting({ db: shop.db, kind: 'mail', config: { ...shop.config, mode }, send, log: () => {} })
  return sent
}

const linkIn = (mails: Mail[], path: string) =>
  new RegExp(`${path}([^\\s"<]+)`).exec(mails.map(({ text }) => text).join('\n'))?.[1] ?? ''

it('stores one-time codes and links with secrets unreadably, before and after sending [S9]', async () => {
  const [visitor, email] = [await reserved(shop), newEmail()]
  await userCall(visitor, 'send_one_time_code', { email })
  const code = await codeFor(shop, email)
  await visitor.post('/mailing-list', { email })
  const one = await owner(shop)
  await transfer(one, entryFor(one, { email: newEmail() }))
  const mails = await mailsOf(shop)
  expect(mails.map(({ subject }) => subject)).toContain(`${code} is your Foyer code`)
  const secrets = [code, linkIn(mails, '/transfers/'), linkIn(mails, 'token=')]
  expect(secrets.map((secret) => secret.length)).toEqual([6, 44, 64])
  const readable = async () => {
    const text = await stored()
    return secrets.filter((secret) => new RegExp(`(?<![\\w-])${secret}(?![\\w-])`).test(text))
  }
  expect(await readable()).toEqual([])
  await sendAll('production')
  expect(await readable()).toEqual([])
})

it('shows a one-time code once in its mail, and in the subject', async () => {
  const [visitor, email] = [await reserved(shop), newEmail()]
  await userCall(visitor, 'send_one_time_code', { email })
  const code = await codeFor(shop, email)
  const mail = (await mailsOf(shop, 'code:')).find(({ to }) => to === email)
  expect(mail?.subject).toBe(`${code} is your Foyer code`)
  expect(mail?.html).toMatch(/<h1[^>]*>\s*Your code\s*<\/h1>/)
  expect(mail?.html?.replace(/<title>.*<\/title>/, '').split(code)).toHaveLength(2)
})

it('empties a mail with a one-time code as soon as it is sent, and only then [S9]', async () => {
  const [visitor, email] = [await reserved(shop), newEmail()]
  await userCall(visitor, 'send_one_time_code', { email })
  const code = await codeFor(shop, email)
  const payloads = async () => {
    const rows = await shop.db
      .selectFrom('outbox')
      .select('payload')
      .where('key', 'like', 'code:%')
      .orderBy('created_at', 'desc')
      .limit(1)
      .execute()
    return rows.map(({ payload }) => Object.keys(payload).length)
  }
  expect(await payloads()).not.toEqual([0])
  const sent = await sendAll('production')
  expect(sent.find(({ to }) => to === email)?.text).toContain(code)
  expect(await payloads()).toEqual([0])
})

it('keeps sent mails readable for the outbox page of the sandbox', async () => {
  const [visitor, email] = [await reserved(shop), newEmail()]
  await userCall(visitor, 'send_one_time_code', { email })
  await sendAll('sandbox')
  const code = await codeFor(shop, email)
  expect((await visitor.get('/sandbox/outbox/')).text).toContain(`<code>${code}</code>`)
})

it('does not open a stored mail with another pepper [S9]', async () => {
  const [visitor, email] = [await reserved(shop), newEmail()]
  await userCall(visitor, 'send_one_time_code', { email })
  const other = { ...shop.config, secrets: { ...shop.config.secrets, codePepper: 'stolen without it' } }
  await expect(mailsOf({ ...shop, config: other }, 'code:')).rejects.toThrow()
})

it('hashes a one-time code with one salted and peppered HMAC, which costs strangers nothing to ask for [S44]', () => {
  const hash = hashCode('pepper', '123456')
  const bytes = Buffer.from(hash, 'base64url')
  const expected = createHmac('sha256', 'pepper')
    .update('one-time code')
    .update(bytes.subarray(0, 16))
    .update('123456')
    .digest()
  expect(bytes.subarray(16)).toEqual(expected)
  expect(hashCode('pepper', '123456')).not.toBe(hash)
  expect(isCodeOf('pepper', '123456', hash)).toBe(true)
  expect(isCodeOf('other', '123456', hash)).toBe(false)
  expect(isCodeOf('pepper', '123457', hash)).toBe(false)
  expect(isCodeOf('pepper', '123456', undefined)).toBe(false)
})
