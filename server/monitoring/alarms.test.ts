import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { deliverWaiting } from '#server/delivery/deliver-order.ts'
import { sendGifts } from '#server/delivery/transfers/send-gifts.ts'
import { closeAlarm, describeAlarms, readOpenAlarms, whatToDo } from '#server/operations/alarm-list.ts'
import { queueMail } from '#server/outbox/queue.ts'
import { queueSms } from '#server/outbox/queue-sms.ts'
import { sendWaiting } from '#server/outbox/send-waiting.ts'
import { cards, pay, payer } from '#server/testing/payers.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { alarmKinds } from './alarms.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterEach(async () => {
  shop.answer = null
  await shop.db.deleteFrom('alarms').execute()
  await shop.db.deleteFrom('outbox').execute()
})
afterAll(() => shop.close())

const open = () => readOpenAlarms(shop.db)

/** Runs work again and again, with pauses longer than the shop's own. */
async function repeat(times: number, seconds: number, work: () => Promise<unknown>) {
  for (let time = 0; time < times; time++) {
    await moveShopTime(shop.db, seconds)
    await work()
  }
}

async function lacking(table: string, work: () => Promise<unknown>) {
  await shop.db.schema.alterTable(table).renameTo('gone').execute()
  await work()
  await shop.db.schema.alterTable('gone').renameTo(table).execute()
}

describe('an alarm', () => {
  it('is raised for a payment that its provider tells nothing about for an hour, and ends when it does', async () => {
    const by = await payer(shop)
    await pay(shop, by.visitor, { number: cards.slow })
    shop.answer = async () => new Response('{}', { status: 500, headers: { 'Stripe-Should-Retry': 'false' } })
    await repeat(7, 901, () => sweep(shop))
    expect(await open()).toEqual([])
    await repeat(3, 901, () => sweep(shop))
    const { id } = await by.sale()
    const [alarm, ...others] = await open()
    expect(others).toEqual([])
    expect(alarm).toMatchObject({
      kind: 'payment_unsettled',
      provider: 'stripe',
      details: { amount: 2000, currency: 'GBP', tries: 8 },
    })
    expect(await shop.db.selectFrom('alarms').select('sale_id').execute()).toEqual([{ sale_id: id }])
    shop.answer = null
    await repeat(1, 901, () => sweep(shop))
    expect(await open()).toEqual([])
  })

  it('is raised for an order that cannot be delivered for a quarter of an hour, and ends when it is', async () => {
    const deliver = () => deliverWaiting(shop.db, shop.log)
    // Orders of other tests.
    await repeat(1, 61, deliver)
    const by = await payer(shop)
    await pay(shop, by.visitor)
    await lacking('users', () => repeat(3, 200, deliver))
    expect(await open()).toEqual([])
    await lacking('users', () => repeat(3, 200, deliver))
    const { order_reference } = await by.sale()
    expect(await open()).toMatchObject([
      { kind: 'order_not_delivered', order_reference, details: { error: 'error 42P01' } },
    ])
    await deliver()
    expect(await open()).toEqual([])
  })

  it('is raised for a gift that cannot be sent for an hour, and ends when it is', async () => {
    const by = await payer(shop)
    await pay(shop, by.visitor)
    const { id: saleId } = await by.sale()
    await deliverWaiting(shop.db, shop.log)
    const gift = await shop.db
      .insertInto('transfers')
      .values({
        sale_id: saleId,
        ticket_type_id: by.event.ticket(),
        name: 'Grace',
        email: 'grace@example.com',
        qty: 1,
        is_gift: true,
        deliver_at: sql<Date>`shop_now()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const send = () => sendGifts(shop)
    await lacking('tickets', () => repeat(1, 3000, send))
    expect(await open()).toEqual([])
    await lacking('tickets', () => repeat(2, 3000, send))
    expect(await open()).toMatchObject([{ kind: 'gift_not_sent', details: { transfer: gift.id } }])
    await send()
    expect(await open()).toEqual([])
  })

  const send = (kind: 'mail' | 'sms', isDown: boolean) => () =>
    sendWaiting({
      db: shop.db,
      kind,
      config: shop.config,
      send: () => (isDown ? Promise.reject(new Error('550 ada@example.com')) : Promise.resolve()),
      log: shop.log,
    })
  const mail = { to: 'ada@example.com', subject: 'Hello', content: ['Words'] }

  it('is raised for a mail that cannot be sent for four hours, and ends when it is', async () => {
    const { id } = await (await payer(shop)).sale()
    await queueMail(shop.db, { ...mail, key: `receipt:${id}` })
    await repeat(7, 6 * 3600, send('mail', true))
    expect(await open()).toEqual([])
    await repeat(2, 6 * 3600, send('mail', true))
    expect(await open()).toMatchObject([
      {
        kind: 'message_not_sent',
        provider: 'mail',
        details: { key: `receipt:${id}`, tries: 8, error: 'Error' },
      },
    ])
    expect(JSON.stringify(await shop.db.selectFrom('alarms').selectAll().execute())).not.toContain('ada@')
    await repeat(1, 6 * 3600, send('mail', false))
    expect(await open()).toEqual([])
  })

  it('is raised for an SMS that could not be sent', async () => {
    await queueSms(shop.db, { key: 'due', to: '+447700900123', text: 'Hello', link: '/account/' })
    await repeat(5, 3600, send('sms', true))
    expect(await open()).toEqual([])
    await repeat(2, 3600, send('sms', true))
    expect(await open()).toMatchObject([{ kind: 'message_not_sent', provider: 'sms', details: { tries: 6 } }])
  })

  it('is not raised for a one-time code, whose address may be mistyped', async () => {
    await queueMail(shop.db, { ...mail, key: 'code:one' })
    await repeat(9, 6 * 3600, send('mail', true))
    expect(await open()).toEqual([])
  })
})

describe('the list of alarms', () => {
  const raise = (kind: (typeof alarmKinds)[number]) =>
    shop.db
      .insertInto('alarms')
      .values({ kind, key: kind, provider: 'stripe', details: '{"amount": 1}' })
      .returning('id')
      .executeTakeFirstOrThrow()

  it('says what to do about every kind that the database knows, and how to close it', async () => {
    for (const kind of alarmKinds) await raise(kind)
    const alarms = await open()
    expect(alarms).toHaveLength(alarmKinds.length)
    const text = describeAlarms(alarms)
    for (const { id, kind } of alarms) {
      expect(text).toContain(`${kind}  stripe`)
      expect(text).toContain(whatToDo[kind])
      expect(text).toContain(`npm run alarms -- --done ${id}`)
    }
    expect(describeAlarms([])).toBe('No alarm is open.')
  })

  it('loses an alarm that is closed, whose note is kept, and rejects unknown ones', async () => {
    const { id } = await raise('refund_failed')
    expect(await closeAlarm(shop.db, id, 'Refunded by hand')).toBe(true)
    expect(await open()).toEqual([])
    expect(await closeAlarm(shop.db, id, 'Again')).toBe(false)
    expect(await closeAlarm(shop.db, 'no id', '')).toBe(false)
    expect(await shop.db.selectFrom('alarms').select('note').execute()).toEqual([
      { note: 'Refunded by hand' },
    ])
  })
})
