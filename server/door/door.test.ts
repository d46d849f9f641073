import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { niceTime } from '#server/catalogue/dates.ts'
import { moveShopTime } from '#server/database/shop-time.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import { giveAway, steward, ticketsFor } from '#server/testing/doors.ts'
import { offer } from '#server/testing/offers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import type { SeenTicket } from './admit.ts'
import { wordsOf } from './answer-words.ts'
import { closeDoorLinks, createDoorLink } from './door-links.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const html = { Accept: 'text/html' }

const ticket = { type: 'Adult', seat: '', copy: 1, copies: 1 } as SeenTicket

async function door(changes: Parameters<typeof offer>[1] = {}) {
  const event = await offer(shop.db, changes)
  const secret = await createDoorLink(shop.db, event.id)
  return { event, secret, ...(await steward(shop, event, secret)) }
}

const admissions = (ids: string[]) =>
  shop.db.selectFrom('admissions').selectAll().where('ticket_id', 'in', ids).execute()

describe('a code', () => {
  it('is valid once: the steward sees ticket type, holder and which of how many', async () => {
    const { event, check } = await door({ tickets: { adult: { name: 'Adult' } } })
    const [, second] = await ticketsFor(shop, event, { qty: 3 })
    const { status, json } = await check(second?.code ?? '')
    expect([status, json]).toEqual([
      200,
      {
        answer: 'valid',
        tone: 'good',
        title: 'Valid',
        lines: ['Adult', 'Grace Hopper', 'Ticket 2 of 3'],
        admitted: 1,
        expected: 3,
      },
    ])
  })

  it('is used when it is scanned again, with the time of its admission first', async () => {
    const { event, check } = await door({ date: { starts_at: new Date('2031-12-25T19:30:00Z') } })
    const [ticket] = await ticketsFor(shop, event)
    await check(ticket?.code ?? '')
    await shop.db
      .updateTable('admissions')
      .set({ admitted_at: new Date('2025-12-24T19:02:00Z') })
      .where('ticket_id', '=', ticket?.id ?? '')
      .execute()
    const { json } = await check(ticket?.code ?? '')
    expect(json).toMatchObject({
      answer: 'used',
      tone: 'bad',
      title: 'Already used',
      lines: ['Wed 24 Dec 2025, 7:02pm', 'adult', 'Grace Hopper', 'Ticket 1 of 1'],
      admitted: 1,
    })
  })

  it.each([
    ['18:59:30', 'just now'],
    ['18:58:30', '1 minute ago'],
    ['18:55:59', '4 minutes ago'],
    ['18:00:00', '1 hour ago'],
    ['00:30:00', '18 hours ago'],
  ])('that was used today at %s says at seven in the evening that this was %s', (time, ago) => {
    const admittedAt = new Date(`2026-01-25T${time}Z`)
    const { lines } = wordsOf({ answer: 'used', ticket, admittedAt }, new Date('2026-01-25T19:00:00Z'))
    expect(lines[0]).toBe(`${niceTime(admittedAt)}, ${ago}`)
  })

  it('shows no name of a holder who has none, and not that of the buyer', async () => {
    const { event, check } = await door()
    const [ticket] = await ticketsFor(shop, event)
    await giveAway(shop, ticket?.id ?? '')
    expect((await check(ticket?.code ?? '')).json.lines).toEqual(['adult', 'Ticket 1 of 1'])
  })

  it('shows the account of a holder who has accepted it rather than the buyer', async () => {
    const { event, check } = await door()
    const [ticket] = await ticketsFor(shop, event)
    await giveAway(shop, ticket?.id ?? '')
    const { id } = await shop.db
      .insertInto('users')
      .values({ email: 'holder@example.com', first_name: 'Ada', last_name: '<b>Lovelace</b>' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop.db
      .updateTable('tickets')
      .set({ user_id: id })
      .where('id', '=', ticket?.id ?? '')
      .execute()
    expect((await check(ticket?.code ?? '')).json.lines).toContain('Ada <b>Lovelace</b>')
  })

  it.each([
    ['transferred', 'Transferred'],
    ['refunded', 'Refunded'],
    ['replaced', 'Replaced'],
  ] as const)('that was %s admits nobody', async (reason, title) => {
    const { event, check } = await door()
    const [ticket] = await ticketsFor(shop, event)
    const { id = '', code = '' } = ticket ?? {}
    await shop.db.insertInto('voided_codes').values({ code, ticket_id: id, reason }).execute()
    if (reason !== 'refunded')
      await shop.db
        .updateTable('tickets')
        .set({ code: code.replace('0ABC', 'NEW0') })
        .where('id', '=', id)
        .execute()
    expect((await check(code)).json).toMatchObject({ answer: reason, tone: 'bad', title, admitted: 0 })
    expect(await admissions([id])).toEqual([])
  })

  it('is refunded after the owner has refunded it, and another ticket of the order is not', async () => {
    const { event, check } = await door()
    const [ticket, kept] = await ticketsFor(shop, event, { qty: 2 })
    const { order_reference } = await shop.db
      .selectFrom('sales')
      .innerJoin('tickets', 'tickets.sale_id', 'sales.id')
      .select('order_reference')
      .where('tickets.id', '=', ticket?.id ?? '')
      .executeTakeFirstOrThrow()
    const wish = { reference: order_reference ?? '', tickets: [1], amount: 0, again: false }
    await requestRefund(shop.db, wish, true)
    expect((await check(ticket?.code ?? '')).json.answer).toBe('refunded')
    expect((await check(kept?.code ?? '')).json.answer).toBe('valid')
  })

  it('of another date says what it is for, without the holder', async () => {
    const tuesday = await offer(shop.db, {
      event: { title: 'Night Swim' },
      date: { starts_at: new Date('2031-07-01T19:00:00Z') },
    })
    const { check } = await door()
    const [ticket] = await ticketsFor(shop, tuesday)
    const { json } = await check(ticket?.code ?? '')
    expect(json).toMatchObject({
      answer: 'wrong_date',
      tone: 'bad',
      title: 'Wrong date',
      lines: ['This ticket is for Night Swim', 'Tue 1 Jul 2031, 8:00pm'],
    })
    expect(await admissions([ticket?.id ?? ''])).toEqual([])
  })

  it('admits nobody while instalments are due, or before its order is delivered', async () => {
    const { event, check } = await door()
    const [planned] = await ticketsFor(shop, event, { isReleased: false, isOnPlan: true })
    const [waiting] = await ticketsFor(shop, event, { isReleased: false })
    expect((await check(planned?.code ?? '')).json).toMatchObject({ answer: 'unreleased', title: 'Not paid' })
    expect((await check(waiting?.code ?? '')).json).toMatchObject({ tone: 'wait', title: 'Not ready yet' })
    expect(await admissions([planned?.id ?? '', waiting?.id ?? ''])).toEqual([])
  })

  it('of something that goes by post admits nobody', async () => {
    const { event, check } = await door({ tickets: { poster: { name: 'Poster', deliverable: true } } })
    const [ticket] = await ticketsFor(shop, event, { key: 'poster' })
    expect((await check(ticket?.code ?? '')).json).toMatchObject({ answer: 'by_post', expected: 0 })
  })

  it.each(['ABCD-ABCD-ABCD-ABCD', '', 'x'.repeat(10_000), "' or 1=1 --", 'https://evil.example', '\u0007'])(
    'that the shop does not know (%j) is unknown',
    async (code) => {
      const { check } = await door()
      expect((await check(code)).json).toMatchObject({
        answer: 'unknown',
        tone: 'bad',
        title: 'Unknown code',
      })
    },
  )

  it('may be typed in any case, with spaces or dashes, and with letters that look like digits', async () => {
    const { event, check } = await door()
    const [first, second] = await ticketsFor(shop, event, { qty: 2 })
    expect((await check(` ${first?.code.toLowerCase().replaceAll('-', ' ')} `)).json.answer).toBe('valid')
    const lookalikes = second?.code.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('-', '–') ?? ''
    expect((await check(lookalikes)).json.answer).toBe('valid')
  })
})

describe('a scan', () => {
  it('whose reply was lost is valid when it is asked again, and admits once', async () => {
    const { event, check } = await door()
    const [ticket] = await ticketsFor(shop, event)
    const scan = randomUUID()
    for (let time = 0; time < 3; time++)
      expect((await check(ticket?.code ?? '', scan)).json).toMatchObject({ answer: 'valid', admitted: 1 })
    expect((await check(ticket?.code ?? '')).json.answer).toBe('used')
  })

  it('with the key of another ticket or without one is rejected', async () => {
    const { event, check } = await door()
    const [first, second] = await ticketsFor(shop, event, { qty: 2 })
    const scan = randomUUID()
    await check(first?.code ?? '', scan)
    expect((await check(second?.code ?? '', scan)).status).toBe(409)
    for (const key of ['', 'x', `${scan}'`]) expect((await check(second?.code ?? '', key)).status).toBe(422)
    expect(await admissions([second?.id ?? ''])).toEqual([])
  })

  it('with the key of another door does not pass for the same scan', async () => {
    const { event, check } = await door()
    const [ticket] = await ticketsFor(shop, event)
    const scan = randomUUID()
    await check(ticket?.code ?? '', scan)
    const other = await steward(shop, event)
    expect((await other.check(ticket?.code ?? '', scan)).json.answer).toBe('used')
  })

  it('can be undone, and its ticket used again', async () => {
    const { event, check, undo } = await door()
    const [ticket, other] = await ticketsFor(shop, event, { qty: 2 })
    const scan = randomUUID()
    await check(other?.code ?? '')
    await check(ticket?.code ?? '', scan)
    for (let time = 0; time < 2; time++)
      expect((await undo(scan)).json).toMatchObject({ title: 'Admission undone', admitted: 1, expected: 2 })
    expect((await check(ticket?.code ?? '')).json).toMatchObject({ answer: 'valid', admitted: 2 })
  })

  it('of one door is not undone at another', async () => {
    const { event, check } = await door()
    const [ticket] = await ticketsFor(shop, event)
    const scan = randomUUID()
    await check(ticket?.code ?? '', scan)
    await (await steward(shop, event)).undo(scan)
    expect(await admissions([ticket?.id ?? ''])).toHaveLength(1)
  })
})

describe('the counts', () => {
  it('leave out refunded tickets and other dates', async () => {
    const { event, path, visitor, check } = await door()
    const [ticket, refunded] = await ticketsFor(shop, event, { qty: 3 })
    await ticketsFor(shop, await offer(shop.db))
    await shop.db
      .insertInto('voided_codes')
      .values({ code: refunded?.code ?? '', ticket_id: refunded?.id ?? '', reason: 'refunded' })
      .execute()
    await check(ticket?.code ?? '')
    expect((await visitor.get(`${path}counts/`)).json).toEqual({ admitted: 1, expected: 2 })
  })
})

describe('the page', () => {
  it('shows event, date and counts, and no inline script', async () => {
    const { event, path, visitor } = await door({
      event: { title: '<i>Night</i> Swim' },
      date: { starts_at: new Date('2031-07-01T19:00:00Z') },
    })
    await ticketsFor(shop, event, { qty: 2 })
    const { status, text } = await visitor.get(path, html)
    expect(status).toBe(200)
    expect(text).toContain('<h1>&lt;i&gt;Night&lt;/i&gt; Swim</h1>')
    expect(text).toContain('Tue 1 Jul 2031, 8:00pm')
    expect(text).toMatch(/<span data-part="expected">2<\/span>/)
    expect(text.match(/<script/g)).toHaveLength(1)
    for (const [, asset = ''] of text.matchAll(/"(\/pages\/[^"]+)"/g))
      expect((await shop.app.request(asset)).status).toBe(200)
  })

  it('is not there for a stranger, and neither are its calls', async () => {
    const { event, secret, path } = await door()
    const [ticket] = await ticketsFor(shop, event)
    const visitor = await shop.visitor()
    const nothing = await visitor.get('/nothing/here/', html)
    const wrong = ['x', event.id, secret.toLowerCase(), `${secret}x`].map((name) => `/door/${name}/`)
    for (const address of wrong) {
      const page = await visitor.get(address, html)
      expect([page.status, page.text]).toEqual([404, nothing.text])
      const fields = { code: ticket?.code ?? '', scan: randomUUID() }
      for (const call of ['check', 'undo'])
        expect((await visitor.post(`${address}${call}/`, fields)).status).toBe(404)
      expect((await visitor.get(`${address}counts/`)).status).toBe(404)
    }
    await closeDoorLinks(shop.db, event.id)
    expect((await visitor.get(path, html)).status).toBe(404)
    expect(await admissions([ticket?.id ?? ''])).toEqual([])
  })

  it('has a secret of which the database has only a hash [S9]', async () => {
    const { secret } = await door()
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await shop.db.selectFrom('door_links').selectAll().execute())).not.toContain(secret)
  })

  it('needs the token of its own session [S1]', async () => {
    const { event, path, visitor } = await door()
    const [ticket] = await ticketsFor(shop, event)
    const fields = { code: ticket?.code ?? '', scan: randomUUID() }
    expect((await visitor.post(`${path}check/`, fields, { 'X-XSRF-TOKEN': '' })).status).toBe(403)
    expect(await admissions([ticket?.id ?? ''])).toEqual([])
  })
})

describe('guessing of codes', () => {
  it('is stopped for ten minutes after 200 unknown codes at a link; other doors go on [S16]', async () => {
    const { event, check } = await door()
    const [ticket] = await ticketsFor(shop, event)
    await check('ABCD-ABCD-ABCD-ABCD')
    await shop.db
      .updateTable('limit_counters')
      .set({ count: 199 })
      .where('key', 'like', 'unknown ticket code %')
      .execute()
    expect((await check('ABCD-ABCD-ABCD-ABCD')).status).toBe(200)
    expect((await check(ticket?.code ?? '')).status).toBe(429)
    const other = await steward(shop, event)
    expect((await other.check('ABCD-ABCD-ABCD-ABCD')).status).toBe(200)
    await moveShopTime(shop.db, 601)
    expect((await check(ticket?.code ?? '')).json.answer).toBe('valid')
  })
})
