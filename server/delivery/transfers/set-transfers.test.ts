import { createHash } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import type { Mail } from '#server/outbox/render-mail.ts'
import { sendWaiting } from '#server/outbox/send-waiting.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { payer } from '#server/testing/payers.ts'
import { createTestShop, type Fields, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import {
  acceptPath,
  endEvent,
  entryFor,
  owner,
  refund,
  ticketsOf,
  transfer,
} from '#server/testing/transfers.ts'

import { sendGifts } from './send-gifts.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const transfersOf = (saleId: string) =>
  shop.db.selectFrom('transfers').selectAll().where('sale_id', '=', saleId).execute()

const mailTo = async (email: unknown) => (await mailsOf(shop, 'transfer:')).find(({ to }) => to === email)

/** Days from today in the UK as dd/MM/yyyy. */
const inDays = (days: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London' }).format(Date.now() + days * 86_400_000)

const gift = (one: Parameters<typeof entryFor>[0], delivery_date: string, changes: Fields = {}) =>
  entryFor(one, { is_gift: true, send_gift: 'Schedule', delivery_date, delivery_time: '09:30', ...changes })

describe('a transfer', () => {
  it('offers tickets to each recipient by mail, with a link of its own [CALL-39, XFER-02]', async () => {
    const one = await owner(shop)
    const entries = [entryFor(one), entryFor(one, { name: 'Cy Friend' })]
    expect(await transfer(one, ...entries)).toMatchObject({ status: 200, json: { success: true } })
    const offered = await transfersOf(one.sale.id)
    expect(offered).toMatchObject([
      { qty: 1, status: 'offered' },
      { qty: 1, status: 'offered' },
    ])
    for (const { email, name, token_hash } of offered) {
      const mail = await mailTo(email)
      expect(mail?.subject).toMatch(/^Ada Lovelace has sent you a ticket for Event \d+$/)
      expect(mail?.text).toContain(`Hello ${name}, Ada Lovelace has sent you 1 ticket (adult) for `)
      expect(mail?.html).toMatch(/<h1[^>]*>\s*Ada Lovelace has sent you a ticket\s*<\/h1>/)
      const [, token = ''] = /http:\/\/shop\.test\/transfers\/([\w-]{43})\//.exec(mail?.text ?? '') ?? []
      expect(token_hash).toBe(createHash('sha256').update(token).digest('base64url'))
    }
  })

  it('says in the mail how to accept and to decline, and adds nothing to a calendar before that', async () => {
    const one = await owner(shop)
    const entries = [entryFor(one, { qty: 2 })]
    await transfer(one, ...entries)
    const mail = await mailTo(String(entries[0]?.email))
    expect(mail?.text).toContain(
      'With this link you can accept or decline. To accept, sign in with this email address. Until then the tickets stay with Ada Lovelace.',
    )
    expect(mail?.text).toContain('When: ')
    for (const form of [mail?.text, mail?.html]) expect(form).not.toMatch(/calendar|attached file/i)
    expect(mail?.attachments).toEqual([])
  })

  it('stores no secret of a link that could be used by a reader of the database', async () => {
    const one = await owner(shop)
    const entry = entryFor(one)
    await transfer(one, entry)
    const [, , token = ''] = (await acceptPath(shop, String(entry.email))).split('/')
    expect(token).toHaveLength(43)
    expect(JSON.stringify(await transfersOf(one.sale.id))).not.toContain(token)
    const [row] = await transfersOf(one.sale.id)
    const visitor = await shop.visitor()
    expect((await visitor.get(`/transfers/${token}/`)).status).toBe(200)
    expect((await visitor.get(`/transfers/${row?.token_hash}/`)).status).toBe(404)
  })

  it("leaves the tickets in the sender's wallet, with codes that work, until they are accepted [XFER-03]", async () => {
    const one = await owner(shop)
    const before = await ticketsOf(shop, one.sale.id)
    await transfer(one, entryFor(one, { qty: 2 }))
    expect(await ticketsOf(shop, one.sale.id)).toEqual(before)
    expect(await shop.db.selectFrom('voided_codes').select('code').execute()).toEqual([])
  })

  it('is told to the page, so that it is not offered again [XFER-18]', async () => {
    const one = await owner(shop)
    expect((await checkoutOf(one.visitor)).has_transfers).toBe(false)
    await transfer(one, entryFor(one))
    expect((await checkoutOf(one.visitor)).has_transfers).toBe(true)
  })

  it('happens once for the same request, which succeeds again without effect', async () => {
    const one = await owner(shop)
    const entry = entryFor(one)
    await transfer(one, entry)
    expect((await transfer(one, entry)).json).toMatchObject({ success: true })
    expect(await transfersOf(one.sale.id)).toHaveLength(1)
  })

  it('offers nothing more when a request whose reply was lost is sent again with a corrected name', async () => {
    const one = await owner(shop)
    const entry = entryFor(one)
    const send = (to: { visitor: Visitor }, changes: Fields = {}) =>
      call(to.visitor, 'set_transfers', { transfers: [{ ...entry, ...changes }], attempt: 'k1' })
    expect((await send(one)).status).toBe(200)
    expect(await send(one, { name: 'Bo Right' })).toMatchObject({
      status: 409,
      json: { message: 'Some of these tickets were sent already. Please check them before you send more.' },
    })
    expect((await send(one)).json).toMatchObject({ success: true })
    expect(await transfersOf(one.sale.id)).toMatchObject([{ name: 'Bo Recipient', qty: 1 }])
    const other = await owner(shop)
    expect((await send(other, entryFor(other))).status).toBe(200)
  })

  it('goes on with the tickets that are left, and no more [XFER-25]', async () => {
    const one = await owner(shop)
    await transfer(one, entryFor(one))
    expect((await transfer(one, entryFor(one, { qty: 2 }))).json).toMatchObject({
      message: 'You cannot transfer more tickets than you have',
    })
    expect((await transfer(one, entryFor(one))).json).toMatchObject({ success: true })
    expect(await transfersOf(one.sale.id)).toHaveLength(2)
  })

  it('is for the buyer alone, and not for a visitor with the shared link of the order [XFER-34] [S18, S23]', async () => {
    const stranger = await shop.visitor()
    const one = await payer(shop)
    await stranger.post('/smartcheckout/', { session: one.reference })
    const refused = { status: 404, json: { message: 'There is no order in this session' } }
    expect(await transfer(one, entryFor(one))).toMatchObject(refused)
    expect(await transfer({ visitor: stranger }, entryFor(one))).toMatchObject(refused)
    expect(await transfer({ visitor: await shop.visitor() }, entryFor(one))).toMatchObject(refused)
  })
})

describe('is refused with a message, and sends nothing:', () => {
  const long = 'x'.repeat(10_000)
  let one: Awaited<ReturnType<typeof owner>>
  beforeAll(async () => void (one = await owner(shop)))
  afterEach(async () => {
    expect(await transfersOf(one.sale.id)).toEqual([])
    expect((await checkoutOf(one.visitor)).has_transfers).toBe(false)
  })

  it.each<[string, Fields | null, string]>([
    ['no entry', null, 'Please choose the tickets to transfer'],
    ['no quantity [XFER-19]', { qty: 0 }, 'Please choose how many tickets'],
    ['a negative quantity [XFER-27]', { qty: -1 }, 'The field qty is not valid'],
    ['half a ticket', { qty: '1.5' }, 'The field qty is not valid'],
    ['more than owned [XFER-25]', { qty: 3 }, 'You cannot transfer more tickets than you have'],
    ['no name [XFER-20]', { name: ' ' }, 'Please enter a name'],
    ['no email [XFER-21]', { email: '' }, 'Please type a valid email address'],
    ['two emails', { email: 'a@example.com,b@example.com' }, 'Please type a valid email address'],
    ['a line break in a name', { name: 'Bo\r\nBcc: all@example.com' }, 'The field name is not valid'],
    [
      'a line break in an email',
      { email: 'bo@example.com\r\nBcc: a@b.cc' },
      'Please type a valid email address',
    ],
    ['a name of 10,000 characters', { name: long }, 'Please shorten the name to 100 characters'],
    ['a message of 10,000 characters', { message: long }, 'Please shorten the message to 1000 characters'],
    ['an unknown ticket', { ticket_id: 'no-such-ticket' }, 'These tickets cannot be transferred'],
  ])('%s', async (_, changes, message) => {
    const reply = await transfer(one, ...(changes ? [entryFor(one, changes)] : []))
    expect(reply).toMatchObject({ status: 422, json: { message } })
  })

  it.each<[string, Fields, string]>([
    ['without a date [XFER-22]', { delivery_date: '' }, 'Please enter a date'],
    ['without a time [XFER-23]', { delivery_time: '' }, 'Please enter a time'],
    ['on an impossible date [XFER-32]', { delivery_date: '31/02/2099' }, 'Please enter a date'],
    ['in another format [XFER-32]', { delivery_date: '2099-01-31' }, 'Please enter a date'],
    ['at an impossible time', { delivery_time: '25:00' }, 'Please enter a time'],
    ['yesterday [XFER-31]', { delivery_date: inDays(-1) }, 'Please enter a date that is not in the past'],
    [
      'after the event',
      { delivery_date: inDays(61) },
      'Please choose a delivery date and time before the event',
    ],
  ])('a gift %s', async (_, changes, message) => {
    const reply = await transfer(one, entryFor(one), gift(one, inDays(3), changes))
    expect(reply).toMatchObject({ status: 422, json: { message } })
  })

  it('more than owned in several entries [XFER-25] [C29]', async () => {
    const reply = await transfer(one, entryFor(one, { qty: 2 }), entryFor(one))
    expect(reply.json.message).toBe('You cannot transfer more tickets than you have')
  })

  it("another buyer's tickets [S21]", async () => {
    const other = await owner(shop)
    const reply = await transfer(one, entryFor(other))
    expect(reply).toMatchObject({ status: 422, json: { message: 'These tickets cannot be transferred' } })
    expect(await transfersOf(other.sale.id)).toEqual([])
  })

  it('seated tickets [XFER-34] [C29]', async () => {
    const other = await owner(shop)
    await shop.db
      .updateTable('event_dates')
      .set({ seating_plan: JSON.stringify({ provider: 'seatsio' }) })
      .where('id', '=', other.event.id)
      .execute()
    const reply = await transfer(other, entryFor(other))
    expect(reply).toMatchObject({ status: 422, json: { message: 'These tickets cannot be transferred' } })
  })

  it('what is sent by post', async () => {
    const other = await owner(shop, { tickets: { adult: { deliverable: true } } })
    const reply = await transfer(other, entryFor(other))
    expect(reply).toMatchObject({ status: 422, json: { message: 'These tickets cannot be transferred' } })
  })

  it('refunded tickets [C29]', async () => {
    const other = await owner(shop)
    const [first] = await ticketsOf(shop, other.sale.id)
    await refund(shop, first)
    expect((await transfer(other, entryFor(other, { qty: 2 }))).status).toBe(422)
    expect((await transfer(other, entryFor(other))).status).toBe(200)
  })

  it('tickets of an event that is over [S43]', async () => {
    const other = await owner(shop)
    await endEvent(shop, other.event)
    const reply = await transfer(other, entryFor(other))
    expect(reply).toMatchObject({ status: 422, json: { message: 'These tickets cannot be transferred' } })
  })

  it('more than 20 mails a day to one address, as a relay of spam would send [S43]', async () => {
    const email = 'swamped@example.com'
    await shop.db.deleteFrom('limit_counters').execute()
    const other = await owner(shop, {}, 21)
    const reply = await transfer(other, ...Array.from({ length: 21 }, () => entryFor(other, { email })))
    expect(reply.status).toBe(429)
    expect(await mailTo(email)).toBeUndefined()
  })
})

describe('the limit of a client', () => {
  const countOf = async () =>
    (
      await shop.db
        .selectFrom('limit_counters')
        .select('count')
        .where('key', 'like', 'transfer by client %')
        .executeTakeFirst()
    )?.count ?? 0

  it('counts rejected attempts, but neither a repeated one nor one without an order [S43]', async () => {
    await shop.db.deleteFrom('limit_counters').execute()
    const one = await owner(shop)
    const [rejected, entry] = [entryFor(one, { qty: 3 }), entryFor(one)]
    expect((await transfer(one, rejected)).status).toBe(422)
    expect(await countOf()).toBe(1)
    await transfer(one, entry)
    await transfer(one, entry)
    expect(await countOf()).toBe(2)
    await transfer({ visitor: await shop.visitor() }, entry)
    expect(await countOf()).toBe(2)
  })

  it('ends attempts after 200 recipients a day [S43]', async () => {
    const one = await owner(shop)
    await shop.db
      .updateTable('limit_counters')
      .set({ count: 199 })
      .where('key', 'like', 'transfer by client %')
      .execute()
    expect((await transfer(one, entryFor(one, { qty: 3 }))).status).toBe(422)
    expect((await transfer(one, entryFor(one))).status).toBe(429)
    expect(await transfersOf(one.sale.id)).toEqual([])
    await shop.db.deleteFrom('limit_counters').execute()
  })
})

describe('what a sender typed', () => {
  it('is shown as text in the mail, its line breaks as paragraphs, and names without links [S36]', async () => {
    const one = await owner(shop)
    await shop.db
      .updateTable('sales')
      .set({ guest_name: 'Eve\r\nBcc: all@example.com <b>' })
      .where('id', '=', one.sale.id)
      .execute()
    const message = '<img src=x onerror=alert(1)>\r\nSee {{you}} & ${me}'
    const entry = gift(one, inDays(3), { message, name: '<script>alert(1)</script>', send_gift: 'Send now' })
    expect((await transfer(one, entry)).status).toBe(200)
    const mail = await mailTo(entry.email)
    expect(mail?.to).toBe(entry.email)
    expect(mail?.subject).toMatch(/^A gift from Eve Bcc all example\. com b: Event \d+$/)
    expect(mail?.html).not.toMatch(/<script>|<img src=x|<b>/)
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;</p>')
    expect(mail?.text).toContain('<img src=x onerror=alert(1)>\n')
    expect(mail?.text).toContain('See {{you}} & ${me}')
  })

  it.each(['true', '1', 'on'])('counts as a gift if the flag is %s', async (is_gift) => {
    const one = await owner(shop)
    const entry = gift(one, inDays(3), { is_gift })
    await transfer(one, entry)
    expect(await transfersOf(one.sale.id)).toMatchObject([{ is_gift: true }])
  })

  it('is read from numbers as texts, with the date and message of a plain transfer ignored [XFER-24]', async () => {
    const one = await owner(shop)
    const plain = { qty: '2', is_gift: '0', send_gift: 'Schedule', delivery_date: 'soon', message: 'Hi' }
    expect((await transfer(one, entryFor(one, plain))).status).toBe(200)
    expect(await transfersOf(one.sale.id)).toMatchObject([{ qty: 2, is_gift: false, message: '' }])
  })
})

describe('a scheduled gift', () => {
  const cases = {
    'in winter': ['15/01/2031', '09:30', '2031-01-15T09:30:00.000Z'],
    'in summer': ['15/07/2031', '09:30', '2031-07-15T08:30:00.000Z'],
    'before the clocks go forward': ['30/03/2031', '00:59', '2031-03-30T00:59:00.000Z'],
    'in the hour that is skipped': ['30/03/2031', '01:30', '2031-03-30T01:30:00.000Z'],
    'after the clocks went forward': ['30/03/2031', '02:00', '2031-03-30T01:00:00.000Z'],
    'in the hour that comes twice': ['26/10/2031', '01:30', '2031-10-26T01:30:00.000Z'],
    'after the clocks went back': ['26/10/2031', '02:00', '2031-10-26T02:00:00.000Z'],
  }

  it('is mailed at its time in the UK, also when the clocks change [XFER-12, XFER-13]', async () => {
    const one = await owner(shop, { date: { starts_at: new Date('2040-01-01') } }, 7)
    const entries = Object.entries(cases).map(([name, [date = '', delivery_time = '']]) =>
      gift(one, date, { name, delivery_time }),
    )
    expect((await transfer(one, ...entries)).status).toBe(200)
    const due = await transfersOf(one.sale.id)
    expect(Object.fromEntries(due.map(({ name, deliver_at }) => [name, deliver_at.toISOString()]))).toEqual(
      Object.fromEntries(Object.entries(cases).map(([name, [, , instant]]) => [name, instant])),
    )
  })

  it('is sent by the job at its time, and not before [XFER-12, XFER-13]', async () => {
    const one = await owner(shop)
    const entry = gift(one, inDays(2))
    await transfer(one, entry)
    const sent: string[] = []
    const send = async ({ to }: Mail): Promise<void> => void sent.push(to)
    const run = async () => {
      await sendGifts({ ...shop, log: () => {} })
      await sendWaiting({ db: shop.db, kind: 'mail', config: shop.config, send, log: () => {} })
    }
    await run()
    expect(sent).not.toContain(entry.email)
    expect(await transfersOf(one.sale.id)).toMatchObject([{ token_hash: null }])
    await moveShopTime(shop.db, 3 * 86_400)
    await run()
    await run()
    await moveShopTime(shop.db, -3 * 86_400)
    expect(sent.filter((to) => to === entry.email)).toHaveLength(1)
    const path = await acceptPath(shop, String(entry.email))
    expect((await (await shop.visitor()).get(path)).status).toBe(200)
  })

  it.each<[string, (tickets: Awaited<ReturnType<typeof ticketsOf>>, event: { id: string }) => Promise<void>]>(
    [
      ['were refunded', ([first]) => refund(shop, first)],
      ['belong to an event that is over', (_, event) => endEvent(shop, event)],
    ],
  )('is not sent if its tickets %s meanwhile, and the sender is told by mail', async (_, happen) => {
    const one = await owner(shop, {}, 2)
    const entry = gift(one, inDays(2), { qty: 2 })
    await transfer(one, entry)
    await happen(await ticketsOf(shop, one.sale.id), one.event)
    await moveShopTime(shop.db, 3 * 86_400)
    await sendGifts({ ...shop, log: () => {} })
    await sendGifts({ ...shop, log: () => {} })
    await moveShopTime(shop.db, -3 * 86_400)
    expect(await mailTo(entry.email)).toBeUndefined()
    const told = (await mailsOf(shop, 'transfer:')).filter(({ to }) => to === one.sale.guest_email)
    expect(told.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your gift to Bo Recipient was not sent: Event \d+$/),
    ])
    const page = await one.visitor.get(`/account/orders/${one.sale.order_reference}/`)
    expect(page.text).toContain('Gift not sent: you no longer have enough tickets')
  })

  it('is not sent if the only ticket left is offered to somebody else', async () => {
    const one = await owner(shop, {}, 2)
    const [now, later] = [entryFor(one), gift(one, inDays(2))]
    await transfer(one, now, later)
    await refund(shop, (await ticketsOf(shop, one.sale.id))[0])
    await moveShopTime(shop.db, 3 * 86_400)
    await sendGifts({ ...shop, log: () => {} })
    await moveShopTime(shop.db, -3 * 86_400)
    expect(await mailTo(now.email)).toBeDefined()
    expect(await mailTo(later.email)).toBeUndefined()
  })

  it('is mailed at once if its time today has passed [OPEN-90]', async () => {
    const one = await owner(shop)
    const entry = gift(one, inDays(0), { delivery_time: '00:00' })
    expect((await transfer(one, entry)).status).toBe(200)
    await sendGifts({ ...shop, log: () => {} })
    expect(await mailTo(entry.email)).toBeDefined()
  })
})

it('replies 404 to a transfer without any order [S18]', async () => {
  expect((await call(await shop.visitor(), 'set_transfers')).status).toBe(404)
})
