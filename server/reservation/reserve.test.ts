import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime, shopNowPlus } from '#server/database/shop-time.ts'
import { account, newEmail } from '#server/testing/buyers.ts'
import { discountCode, giftVoucher } from '#server/testing/codes.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

import { expired } from '#src/basket/rules/expired.ts'
import { releaseExpired } from './expiry.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const reserve = (visitor: Visitor, token?: string) =>
  call(visitor, 'reserve_tickets', token ? { 'h-captcha-response': token } : {})

const saleOf = (reference: string) =>
  shop.db.selectFrom('sales').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()

async function openPayment(reference: string): Promise<void> {
  const sale = await saleOf(reference)
  await shop.db
    .insertInto('payment_attempts')
    .values({
      sale_id: sale.id,
      attempt: 'one',
      provider: 'stripe',
      method: 'card',
      basket_version: sale.basket_version,
      amount: 1000,
      currency: 'GBP',
      provider_id: null,
      details: null,
    })
    .execute()
}

async function endPayment(reference: string): Promise<void> {
  const sale = await saleOf(reference)
  await shop.db
    .updateTable('payment_attempts')
    .set({ status: 'failed' })
    .where('sale_id', '=', sale.id)
    .execute()
}

/** Marks a sale as paid, as far as these tests need. */
async function pay(reference: string): Promise<void> {
  const changes = { paid_at: new Date(), held_until: null, state: 'deliver_tickets' as const }
  await shop.db.updateTable('sales').set(changes).where('reference', '=', reference).execute()
}

