import { afterAll, beforeAll, expect, it } from 'vitest'

import { moveShopTime, shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { hashToken } from '#server/http/tokens.ts'
import { queueSms } from '#server/outbox/queue-sms.ts'
import { queueMail } from '#server/outbox/queue.ts'
import { sendWaiting } from '#server/outbox/send-waiting.ts'
import { releaseExpired } from '#server/reservation/expiry.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { newEmail } from '#server/testing/buyers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

import { entryFor, owner, transfer } from '#server/testing/transfers.ts'

import { deleteExpired } from './retention.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const day = 24 * 60 * 60

it('deletes baskets and sessions after a month, and keeps orders and data in use [L12]', async () => {
  const event = await offer(shop.db, { date: { starts_at: new Date('2999-01-01') } })
  const [abandoned, paid] = [await visitorWith(shop, event.entry(1)), await visitorWith(shop, event.entry(1))]
  const left = (await call(abandoned, 'reserve_tickets')).json.sale_reference
  const order = (await call(paid, 'reserve_tickets')).json.sale_reference
  const changes = { paid_at: new Date(), held_until: null }
  await shop.db.updateTable('sales').set(changes).where('reference', '=', order).execute()
  await moveShopTime(shop.db, 600)
  await releaseExpired(shop.db)
  const kept = async () => {
    await deleteExpired(shop.db)
    const sales = await shop.db.selectFrom('sales').select('reference').orderBy('created_at').execute()
    return sales.map((sale) => sale.reference)
  }

  await moveShopTime(shop.db, 29 * day)
  expect((await kept()).toSorted()).toEqual([left, order].toSorted())
  const fresh = await visitorWith(shop, event.entry(2))

  await moveShopTime(shop.db, 2 * day)
  expect(await kept()).toEqual([order, null])
  expect((await checkoutOf(fresh)).tickets).toHaveLength(1)
  expect(await shop.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
})

it('deletes baskets that nobody has reserved or put a name to after three days, and their sessions after eight [L12]', async () => {
  await shop.db.deleteFrom('sessions').execute()
  const event = await offer(shop.db, { date: { starts_at: new Date('2999-01-01') } })
  const visitors = await Promise.all(Array.from({ length: 4 }, () => visitorWith(shop, event.entry(1))))
  // As if given in a hold that has ended since.
  await shop.db
    .updateTable('sales')
    .set({ guest_email: 'ada@example.com' })
    .where('session_id', '=', ({ selectFrom }) =>
      selectFrom('sessions')
        .select('id')
        .where('token_hash', '=', hashToken(visitors[1]!.cookies.get('__Host-session') ?? '')),
    )
    .execute()
  const [nobody, guest, reserved, looking] = visitors.map((visitor) => ({ visitor })) as [
    { visitor: Visitor },
    { visitor: Visitor },
    { visitor: Visitor },
    { visitor: Visitor },
  ]
  await call(reserved.visitor, 'reserve_tickets')
  await moveShopTime(shop.db, 600)
  await releaseExpired(shop.db)
  const tickets = async () => {
    await deleteExpired(shop.db)
    const baskets = [nobody, guest, reserved, looking].map(({ visitor }) => checkoutOf(visitor))
    return (await Promise.all(baskets)).map((checkout) => checkout.tickets?.length ?? 0)
  }
  await moveShopTime(shop.db, 2 * day)
  await call(looking.visitor, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 2 })
  expect(await tickets()).toEqual([1, 1, 1, 1])
  const sessions = async () => (await shop.db.selectFrom('sessions').select('id').execute()).length
  await moveShopTime(shop.db, day)
  expect(await tickets()).toEqual([0, 1, 1, 1])
  expect(await sessions()).toBe(4)
  await moveShopTime(shop.db, 5 * day)
  await deleteExpired(shop.db)
  expect(await sessions()).toBe(2)
})

it('deletes mails with codes after a day and provider events after 90 days [L12]', async () => {
  const visitor = await shop.visitor()
  await visitor.post('/ajax/user/user/send_one_time_code/', { email: 'ada@example.com' })
  const event = { provider: 'stripe', event_id: 'evt_1', type: 'payment_intent.succeeded', payload: '{}' }
  await shop.db.insertInto('provider_events').values(event).execute()
  const kept = async () => {
    await deleteExpired(shop.db)
    const mails = await shop.db.selectFrom('outbox').select('id').execute()
    const events = await shop.db.selectFrom('provider_events').select('event_id').execute()
    return [mails.length, events.length]
  }
  expect(await kept()).toEqual([1, 1])
  await moveShopTime(shop.db, day + 60)
  expect(await kept()).toEqual([0, 1])
  await moveShopTime(shop.db, 89 * day)
  expect(await kept()).toEqual([0, 0])
})

it('empties mails and SMS 90 days after they were sent, and sends none of them twice [L12]', async () => {
  const mail = {
    key: 'receipt:1',
    to: 'ada@example.com',
    subject: 'Your order is complete',
    content: ['Ada Lovelace'],
  }
  const sms = { key: 'soon:1', to: '07700 900123', text: 'Your next payment is due' }
  const sent: string[] = []
  const queueAndSend = async () => {
    await queueMail(shop.db, mail)
    await queueSms(shop.db, sms)
    const send = ({ key }: { key: string }) => Promise.resolve(void sent.push(key))
    const context = { db: shop.db, config: shop.config, send, log: () => {} }
    await sendWaiting({ ...context, kind: 'mail' })
    await sendWaiting({ ...context, kind: 'sms' })
  }
  const payloads = async () => {
    await deleteExpired(shop.db)
    const rows = await shop.db.selectFrom('outbox').select('payload').orderBy('key').execute()
    return rows.map(({ payload }) => Object.keys(payload).length > 0)
  }
  await queueAndSend()
  await queueMail(shop.db, { ...mail, key: 'waiting:1' })
  await moveShopTime(shop.db, 89 * day)
  expect(await payloads()).toEqual([true, true, true])
  await moveShopTime(shop.db, day + 60)
  expect(await payloads()).toEqual([false, false, true])
  await queueAndSend()
  expect(sent).toEqual(['receipt:1', 'sms:soon:1', 'waiting:1'])
  expect((await (await shop.visitor()).get('/sandbox/outbox/')).text).not.toContain('undefined')
})

it('empties mails with a link to accept tickets a day after they were sent', async () => {
  const mail = { to: 'bo@example.com', subject: 'Tickets', content: ['The link'] }
  const keys = ['transfer:1', 'transfer:2', 'transfer:1:answer']
  for (const key of keys) await queueMail(shop.db, { ...mail, key })
  const full = async () => {
    await deleteExpired(shop.db)
    const rows = shop.db.selectFrom('outbox').select(['key', 'payload']).where('key', 'in', keys)
    const list = await rows.orderBy('key').execute()
    return list.filter(({ payload }) => 'content' in payload).map(({ key }) => key)
  }
  await shop.db
    .updateTable('outbox')
    .set({ sent_at: shopNow })
    .where('key', 'in', ['transfer:1', 'transfer:1:answer'])
    .execute()
  await moveShopTime(shop.db, day - 60)
  expect(await full()).toEqual(['transfer:1', 'transfer:1:answer', 'transfer:2'])
  await moveShopTime(shop.db, 120)
  expect(await full()).toEqual(['transfer:1:answer', 'transfer:2'])
})

it('empties an SMS that was never sent, once it is no longer tried', async () => {
  await queueSms(shop.db, { key: 'unsent:1', to: '07700 900123', text: 'Your next payment is due' })
  const rows = shop.db.selectFrom('outbox').select('payload').where('key', '=', 'sms:unsent:1')
  await moveShopTime(shop.db, 91 * day)
  await deleteExpired(shop.db)
  expect((await rows.executeTakeFirstOrThrow()).payload).toHaveProperty('text')
  await shop.db.updateTable('outbox').set({ attempts: 6 }).where('key', '=', 'sms:unsent:1').execute()
  await deleteExpired(shop.db)
  expect((await rows.executeTakeFirstOrThrow()).payload).toEqual({})
})

it('forgets people who did not take the tickets they were offered, 90 days after the event [L12]', async () => {
  const one = await owner(shop, { date: { starts_at: new Date('2999-01-01') } })
  const gift = { is_gift: true, message: 'Happy birthday', email: newEmail() }
  const [taken, left] = [entryFor(one, gift), entryFor(one, { ...gift, email: newEmail() })]
  await transfer(one, taken, left)
  await shop.db.updateTable('transfers').set({ status: 'accepted' }).where('email', '=', gift.email).execute()
  const known = async (daysSince: number) => {
    await shop.db
      .updateTable('event_dates')
      .set({ starts_at: shopNowPlus(-daysSince * day) })
      .where('id', '=', one.event.id)
      .execute()
    await deleteExpired(shop.db)
    const transfers = await shop.db
      .selectFrom('transfers')
      .select(['name', 'email', 'message'])
      .where('sale_id', '=', one.sale.id)
      .orderBy('status')
      .execute()
    return transfers.map(({ name, email, message }) => [name, email, message])
  }
  const names = [
    ['Bo Recipient', gift.email, 'Happy birthday'],
    ['Bo Recipient', left.email, 'Happy birthday'],
  ]
  expect(await known(89)).toEqual(names)
  expect(await known(91)).toEqual([
    ['Bo Recipient', gift.email, ''],
    ['', '', ''],
  ])
})

it('deletes feedback 90 days after it was written and the last event of its order [L12]', async () => {
  const one = await owner(shop, { date: { starts_at: new Date('2999-01-01') } })
  await call(one.visitor, 'send_customer_feedback', { message: 'I sat beside Bo Recipient' })
  const kept = async (daysSinceEvent: number, daysSinceWritten: number) => {
    await shop.db
      .updateTable('event_dates')
      .set({ starts_at: shopNowPlus(-daysSinceEvent * day) })
      .where('id', '=', one.event.id)
      .execute()
    await shop.db
      .updateTable('feedback')
      .set({ created_at: shopNowPlus(-daysSinceWritten * day) })
      .execute()
    await deleteExpired(shop.db)
    return (await shop.db.selectFrom('feedback').select('id').execute()).length
  }
  expect(await kept(91, 0)).toBe(1)
  expect(await kept(-10, 200)).toBe(1)
  expect(await kept(89, 91)).toBe(1)
  expect(await kept(91, 91)).toBe(0)
})
