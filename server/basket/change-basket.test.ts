import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { discountCode, giftVoucher } from '#server/testing/codes.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const quantities = async (visitor: Visitor) =>
  Object.fromEntries(
    (await checkoutOf(visitor)).tickets.map((line: { ticket_id: string; qty: number }) => [
      line.ticket_id,
      line.qty,
    ]),
  )

async function voucher(changes: { organiser_id?: string; currency?: 'GBP' | 'EUR' } = {}) {
  const { organiserId, id } = await offer(shop.db)
  const product = { id: `${id}-voucher`, organiser_id: organiserId, name: 'Gift voucher', ...changes }
  await shop.db
    .insertInto('gift_voucher_products')
    .values({ ...product, min_value: 500, max_value: 10_000, valid_months: 12 })
    .execute()
  return product.id
}

describe('adding', () => {
  it('adds tickets of several types and replies with the address of the checkout [CALL-40, SEAT-27, SEAT-28]', async () => {
    const event = await offer(shop.db, { tickets: { adult: {}, child: { price: 500 } } })
    const visitor = await shop.visitor()
    const reply = await visitor.post('/do/checkout/add/', {
      parent_event_id: null,
      ticket: { adult: event.entry(2), child: event.entry(1, 'child') },
    })
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({ redirect: '/checkout/' })
    expect(await quantities(visitor)).toEqual({ [event.ticket()]: 2, [event.ticket('child')]: 1 })
  })

  it('accepts an entry of the seat screen: event, date, type and no offer in one text, and a quantity [SEAT-29..32]', async () => {
    const event = await offer(shop.db)
    const visitor = await shop.visitor()
    await visitor.post('/do/checkout/add/', {
      parent_event_id: null,
      ticket: {
        adult: {
          ticket: `${event.id}|${event.id}|adult|0`,
          vz_id: null,
          has_offer: false,
          qty: 2,
          seats: [],
        },
      },
    })
    expect(await quantities(visitor)).toEqual({ [event.ticket()]: 2 })
  })

  it('redirects a form to the checkout and skips types with quantity 0 [CALL-40]', async () => {
    const event = await offer(shop.db, { tickets: { adult: {}, child: {} } })
    const visitor = await shop.visitor()
    const form = new URLSearchParams({
      _token: visitor.cookies.get('XSRF-TOKEN') ?? '',
      'ticket[a][ticket]': String(event.entry(1).ticket),
      'ticket[a][qty]': '1',
      'ticket[b][ticket]': String(event.entry(1, 'child').ticket),
      'ticket[b][qty]': '0',
    })
    const sent = await shop.app.request('http://shop.test/do/checkout/add/', {
      method: 'POST',
      body: form,
      headers: { Accept: 'text/html', Cookie: `__Host-session=${visitor.cookies.get('__Host-session')}` },
    })
    expect(sent.status).toBe(303)
    expect(sent.headers.get('location')).toBe('/checkout/')
    expect(await quantities(visitor)).toEqual({ [event.ticket()]: 1 })
  })

  it('adds to an existing line', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(2))
    await visitor.post('/do/checkout/add/', { ticket: [event.entry(3)] })
    expect(await quantities(visitor)).toEqual({ [event.ticket()]: 5 })
  })

  it('creates one basket for two simultaneous first additions', async () => {
    const [one, two] = [await offer(shop.db), await offer(shop.db)]
    const visitor = await shop.visitor()
    const replies = await Promise.all(
      [one, two].map((event) => visitor.post('/do/checkout/add/', { ticket: [event.entry(1)] })),
    )
    expect(replies.map((reply) => reply.status)).toEqual([200, 200])
    expect(await quantities(visitor)).toEqual({ [one.ticket()]: 1, [two.ticket()]: 1 })
  })

  it('leaves out tickets in another currency, with a message [BASK-63]', async () => {
    const [pounds, euros] = [await offer(shop.db), await offer(shop.db, { event: { currency: 'EUR' } })]
    const visitor = await visitorWith(shop, pounds.entry(1), euros.entry(1))
    const checkout = await checkoutOf(visitor)
    expect(checkout.had_mismatching_currencies).toBe(true)
    expect(checkout.currency).toEqual({ code: 'GBP', symbol: '£' })
    expect(await quantities(visitor)).toEqual({ [pounds.ticket()]: 1 })
    await call(visitor, 'update_ticket_quantity', { ticket_id: pounds.ticket(), quantity: 2 })
    expect((await checkoutOf(visitor)).had_mismatching_currencies).toBe(false)
  })

  it('accepts another currency once the basket is empty', async () => {
    const [pounds, euros] = [await offer(shop.db), await offer(shop.db, { event: { currency: 'EUR' } })]
    const visitor = await visitorWith(shop, pounds.entry(1))
    await call(visitor, 'remove_from_basket', { ticket_id: pounds.ticket() })
    await visitor.post('/do/checkout/add/', { ticket: [euros.entry(1)] })
    expect(await checkoutOf(visitor)).toMatchObject({
      currency: { code: 'EUR', symbol: '€' },
      had_mismatching_currencies: false,
    })
  })

  it('adds a gift voucher with a value within its limits [BASK-65] [S14]', async () => {
    const id = await voucher()
    const visitor = await shop.visitor()
    expect(
      (await visitor.post('/do/checkout/add/', { gift_voucher_id: id, value: '25.00', qty: 2 })).status,
    ).toBe(200)
    expect((await checkoutOf(visitor)).gift_vouchers).toMatchObject([
      {
        id,
        name: 'Gift voucher',
        value: '25.00',
        qty: 2,
        o_name: 'Organiser',
        uk_expiry_date: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      },
    ])
    for (const value of ['4.99', '100.01', '-25', '25.001', 'NaN'])
      expect((await visitor.post('/do/checkout/add/', { gift_voucher_id: id, value, qty: 1 })).status).toBe(
        422,
      )
  })

  it('holds at most fifty different items', async () => {
    const id = await voucher()
    const visitor = await shop.visitor()
    const add = (pence: number) =>
      visitor.post('/do/checkout/add/', { gift_voucher_id: id, value: `10.${pence}`, qty: 1 })
    for (let pence = 10; pence < 60; pence++) expect((await add(pence)).status).toBe(200)
    const refused = await add(60)
    expect([refused.status, refused.json.message]).toEqual([
      422,
      'A basket can hold at most 50 different items',
    ])
    expect((await checkoutOf(visitor)).gift_vouchers).toHaveLength(50)
    expect((await add(10)).status).toBe(200)
  })

  it('rejects items that are not on sale and leaves the basket unchanged [S21]', async () => {
    const event = await offer(shop.db)
    const hidden = await offer(shop.db, { date: { published: false } })
    const past = await offer(shop.db, { date: { starts_at: new Date(0) } })
    const visitor = await visitorWith(shop, event.entry(1))
    const before = await checkoutOf(visitor)
    const entries = [
      hidden.entry(1),
      past.entry(1),
      event.entry(1, 'senior'),
      { ...event.entry(1), ticket: `${event.id}|${hidden.id}|adult|0` },
      { ...event.entry(1), ticket: `${event.id}|${event.id}|adult|1` },
      { ...event.entry(1), ticket: `${event.id}|${event.id}|adult` },
      event.entry(101),
    ]
    for (const entry of entries) {
      const reply = await visitor.post('/do/checkout/add/', { ticket: [event.entry(1), entry] })
      expect(reply.status, JSON.stringify(entry)).toBe(422)
      expect(reply.json.message).toBeTruthy()
    }
    expect((await visitor.post('/do/checkout/add/', {})).json.message).toBe(
      'Choose how many tickets you would like',
    )
    expect({ ...(await checkoutOf(visitor)), server_time: '' }).toEqual({ ...before, server_time: '' })
  })

  it('rejects more tickets than are left [BASK-48]', async () => {
    const event = await offer(shop.db, { places: 3 })
    const visitor = await shop.visitor()
    const reply = await visitor.post('/do/checkout/add/', { ticket: [event.entry(4)] })
    expect(reply.status).toBe(422)
    expect(reply.json.message).toBe('You can only reserve 3 tickets of this type')
  })
})