describe('reserving', () => {
  it('holds everything in the basket for ten minutes under an unguessable reference [CALL-10, RESV-05, RESV-06] [S20]', async () => {
    const event = await offer(shop.db, { tickets: { adult: {}, child: {} } })
    const visitor = await visitorWith(shop, event.entry(2), event.entry(1, 'child'))
    const { json } = await reserve(visitor)
    expect(json).toEqual({
      reserved: true,
      sale_reference: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      fresh_reservation: true,
      checkout_time: 600,
    })
    expect(await event.pool()).toMatchObject({ held: 3, sold: 0 })
    const checkout = await checkoutOf(visitor)
    expect(checkout).toMatchObject({ state: 'reserve', sale_reference: json.sale_reference })
    expect(checkout.seconds_remaining).toBeGreaterThan(595)
    expect(checkout.seconds_remaining).toBeLessThanOrEqual(600)
  })

  it('reserves anew in the last second of a hold, which is over on the page [C3]', async () => {
    const event = await offer(shop.db, { places: 2 })
    const visitor = await visitorWith(shop, event.entry(2))
    await reserve(visitor)
    await shop.db
      .updateTable('sales')
      .set({ held_until: shopNowPlus(0.9) })
      .where(
        'id',
        'in',
        shop.db.selectFrom('sale_tickets').select('sale_id').where('ticket_type_id', '=', event.ticket()),
      )
      .execute()
    expect((await reserve(visitor)).json).toMatchObject({ fresh_reservation: true, checkout_time: 600 })
    expect(await event.pool()).toMatchObject({ held: 2, sold: 0 })
  })

  it('replies to ten simultaneous calls of one visitor with one hold, new only once [OPEN-65] [C6]', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(2))
    const replies = await Promise.all(Array.from({ length: 10 }, () => reserve(visitor)))
    expect(new Set(replies.map(({ json }) => json.sale_reference)).size).toBe(1)
    expect(replies.filter(({ json }) => json.fresh_reservation)).toHaveLength(1)
    expect((await event.pool()).held).toBe(2)
  })

  it('reserves the last tickets for one of two buyers and tells the other [RESV-13, BASK-64]', async () => {
    const event = await offer(shop.db, { places: 3 })
    const visitors = [await visitorWith(shop, event.entry(2)), await visitorWith(shop, event.entry(2))]
    const replies = await Promise.all(visitors.map((visitor) => reserve(visitor)))
    expect(replies.filter(({ json }) => json.reserved)).toHaveLength(1)
    const loser = replies.findIndex(({ json }) => !json.reserved)
    const error = expect.stringContaining('there are not enough tickets left')
    expect(replies[loser]?.json).toEqual({ error })
    expect(await event.pool()).toMatchObject({ held: 2, sold: 0 })
    expect(await checkoutOf(visitors[loser]!)).toMatchObject({
      state: 'basket',
      reserving_error: error,
      seconds_remaining: 0,
    })
  })

  it('holds nothing if one of several pools is short', async () => {
    const [plenty, scarce] = [await offer(shop.db), await offer(shop.db, { places: 2 })]
    const visitor = await visitorWith(shop, plenty.entry(2), scarce.entry(2))
    await reserve(await visitorWith(shop, scarce.entry(1)))
    expect((await reserve(visitor)).json.error).toBeTruthy()
    expect((await plenty.pool()).held).toBe(0)
    expect((await scarce.pool()).held).toBe(1)
  })

  it('rejects an empty basket, a line below its minimum, and tickets that are not on sale [C27]', async () => {
    expect((await reserve(await shop.visitor())).json).toEqual({ error: 'Your basket is empty' })
    const group = await offer(shop.db, { tickets: { adult: { min_per_customer: 4 } } })
    expect((await reserve(await visitorWith(shop, group.entry(3)))).json).toEqual({
      error: 'You must purchase a minimum of 4 tickets of this type',
    })
    for (const date of [{ sale_opens_at: new Date('2999-01-01') }, { sale_closes_at: new Date(0) }]) {
      const event = await offer(shop.db, { date })
      const reply = await reserve(await visitorWith(shop, event.entry(1)))
      expect(reply.json.error).toContain('is not on sale now')
      expect((await event.pool()).held).toBe(0)
    }
  })

  it('needs required tickets in the basket, or bought before by the signed-in buyer [BASK-52..55, C27]', async () => {
    const event = await offer(shop.db, { tickets: { adult: {}, child: {} } })
    await shop.db
      .insertInto('ticket_requirements')
      .values({ ticket_type_id: event.ticket('child'), required_ticket_type_id: event.ticket('adult') })
      .execute()
    const visitor = await visitorWith(shop, event.entry(1, 'child'))
    const title = `Event ${event.id.split('-')[1]} - adult`
    expect((await checkoutOf(visitor)).tickets[0].required_tickets).toMatchObject([
      { ids: [event.ticket('adult')], title },
    ])
    expect((await reserve(visitor)).json.error).toBe(
      `You must also purchase the following tickets to continue the checkout: ${title}`,
    )
    expect(
      (await reserve(await visitorWith(shop, event.entry(1), event.entry(1, 'child')))).json.reserved,
    ).toBe(true)

    const user = await shop.db
      .insertInto('users')
      .values({ email: `${event.id}@example.com` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const earlier = await visitorWith(shop, event.entry(1))
    const { json } = await reserve(earlier)
    await pay(json.sale_reference)
    await shop.db
      .updateTable('sales')
      .set({ user_id: user.id })
      .where('reference', '=', json.sale_reference)
      .execute()
    const sale = await saleOfVisitor(visitor)
    await shop.db.updateTable('sessions').set({ user_id: user.id }).where('sale_id', '=', sale).execute()
    expect((await checkoutOf(visitor)).tickets[0].required_tickets).toEqual([])
    expect((await reserve(visitor)).json.reserved).toBe(true)
  })

  it('applies the limit per customer to everything the same visitor holds or bought [C27]', async () => {
    const event = await offer(shop.db, { tickets: { adult: { max_per_customer: 3 } } })
    const visitor = await visitorWith(shop, event.entry(2))
    await pay((await reserve(visitor)).json.sale_reference)
    await visitor.post('/do/checkout/add/', { ticket: [event.entry(2)] })
    const { title } = await shop.db
      .selectFrom('events')
      .select('title')
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow()
    const error = `You can only buy 3 of ${title} - adult, and you already have 2. Please edit your basket`
    expect((await reserve(visitor)).json.error).toBe(error)
    expect((await checkoutOf(visitor)).reserving_error).toBe(error)
    await call(visitor, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 1 })
    expect((await reserve(visitor)).json.reserved).toBe(true)
  })

  it('applies the limit per customer to what the same account holds in another browser', async () => {
    const event = await offer(shop.db, { tickets: { adult: { max_per_customer: 3 } } })
    const buyer = { user_id: await account(shop, newEmail()) }
    const elsewhere = await visitorWith(shop, event.entry(2))
    const here = await visitorWith(shop, event.entry(2))
    for (const visitor of [elsewhere, here]) {
      const id = await saleOfVisitor(visitor)
      await shop.db.updateTable('sales').set(buyer).where('id', '=', id).execute()
      await shop.db.updateTable('sessions').set(buyer).where('sale_id', '=', id).execute()
    }
    // A basket that is not reserved does not count.
    expect((await reserve(here)).json.reserved).toBe(true)
    await call(here, 'destroy_sale')
    expect((await reserve(elsewhere)).json.reserved).toBe(true)
    expect((await reserve(here)).json.error).toMatch(
      /^You can only buy 3 of .* - adult, and you already have 2\. Please edit your basket$/,
    )
    expect((await event.pool()).held).toBe(2)
  })

  it('does not apply the limit per customer to what other people hold', async () => {
    const event = await offer(shop.db, { tickets: { adult: { max_per_customer: 3 } } })
    await reserve(await visitorWith(shop, event.entry(3)))
    expect((await reserve(await visitorWith(shop, event.entry(3)))).json.reserved).toBe(true)
  })

  it('names every type of ticket of which too few are left', async () => {
    const event = await offer(shop.db, { event: { title: 'Gala' }, tickets: { adult: {}, child: {} } })
    const visitor = await visitorWith(shop, event.entry(2), event.entry(1, 'child'))
    await shop.db.updateTable('pools').set({ capacity: 2 }).where('id', '=', event.id).execute()
    expect((await reserve(visitor)).json.error).toBe(
      'Sorry, there are not enough tickets left for Gala - adult, Gala - child. Please choose fewer or other tickets',
    )
  })

  it('tells of two types of which too few are left together that the first can be kept', async () => {
    const event = await offer(shop.db, { tickets: { adult: {}, child: {} } })
    const visitor = await visitorWith(shop, event.entry(2), event.entry(2, 'child'))
    await shop.db.updateTable('pools').set({ capacity: 3 }).where('id', '=', event.id).execute()
    expect((await reserve(visitor)).json.error).toMatch(/^Sorry, there are not enough tickets left/)
    const { tickets } = await checkoutOf(visitor)
    expect(tickets.map((line: { max_can_reserve: number }) => line.max_can_reserve)).toEqual([3, 1])
  })

  it('names the tickets of every event of which too few are left, and of none else', async () => {
    const events = await Promise.all(
      ['Gala', 'Regatta', 'Fair'].map((title) => offer(shop.db, { event: { title } })),
    )
    const visitor = await visitorWith(shop, ...events.map((event) => event.entry(2)))
    for (const { id } of events.slice(0, 2))
      await shop.db.updateTable('pools').set({ capacity: 1 }).where('id', '=', id).execute()
    expect((await reserve(visitor)).json.error).toBe(
      'Sorry, there are not enough tickets left for Gala - adult, Regatta - adult. Please choose fewer or other tickets',
    )
  })

  it('names every event that is not on sale now, and tells that none of its tickets can be reserved', async () => {
    const events = await Promise.all(
      ['Gala', 'Regatta', 'Fair'].map((title) => offer(shop.db, { event: { title } })),
    )
    const visitor = await visitorWith(shop, ...events.map((event) => event.entry(1)))
    for (const { id } of events.slice(0, 2))
      await shop.db.updateTable('events').set({ published: false }).where('id', '=', id).execute()
    expect((await reserve(visitor)).json.error).toBe('Sorry, Gala and Regatta are not on sale now')
    const { tickets } = await checkoutOf(visitor)
    const most = tickets.map((line: { max_can_reserve: number }) => line.max_can_reserve > 0)
    expect(most).toEqual([false, false, true])
  })

  it('keeps the price of the reservation while it is held', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(1))
    await reserve(visitor)
    await shop.db.updateTable('ticket_types').set({ price: 9900 }).where('id', '=', event.ticket()).execute()
    expect((await checkoutOf(visitor)).basket_total).toBe('10.00')
    await call(visitor, 'destroy_sale')
    expect((await checkoutOf(visitor)).basket_total).toBe('99.00')
  })

  it('holds a use of the code, so that a single-use code is applied once [C4]', async () => {
    const event = await offer(shop.db)
    const discount = { amount: 50_00, max_uses: 1 }
    const code = await discountCode(shop.db, `ONCE${event.id.toUpperCase()}`, discount)
    const visitors = [await visitorWith(shop, event.entry(1)), await visitorWith(shop, event.entry(1))]
    for (const visitor of visitors)
      expect((await call(visitor, 'set_code', { code })).json.code_applied).toBe(true)
    const replies = await Promise.all(visitors.map((visitor) => reserve(visitor)))
    expect(replies.filter(({ json }) => json.reserved)).toHaveLength(1)
    const loser = visitors[replies.findIndex(({ json }) => !json.reserved)]!
    expect((await checkoutOf(loser)).reserving_error).toContain(`The code ${code} can no longer be used`)
    expect((await event.pool()).held).toBe(1)
    const winner = visitors.find((visitor) => visitor !== loser)!
    expect((await checkoutOf(winner)).basket_total).toBe('5.00')
    await call(winner, 'destroy_sale')
    const { held } = await shop.db
      .selectFrom('discount_codes')
      .select('held')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    expect(held).toBe(0)
  })

  it("holds a gift voucher's balance, so that two baskets cannot both spend it [C4]", async () => {
    const event = await offer(shop.db)
    const { organiserId } = event
    const code = await giftVoucher(shop.db, `MONEY${event.id.toUpperCase()}`, { organiserId, value: 15_00 })
    const visitors = [await visitorWith(shop, event.entry(1)), await visitorWith(shop, event.entry(1))]
    for (const visitor of visitors) await call(visitor, 'set_code', { code })
    const replies = []
    for (const visitor of visitors) replies.push((await reserve(visitor)).json)
    expect(replies).toEqual([expect.objectContaining({ reserved: true }), { error: expect.any(String) }])
    expect((await reserve(visitors[1]!)).json.reserved).toBe(true)
    const totals = await Promise.all(
      visitors.map(async (visitor) => (await checkoutOf(visitor)).gift_vouchers_applied_total),
    )
    expect(totals).toEqual(['10.00', '5.00'])
    for (const visitor of visitors) await call(visitor, 'destroy_sale')
    const voucher = await shop.db
      .selectFrom('issued_vouchers')
      .selectAll()
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    expect(voucher).toMatchObject({ balance: 1500, held: 0 })
  })
})

