import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { queueMail } from '#server/outbox/queue.ts'
import type { Mail } from '#server/outbox/render-mail.ts'
import { sendWaiting } from '#server/outbox/send-waiting.ts'
import { account, codeFor, newEmail, reserved, userCall } from '#server/testing/buyers.ts'
import { call } from '#server/testing/offers.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
let shop: TestShop

beforeAll(async () => {
  postgres = await startPostgres()
  shop = await createTestShop({ databaseUrl: postgres.databaseUrl })
})
afterAll(async () => {
  await shop.close()
  await postgres.stop()
})

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

it('checks only five of thirty simultaneous wrong codes [S5]', async () => {
  const [visitor, email] = [await reserved(shop), newEmail()]
  await userCall(visitor, 'send_one_time_code', { email })
  const code = await codeFor(shop, email)
  const wrong = code === '000000' ? '000001' : '000000'
  await times(30, () => userCall(visitor, 'check_one_time_code', { email, code: wrong }))
  const [kept] = await shop.db.selectFrom('one_time_codes').selectAll().where('email', '=', email).execute()
  expect(kept?.tries).toBe(5)
})

it('accepts the right code once when it is sent five times simultaneously [S6]', async () => {
  const [visitor, email] = [await reserved(shop), newEmail()]
  await userCall(visitor, 'send_one_time_code', { email })
  const code = await codeFor(shop, email)
  const replies = await times(5, () => userCall(visitor, 'check_one_time_code', { email, code }))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('leaves one open code when two requests create one simultaneously [S6]', async () => {
  const [visitor, email] = [await reserved(shop), newEmail()]
  await userCall(visitor, 'send_one_time_code', { email })
  const first = await shop.db
    .selectFrom('one_time_codes')
    .select(['session_id', 'code_hash', 'expires_at'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const isWaiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(shop.db)
    expect(rows).toHaveLength(1)
  }
  const second = await shop.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sessions').select('id').where('id', '=', first.session_id).forUpdate().execute()
    await trx
      .insertInto('one_time_codes')
      .values({ ...first, email })
      .execute()
    const sending = userCall(visitor, 'send_one_time_code', { email })
    await vi.waitFor(isWaiting, 2000)
    return { sending }
  })
  expect((await second.sending).status).toBe(200)
  const open = await shop.db.selectFrom('one_time_codes').select('id').where('email', '=', email).execute()
  expect(open).toHaveLength(1)
})

it('creates one account when several orders of the same email are delivered simultaneously', async () => {
  const email = newEmail()
  const free = { tickets: { adult: { price: 0 } }, organiser: { is_express: true } }
  const visitors = await times(3, () => reserved(shop, free))
  for (const visitor of visitors) {
    await call(visitor, 'save_guest_to_sale', { email, fullname: 'Grace Hopper' })
    expect((await call(visitor, 'claim_free_tickets')).status).toBe(200)
  }
  const replies = await Promise.all(visitors.map((visitor) => call(visitor, 'deliver_to_bitticket')))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  const users = await shop.db.selectFrom('users').select('id').where('email', '=', email).execute()
  expect(users).toHaveLength(1)
})

it('signs in without a deadlock while another tab changes the same sale', async () => {
  const [visitor, email] = [await reserved(shop), newEmail()]
  await account(shop, email)
  await userCall(visitor, 'send_one_time_code', { email })
  const code = await codeFor(shop, email)
  const [reply] = await Promise.all([
    userCall(visitor, 'check_one_time_code', { email, code }),
    call(visitor, 'update_basket_state', { state: 'login' }),
  ])
  expect(reply?.json).toEqual({ has_account: true })
})

it('sends each of sixty mails once with three simultaneous workers [C15]', async () => {
  await shop.db.deleteFrom('outbox').execute()
  await times(60, (i) =>
    queueMail(shop.db, { key: `mail ${i}`, to: 'ada@example.com', subject: 'Hello', content: ['Words'] }),
  )
  const sent: Mail[] = []
  const send = async (mail: Mail): Promise<void> => void sent.push(mail)
  const counts = await times(3, () =>
    sendWaiting({ db: shop.db, kind: 'mail', config: shop.config, send, log: () => {} }),
  )
  expect(sent).toHaveLength(60)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(60)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60)
})