describe('changing', () => {
  it('sets the quantity of a ticket line [CALL-04]', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(1))
    const reply = await call(visitor, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 4 })
    expect(reply.status).toBe(200)
    expect(await checkoutOf(visitor)).toMatchObject({ tickets: [{ qty: 4 }], basket_total: '40.00' })
  })

  it('keeps quantities within stock and the limit per customer [BASK-47, ENTI-15]', async () => {
    const scarce = await offer(shop.db, { places: 5, tickets: { adult: {}, child: {} } })
    const limited = await offer(shop.db, { tickets: { adult: { max_per_customer: 2 } } })
    const visitor = await visitorWith(shop, scarce.entry(2), scarce.entry(1, 'child'), limited.entry(1))
    const { tickets } = await checkoutOf(visitor)
    expect(tickets.map((line: { max_can_reserve: number }) => line.max_can_reserve)).toEqual([4, 3, 2])
    const tooMany = await call(visitor, 'update_ticket_quantity', { ticket_id: scarce.ticket(), quantity: 5 })
    expect(tooMany.json.message).toBe('You can only reserve 4 tickets of this type')
    expect(
      (await call(visitor, 'update_ticket_quantity', { ticket_id: limited.ticket(), quantity: 3 })).status,
    ).toBe(422)
    expect(await quantities(visitor)).toMatchObject({ [scarce.ticket()]: 2, [limited.ticket()]: 1 })
  })

  it('sets the quantity of the gift voucher of that value [CALL-05, BASK-61]', async () => {
    const id = await voucher()
    const visitor = await shop.visitor()
    for (const value of ['10', '20'])
      await visitor.post('/do/checkout/add/', { gift_voucher_id: id, value, qty: 1 })
    const reply = await call(visitor, 'update_gift_voucher_quantity', {
      gift_voucher_id: id,
      qty: 3,
      value: '20.00',
    })
    expect(reply.status).toBe(200)
    expect((await checkoutOf(visitor)).gift_vouchers).toMatchObject([
      { value: '10.00', qty: 1 },
      { value: '20.00', qty: 3 },
    ])
    expect(
      (await call(visitor, 'update_gift_voucher_quantity', { gift_voucher_id: id, qty: 3, value: '15' }))
        .status,
    ).toBe(404)
  })

  it('charges refund protection when chosen, for the events that offer it [CALL-06, BASK-35] [L2]', async () => {
    const organiser = { id: 'protecting', refund_protection_cost_basis_points: 500 }
    const covered = await offer(shop.db, { organiser, event: { refund_protection: true } })
    const uncovered = await offer(shop.db, { organiser })
    const visitor = await visitorWith(shop, covered.entry(1), uncovered.entry(1))
    expect(await checkoutOf(visitor)).toMatchObject({
      has_refund_protection: true,
      refund_protection: false,
      refund_protection_cost: '0.50',
      basket_total: '20.00',
    })
    await call(visitor, 'update_refund_protection', { refund_protection: true })
    expect(await checkoutOf(visitor)).toMatchObject({ refund_protection: true, basket_total: '20.50' })
    await call(visitor, 'update_refund_protection', { refund_protection: false })
    expect(await checkoutOf(visitor)).toMatchObject({ refund_protection: false, basket_total: '20.00' })
    expect((await call(visitor, 'update_refund_protection', { refund_protection: 'maybe' })).status).toBe(422)
  })

  it('removes tickets and gift vouchers [CALL-08, CALL-09, BASK-59, BASK-60]', async () => {
    const event = await offer(shop.db)
    const id = await voucher()
    const visitor = await visitorWith(shop, event.entry(1))
    await visitor.post('/do/checkout/add/', { gift_voucher_id: id, value: '10', qty: 1 })
    expect((await call(visitor, 'remove_from_basket', { ticket_id: event.ticket() })).status).toBe(200)
    expect(
      (await call(visitor, 'remove_gift_voucher_from_basket', { gift_voucher_id: id, value: '10.00' }))
        .status,
    ).toBe(200)
    expect(await checkoutOf(visitor)).toMatchObject({ tickets: [], gift_vouchers: [], basket_total: '0.00' })
    expect((await call(visitor, 'remove_from_basket', { ticket_id: event.ticket() })).status).toBe(404)
  })

  it("cannot change another visitor's basket [S21]", async () => {
    const event = await offer(shop.db)
    const [owner, other] = [await visitorWith(shop, event.entry(1)), await shop.visitor()]
    expect((await call(other, 'remove_from_basket', { ticket_id: event.ticket() })).status).toBe(409)
    expect(
      (await call(other, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 2 })).status,
    ).toBe(409)
    expect(await quantities(owner)).toEqual({ [event.ticket()]: 1 })
  })

  it.each([
    '-1',
    '0',
    '1.5',
    '1000000000',
    '9007199254740992',
    'NaN',
    '',
    '0x10',
    '1e1',
    ' ',
    '１',
    '+1',
    '01',
  ])('rejects the quantity "%s" and changes nothing [S12]', async (quantity) => {
    const event = await offer(shop.db)
    const id = await voucher()
    const visitor = await visitorWith(shop, event.entry(1))
    await visitor.post('/do/checkout/add/', { gift_voucher_id: id, value: '10', qty: 1 })
    const before = await checkoutOf(visitor)
    const replies = [
      await call(visitor, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity }),
      await call(visitor, 'update_gift_voucher_quantity', {
        gift_voucher_id: id,
        qty: quantity,
        value: '10',
      }),
      await visitor.post('/do/checkout/add/', { ticket: [{ ...event.entry(1), qty: quantity }] }),
    ]
    for (const reply of replies) expect(reply.status).toBe(422)
    expect({ ...(await checkoutOf(visitor)), server_time: '' }).toEqual({ ...before, server_time: '' })
  })

  it('rejects malformed forms and unknown ids and changes nothing [S12, S21]', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(1))
    const bodies: [string, number][] = [
      [`ticket_id=${event.ticket()}&quantity=%zz`, 400],
      [`ticket_id=${event.ticket()}&quantity=2%00`, 400],
      [`ticket_id=${event.ticket()}&quantity[]=2`, 422],
      [`ticket_id[a]=${event.ticket()}&quantity=2`, 422],
      [`ticket_id=nothing&quantity=2`, 404],
      [`ticket_id=' or 1=1 --&quantity=2`, 422],
      ['', 422],
    ]
    for (const [body, status] of bodies)
      expect((await call(visitor, 'update_ticket_quantity', body)).status, body).toBe(status)
    const tokenless = await visitor.post(
      '/ajax/checkout/checkout/update_ticket_quantity/',
      { ticket_id: event.ticket(), quantity: 2 },
      { 'X-XSRF-TOKEN': '' },
    )
    expect(tokenless.status).toBe(403)
    expect(await quantities(visitor)).toEqual({ [event.ticket()]: 1 })
  })

  it('ignores prices, states and owners sent by a page [S13]', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, { ...event.entry(1), price: '0.01', booking_fee: '0' })
    const extra = {
      price: '0.01',
      total: '0.01',
      state: 'order_completed',
      user_id: 'x',
      paid_at: '2020-01-01',
      payment_complete: '1',
    }
    await call(visitor, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 2, ...extra })
    expect(await checkoutOf(visitor)).toMatchObject({
      basket_total: '20.00',
      state: 'basket',
      payment_complete: false,
    })
  })
})