describe('captcha', () => {
  it('is required for high-demand events, with an error for a wrong token [RESV-11, CAPT-12] [S10]', async () => {
    const event = await offer(shop.db, { event: { demands_captcha: true } })
    const visitor = await visitorWith(shop, event.entry(1))
    const first = await reserve(visitor)
    expect(first.json).toEqual({ captcha: true, captcha_sitekey: expect.stringMatching(/.+/), error: '' })
    expect((await checkoutOf(visitor)).captcha_sitekey).toBe(first.json.captcha_sitekey)
    const second = await reserve(visitor, 'made-up-token')
    expect(second.json).toMatchObject({
      captcha: true,
      error: 'The challenge was not passed. Please try again',
    })
    expect((await event.pool()).held).toBe(0)
  })

  it('is not required again for the same reservation once passed, and its token is accepted once [CAPT-11] [S10]', async () => {
    const event = await offer(shop.db, { event: { demands_captcha: true } })
    const solved = await shop.app.request('http://127.0.0.1:0/sandbox/hcaptcha/token', { method: 'POST' })
    const { token } = (await solved.json()) as { token: string }
    const visitor = await visitorWith(shop, event.entry(1))
    expect((await reserve(visitor, token)).json.reserved).toBe(true)
    expect((await checkoutOf(visitor)).captcha_sitekey).toBe('')
    const other = await visitorWith(shop, event.entry(1))
    expect((await reserve(other, token)).json.captcha).toBe(true)
    expect((await event.pool()).held).toBe(1)
  })

  it('is required after a basket was reserved many times [S11]', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(1))
    for (let i = 0; i < 5; i++) {
      expect((await reserve(visitor)).json.reserved).toBe(true)
      await call(visitor, 'destroy_sale')
    }
    expect((await reserve(visitor)).json.captcha).toBe(true)
  })
})

describe('editing a held basket', () => {
  it('releases the tickets once and records the edit [CALL-33, CONT-48, OPEN-46] [C24]', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(2))
    const { json } = await reserve(visitor)
    const replies = await Promise.all([call(visitor, 'destroy_sale'), call(visitor, 'destroy_sale')])
    expect(replies.map((reply) => reply.status)).toEqual([200, 200])
    expect((await event.pool()).held).toBe(0)
    expect(await checkoutOf(visitor)).toMatchObject({
      state: 'basket',
      sale_reference: '',
      edit_basket_clicked: true,
      seconds_remaining: 0,
      tickets: [{ qty: 2 }],
    })
    const again = await reserve(visitor)
    expect(again.json.sale_reference).not.toBe(json.sale_reference)
    expect((await checkoutOf(visitor)).edit_basket_clicked).toBe(false)
  })

  it('releases the tickets when the contents change, so that nothing is paid at an old price', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(2))
    await reserve(visitor)
    await call(visitor, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 3 })
    expect((await event.pool()).held).toBe(0)
    expect(await checkoutOf(visitor)).toMatchObject({
      state: 'basket',
      seconds_remaining: 0,
      basket_total: '30.00',
    })
  })

  it('keeps the hold if the change is rejected', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(2))
    await reserve(visitor)
    expect(
      (await call(visitor, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 101 })).status,
    ).toBe(422)
    expect((await call(visitor, 'remove_from_basket', { ticket_id: 'other' })).status).toBe(404)
    expect((await call(visitor, 'set_code', { code: 'NOSUCHCODE' })).json.code_applied).toBe(false)
    expect((await event.pool()).held).toBe(2)
    expect((await checkoutOf(visitor)).seconds_remaining).toBeGreaterThan(590)
  })

  it('is rejected during and after a payment [C22]', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(2))
    const { json } = await reserve(visitor)
    const edits = () => [
      call(visitor, 'destroy_sale'),
      call(visitor, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 1 }),
      call(visitor, 'remove_from_basket', { ticket_id: event.ticket() }),
      call(visitor, 'update_refund_protection', { refund_protection: true }),
      call(visitor, 'set_code', { code: 'ANY' }),
    ]
    await openPayment(json.sale_reference)
    for (const reply of await Promise.all(edits())) expect(reply.status).toBe(409)
    expect((await visitor.post('/do/checkout/add/', { ticket: [event.entry(1)] })).status).toBe(409)
    await pay(json.sale_reference)
    for (const reply of await Promise.all(edits()))
      expect([reply.status, reply.json.message]).toEqual([409, 'This order is already complete'])
    expect((await reserve(visitor)).json).toEqual({ error: 'This order is already complete' })
    expect((await event.pool()).held).toBe(2)
  })

  it('starts a new basket after a paid one', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(2))
    await pay((await reserve(visitor)).json.sale_reference)
    expect(await checkoutOf(visitor)).toMatchObject({ payment_complete: true, seconds_remaining: 0 })
    await visitor.post('/do/checkout/add/', { ticket: [event.entry(1)] })
    expect(await checkoutOf(visitor)).toMatchObject({
      state: 'basket',
      payment_complete: false,
      tickets: [{ qty: 1 }],
    })
  })
})