describe('codes', () => {
  async function code(
    changes: Partial<{
      kind: 'ticket_percent' | 'ticket_amount' | 'basket_amount'
      amount: number
      event_id: string
      organiser_id: string
      max_uses: number
      ends_at: Date
      currency: 'GBP' | 'EUR'
    }>,
  ) {
    const name = `CODE${Math.random().toString(36).slice(2).toUpperCase()}`
    return discountCode(shop.db, name, changes)
  }

  it('reduces each ticket by a percentage and shows it under its code [CALL-07, BASK-56, MONY-09]', async () => {
    const event = await offer(shop.db, { tickets: { adult: { price: 1255, booking_fee: 100 } } })
    const visitor = await visitorWith(shop, event.entry(2))
    const name = await code({})
    const reply = await call(visitor, 'set_code', { code: ` ${name.toLowerCase()} ` })
    expect(reply.json).toEqual({ code_applied: true })
    expect(await checkoutOf(visitor)).toMatchObject({
      tickets: [{ price: '12.55', discount_amount: '1.26' }],
      discounts_applied: { [name]: '2.52' },
      offers_applied_total: '0.00',
      basket_total: '24.58',
    })
  })

  it('reduces the whole basket by an offer, never by more than its tickets cost [S16]', async () => {
    const event = await offer(shop.db, { tickets: { adult: { price: 300, booking_fee: 50 } } })
    const visitor = await visitorWith(shop, event.entry(1))
    await call(visitor, 'set_code', {
      code: await code({ kind: 'basket_amount', amount: 500, currency: 'GBP' }),
    })
    expect(await checkoutOf(visitor)).toMatchObject({
      offers_applied_total: '3.00',
      discounts_applied: {},
      basket_total: '0.50',
    })
  })

  it('replaces an earlier discount code [S16]', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(1))
    await call(visitor, 'set_code', { code: await code({}) })
    const second = await code({ kind: 'ticket_amount', amount: 250, currency: 'GBP' })
    await call(visitor, 'set_code', { code: second })
    expect((await checkoutOf(visitor)).discounts_applied).toEqual({ [second]: '2.50' })
  })

  it('replies alike to wrong, used up, expired and foreign codes [BASK-57] [S16]', async () => {
    const event = await offer(shop.db)
    const other = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(1))
    const wrong = [
      'NOSUCHCODE',
      await code({ max_uses: 0 }),
      await code({ ends_at: new Date(0) }),
      await code({ event_id: other.id }),
      await code({ organiser_id: other.organiserId }),
      await code({ kind: 'basket_amount', currency: 'EUR' }),
    ]
    for (const name of wrong) {
      const reply = await call(visitor, 'set_code', { code: name })
      expect([reply.status, reply.text], name).toEqual([200, '{"code_applied":false}'])
    }
    expect((await checkoutOf(visitor)).basket_total).toBe('10.00')
    expect((await call(visitor, 'set_code', { code: '' })).status).toBe(422)
  })

  it('limits the rate at which a visitor can guess codes [S16]', async () => {
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    for (let i = 0; i < 20; i++) await call(visitor, 'set_code', { code: `GUESS${i}` })
    const reply = await call(visitor, 'set_code', { code: await code({}) })
    expect(reply.status).toBe(429)
    expect((await checkoutOf(visitor)).discounts_applied).toEqual({})
  })

  it("pays only its organiser's tickets and fees with a gift voucher", async () => {
    const own = await offer(shop.db, { tickets: { adult: { price: 1000, booking_fee: 100 } } })
    const other = await offer(shop.db)
    const { organiserId } = own
    const giftCode = await giftVoucher(shop.db, `GIFT${own.id.toUpperCase()}`, { organiserId, value: 50_00 })
    const stranger = await visitorWith(shop, other.entry(1))
    expect((await call(stranger, 'set_code', { code: giftCode })).json).toEqual({ code_applied: false })
    const visitor = await visitorWith(shop, own.entry(2), other.entry(1))
    expect((await call(visitor, 'set_code', { code: giftCode })).json).toEqual({ code_applied: true })
    expect(await checkoutOf(visitor)).toMatchObject({
      gift_vouchers_applied_total: '22.00',
      basket_total: '10.00',
    })
  })
})

it('keeps lines in the order in which they were added, even at the same instant', async () => {
  const [first, second] = [await offer(shop.db), await offer(shop.db)]
  const lastById = await offer(shop.db, { tickets: { zebra: {}, ant: {} } })
  // A frozen clock, as within its resolution.
  await sql`create or replace function shop_now() returns timestamptz language sql stable as $$ select timestamptz '2026-01-01' $$`.execute(
    shop.db,
  )
  try {
    const visitor = await visitorWith(
      shop,
      lastById.entry(1, 'zebra'),
      second.entry(1),
      lastById.entry(1, 'ant'),
      first.entry(1),
    )
    const { tickets, organisers } = await checkoutOf(visitor)
    expect(tickets.map((line: { ticket_id: string }) => line.ticket_id)).toEqual([
      lastById.ticket('zebra'),
      second.ticket(),
      lastById.ticket('ant'),
      first.ticket(),
    ])
    expect(organisers.map((one: { id: string }) => one.id)).toEqual([
      lastById.organiserId,
      second.organiserId,
      first.organiserId,
    ])
  } finally {
    await sql`create or replace function shop_now() returns timestamptz language sql stable as $$ select clock_timestamp() + moved_by from shop_clock $$`.execute(
      shop.db,
    )
  }
})