describe('expiry of the hold', () => {
  it('releases the tickets once and turns the sale into a basket', async () => {
    const event = await offer(shop.db, { places: 2 })
    const visitor = await visitorWith(shop, event.entry(2))
    const { json } = await reserve(visitor)
    await moveShopTime(shop.db, 570)
    expect(await checkoutOf(visitor)).toMatchObject({ state: 'reserve' })
    await moveShopTime(shop.db, 30)
    const views = await Promise.all([checkoutOf(visitor), checkoutOf(visitor), releaseExpired(shop.db)])
    for (const view of views.slice(0, 2))
      expect(view).toMatchObject({ state: 'basket', seconds_remaining: 0, tickets: [{ qty: 2 }] })
    expect(await event.pool()).toMatchObject({ held: 0, sold: 0 })
    expect((await reserve(visitor)).json).toMatchObject({
      fresh_reservation: true,
      sale_reference: json.sale_reference,
    })
    expect((await event.pool()).held).toBe(2)
  })

  it.each([
    ['by the job', () => releaseExpired(shop.db)],
    ['by the call of the buyer who comes back', () => Promise.resolve(0)],
  ])(
    'keeps that the time expired for the buyer, %s, until the tickets are reserved again',
    async (_, end) => {
      const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
      await reserve(visitor)
      await moveShopTime(shop.db, 1200)
      await end()
      expect(await checkoutOf(visitor)).toMatchObject({ state: 'basket', reserving_error: expired })
      await reserve(visitor)
      expect(await checkoutOf(visitor)).toMatchObject({ reserving_error: '' })
    },
  )

  it('keeps another reservation error that was stored before the time expired [CONT-58]', async () => {
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    const { json } = await reserve(visitor)
    const changes = { reserving_error: 'Seats were lost' }
    await shop.db.updateTable('sales').set(changes).where('reference', '=', json.sale_reference).execute()
    await moveShopTime(shop.db, 1200)
    expect(await checkoutOf(visitor)).toMatchObject({ state: 'basket', reserving_error: 'Seats were lost' })
  })

  it("sells another visitor's expired tickets without waiting for the job [C24, C25]", async () => {
    const event = await offer(shop.db, { places: 2 })
    await reserve(await visitorWith(shop, event.entry(2)))
    const second = await shop.visitor()
    await moveShopTime(shop.db, 600)
    await second.post('/do/checkout/add/', { ticket: [event.entry(1)] })
    expect((await reserve(second)).json.reserved).toBe(true)
    expect((await event.pool()).held).toBe(1)
  })

  it('waits for a payment in progress, and happens after it fails [C24]', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(1))
    const { json } = await reserve(visitor)
    await openPayment(json.sale_reference)
    await moveShopTime(shop.db, 1200)
    await releaseExpired(shop.db)
    expect(await checkoutOf(visitor)).toMatchObject({ state: 'reserve', seconds_remaining: 0 })
    expect((await event.pool()).held).toBe(1)
    await endPayment(json.sale_reference)
    expect(await checkoutOf(visitor)).toMatchObject({ state: 'basket' })
    expect((await event.pool()).held).toBe(0)
  })

  it('never releases paid tickets', async () => {
    const event = await offer(shop.db)
    const { json } = await reserve(await visitorWith(shop, event.entry(1)))
    const changes = { paid_at: new Date() }
    await shop.db.updateTable('sales').set(changes).where('reference', '=', json.sale_reference).execute()
    await moveShopTime(shop.db, 1200)
    await releaseExpired(shop.db)
    expect((await event.pool()).held).toBe(1)
  })
})

async function saleOfVisitor(visitor: Visitor): Promise<string | null> {
  const token = visitor.cookies.get('__Host-session') ?? ''
  const { sale_id } = await shop.db
    .selectFrom('sessions')
    .select('sale_id')
    .where('token_hash', '=', createHash('sha256').update(token).digest('base64url'))
    .executeTakeFirstOrThrow()
  return sale_id
}
