import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { cards, follow, ignoreCancellations, pay, payer, press } from '#server/testing/payers.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterEach(() => void (shop.answer = null))
afterAll(() => shop.close())

const start = async (visitor: Visitor): Promise<string> =>
  (await call(visitor, 'create_truelayer_payment')).json.url

const statusOf = async (visitor: Visitor) =>
  (await call(visitor, 'get_truelayer_status')).json.truelayer_status

/** Seconds; a transfer that was cancelled after 31 minutes is asked about again after a quarter of that. */
const untilAskedAgain = 8 * 60

const moneyOf = async ({ sale }: { sale: () => Promise<{ id: string }> }) => {
  const { id } = await sale()
  const rows = await shop.db
    .selectFrom('payments')
    .select(['kind', 'status', 'provider'])
    .where('sale_id', '=', id)
    .orderBy('created_at')
    .orderBy('kind')
    .execute()
  return rows.map((row) => `${row.kind} ${row.provider} ${row.status}`)
}

describe('a bank transfer', () => {
  it("returns the address of the bank's page and waits for the bank [CALL-24]", async () => {
    const { visitor, sale } = await payer(shop)
    const url = await start(visitor)
    const page = await shop.app.request(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('20.00 GBP')
    expect((await sale()).state).toBe('awaiting_truelayer')
    expect(await statusOf(visitor)).toEqual({
      payment_completed: false,
      reference: expect.any(String),
      total: '20.00',
      checkout_expires_in: expect.any(Number),
      truelayer_status_error: '',
      status: 'open',
    })
  })

  it('needs a phone number if the organiser requires one, and saves it [PAYM-07, PAYM-08, CALL-24]', async () => {
    const { visitor, sale } = await payer(shop, {
      organiser: { name: 'Shelter', requires_phone_number: true },
    })
    for (const fields of [{}, { contact_number: '12' }]) {
      const { status, json } = await call(visitor, 'create_truelayer_payment', fields)
      expect([status, json.message]).toEqual([422, 'Type a valid phone number'])
    }
    expect((await sale()).state).not.toBe('awaiting_truelayer')
    const number = { contact_number: '+44 7700 900 123' }
    expect((await call(visitor, 'create_truelayer_payment', number)).json.url).toContain('/pay/')
    expect(await sale()).toMatchObject(number)
    expect((await call(visitor, 'create_truelayer_payment')).status).toBe(200)
    expect(await sale()).toMatchObject(number)
  })

  it('saves a valid phone number that is not required [PAYM-08]', async () => {
    const { visitor, sale } = await payer(shop)
    const wrong = await call(visitor, 'create_truelayer_payment', { contact_number: 'later' })
    expect([wrong.status, wrong.json.message]).toEqual([422, 'Type a valid phone number'])
    await call(visitor, 'create_truelayer_payment', { contact_number: '07700 900123' })
    expect((await sale()).contact_number).toBe('07700 900123')
  })

  it('is complete when the buyer has paid at the bank [BANK-10, BANK-11, CALL-27]', async () => {
    const { visitor, event, reference, sale } = await payer(shop)
    const back = await press(shop, await start(visitor), 'pay')
    expect((await follow(visitor, back)).headers.get('location')).toBe('/checkout/')
    expect(await sale()).toMatchObject({ state: 'awaiting_truelayer', truelayer_returned_from: '1' })
    expect(await statusOf(visitor)).toMatchObject({
      payment_completed: true,
      reference,
      total: '20.00',
      status: 'succeeded',
    })
    expect(await event.pool()).toMatchObject({ held: 0, sold: 2 })
    expect((await sale()).state).toBe('deliver_tickets')
  })

  it('is not complete while the bank is processing it [BANK-17]', async () => {
    const { visitor } = await payer(shop)
    await follow(visitor, await press(shop, await start(visitor), 'pay_slowly'))
    expect(await statusOf(visitor)).toMatchObject({ payment_completed: false, truelayer_status_error: '' })
    await moveShopTime(shop.db, 21)
    expect(await statusOf(visitor)).toMatchObject({ payment_completed: true })
  })

  it('can be cancelled at the bank and paid with another method [BANK-05, BANK-06] [C17]', async () => {
    const { visitor, sale } = await payer(shop)
    await follow(visitor, await press(shop, await start(visitor), 'cancel'))
    expect((await checkoutOf(visitor)).truelayer_returned_from).toBe('0')
    expect((await sale()).held_until).not.toBeNull()
    expect((await call(visitor, 'get_payment_error')).json).toEqual({ text: '' })
    expect((await pay(shop, visitor)).json.status).toBe('success')
  })

  it("shows the bank's error, also as the payment error [BANK-15, BANK-16, CALL-25, PAYM-55]", async () => {
    const { visitor } = await payer(shop)
    await follow(visitor, await press(shop, await start(visitor), 'fail'))
    const message = 'Your bank declined the payment.'
    const status = await statusOf(visitor)
    expect(status).toMatchObject({ payment_completed: false, truelayer_status_error: message })
    expect(status.checkout_expires_in).toBeGreaterThan(500)
    expect((await call(visitor, 'get_payment_error')).json).toEqual({ text: message, is_uncharged: true })
  })

  it('shows that the checkout time expired if the bank declines after the hold [BANK-13]', async () => {
    const { visitor, event } = await payer(shop)
    const url = await start(visitor)
    await moveShopTime(shop.db, 700)
    expect(await event.pool()).toMatchObject({ held: 2 })
    await press(shop, url, 'fail')
    expect(await statusOf(visitor)).toMatchObject({
      truelayer_status_error: 'Your bank declined the payment.',
      checkout_expires_in: 0,
    })
    expect((await checkoutOf(visitor)).state).toBe('basket')
    expect(await event.pool()).toMatchObject({ held: 0 })
  })

  it('trusts the provider, not the return address [S25]', async () => {
    const { visitor, sale } = await payer(shop)
    await start(visitor)
    await visitor.get('/do/checkout/truelayer_return/?payment_id=forged&status=settled')
    expect(await statusOf(visitor)).toMatchObject({ payment_completed: false })
    expect((await sale()).paid_at).toBeNull()
  })

  it('ignores a cancellation in the return address if the buyer has paid [S25]', async () => {
    const { visitor, sale } = await payer(shop)
    const back = await press(shop, await start(visitor), 'pay_slowly')
    await follow(visitor, `${back}&error=tl_hpp_abandoned`)
    expect((await sale()).truelayer_returned_from).toBe('1')
  })

  it.each(['', 'payment_id=', 'payment_id=forged', 'payment_id[]=forged'])(
    'is not cancelled by a link from elsewhere to the return address with an error and "%s" [S25]',
    async (id) => {
      const { visitor, sale } = await payer(shop)
      const url = await start(visitor)
      await visitor.get(`/do/checkout/truelayer_return/?error=tl_hpp_abandoned&${id}`)
      expect((await sale()).truelayer_returned_from).toBeNull()
      expect(await statusOf(visitor)).toMatchObject({ status: 'open', truelayer_status_error: '' })
      await follow(visitor, await press(shop, url, 'pay'))
      await moveShopTime(shop.db, 2)
      expect(await statusOf(visitor)).toMatchObject({ payment_completed: true })
    },
  )

  it.each([
    ['only by card', { provider: 'stripe' as const }, {}],
    ['without bank transfers', { takes_bank_transfers: false }, {}],
    ['as an express buyer', { is_express: true }, {}],
    ['in dollars', {}, { currency: 'USD' as const }],
    ['without a provider', { is_saas: true }, {}],
  ])('is not offered to buyers who pay %s [PAYM-33..35, PAYM-38]', async (_, organiser, event) => {
    const { visitor, sale } = await payer(shop, { organiser: { name: 'One', ...organiser }, event })
    expect((await call(visitor, 'create_truelayer_payment')).status).toBe(409)
    expect((await sale()).state).toBe('reserve')
  })

  it('has no status if there is none', async () => {
    const { visitor } = await payer(shop)
    expect((await call(visitor, 'get_truelayer_status')).status).toBe(404)
  })

  it('releases the sale if the provider does not answer [PAYM-54]', async () => {
    const { visitor, event } = await payer(shop)
    shop.answer = () => Promise.resolve(new Response('down', { status: 500 }))
    expect((await call(visitor, 'create_truelayer_payment')).status).toBe(503)
    shop.answer = null
    expect((await pay(shop, visitor)).json.status).toBe('success')
    expect(await event.pool()).toMatchObject({ sold: 2 })
  })
})

describe('changing the payment method', () => {
  it('cancels an unconfirmed transfer, so that the basket can be edited', async () => {
    const { visitor } = await payer(shop)
    await start(visitor)
    expect((await call(visitor, 'destroy_sale')).status).toBe(409)
    await call(visitor, 'get_payment_error')
    expect((await call(visitor, 'destroy_sale')).status).toBe(200)
  })

  it('cancels an unconfirmed transfer at the bank before a card is charged [C17]', async () => {
    const one = await payer(shop)
    const url = await start(one.visitor)
    expect((await pay(shop, one.visitor)).json.status).toBe('success')
    await press(shop, url, 'pay')
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    expect(await moneyOf(one)).toEqual(['charge stripe done'])
  })

  it('charges no card while the bank processes a transfer, which then pays the order', async () => {
    const one = await payer(shop)
    await press(shop, await start(one.visitor), 'pay_slowly')
    await call(one.visitor, 'get_payment_error')
    const { status, json } = await pay(shop, one.visitor)
    expect([status, json.message]).toEqual([
      409,
      'A payment for this basket is in progress. Please finish or cancel it first',
    ])
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    expect((await one.sale()).paid_at).not.toBeNull()
    expect(await moneyOf(one)).toEqual(['charge truelayer done'])
  })

  it('cancels a transfer at the bank if another payment starts before its page is known', async () => {
    const one = await payer(shop)
    shop.answer = async (request) => {
      const reply = await shop.app.request(request)
      if (!request.url.endsWith('/v3/payments')) return reply
      shop.answer = null
      expect((await pay(shop, one.visitor)).json.status).toBe('success')
      return reply
    }
    const { status, json } = await call(one.visitor, 'create_truelayer_payment')
    expect([status, json.message]).toEqual([
      409,
      'A payment for this basket is in progress. Please finish or cancel it first',
    ])
    const transfers = await shop.db
      .selectFrom('sandbox_records')
      .select('data')
      .where('kind', '=', 'bank_payment')
      .orderBy('created_at', 'desc')
      .execute()
    expect(transfers[0]?.data).toMatchObject({ status: 'failed', failure_reason: 'canceled' })
    expect(await one.sale()).toMatchObject({ state: 'deliver_tickets' })
  })

  it('accepts a transfer that succeeds while a card is declined, although it was cancelled', async () => {
    ignoreCancellations(shop)
    const one = await payer(shop)
    const url = await start(one.visitor)
    await pay(shop, one.visitor, { number: cards.declined })
    await press(shop, url, 'pay')
    expect(await statusOf(one.visitor)).toMatchObject({ payment_completed: true })
    expect(await moneyOf(one)).toEqual(['charge truelayer done'])
  })

  it('refunds a transfer once that the bank executes although it was cancelled for a card [C20, L14]', async () => {
    ignoreCancellations(shop)
    const one = await payer(shop)
    const url = await start(one.visitor)
    expect((await pay(shop, one.visitor)).json.status).toBe('success')
    await press(shop, url, 'pay')
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    expect((await moneyOf(one)).toSorted()).toEqual([
      'charge stripe done',
      'charge truelayer done',
      'refund truelayer done',
    ])
    const refunds = await shop.db
      .selectFrom('sandbox_records')
      .select('data')
      .where('kind', '=', 'refund')
      .execute()
    expect(refunds.filter(({ data }) => JSON.stringify(data).includes('2000'))).toHaveLength(1)
    expect(await one.event.pool()).toMatchObject({ sold: 2 })
    const { id } = await one.sale()
    const mails = await shop.db.selectFrom('outbox').select('payload').where('kind', '=', 'mail').execute()
    expect(mails.filter((mail) => JSON.stringify(mail).includes('being refunded'))).toHaveLength(1)
    expect(id).toBeTruthy()
  })
})

describe('a payment that no page waits for', () => {
  beforeEach(() => ignoreCancellations(shop))

  it('is settled by the sweep when the buyer closed the tab at the bank [C12]', async () => {
    const one = await payer(shop)
    await press(shop, await start(one.visitor), 'pay')
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    expect((await one.sale()).paid_at).not.toBeNull()
    expect(await moneyOf(one)).toEqual(['charge truelayer done'])
  })

  it('does not hold the tickets for ever if the bank never answers [C12]', async () => {
    const { visitor, event, sale } = await payer(shop)
    await start(visitor)
    await moveShopTime(shop.db, 31 * 60)
    await sweep(shop)
    expect((await checkoutOf(visitor)).state).toBe('basket')
    expect(await event.pool()).toMatchObject({ held: 0, sold: 0 })
    expect((await sale()).held_until).toBeNull()
  })

  it('does not hold the tickets for ever if the bank processes it for half an hour [C12]', async () => {
    const { visitor, event } = await payer(shop)
    await press(shop, await start(visitor), 'pay_slowly')
    await shop.db
      .updateTable('sandbox_records')
      .set({ data: sql`data || '{"settles_at": "2999-01-01T00:00:00Z"}'` })
      .where('kind', '=', 'bank_payment')
      .where(sql`data->>'status'`, '=', 'authorized')
      .execute()
    await moveShopTime(shop.db, 31 * 60)
    await sweep(shop)
    expect((await checkoutOf(visitor)).state).toBe('basket')
    expect(await event.pool()).toMatchObject({ held: 0, sold: 0 })
  })

  it('becomes an order when it succeeds late and the tickets are available [C10]', async () => {
    const one = await payer(shop)
    const url = await start(one.visitor)
    await moveShopTime(shop.db, 31 * 60)
    await sweep(shop)
    await checkoutOf(one.visitor)
    await press(shop, url, 'pay')
    await moveShopTime(shop.db, untilAskedAgain)
    await sweep(shop)
    expect((await one.sale()).state).toBe('deliver_tickets')
    expect(await one.event.pool()).toMatchObject({ held: 0, sold: 2 })
  })

  it('is refunded once when it succeeds late and the tickets are sold [C10, L14]', async () => {
    const one = await payer(shop, { places: 2 })
    const url = await start(one.visitor)
    await moveShopTime(shop.db, 31 * 60)
    await sweep(shop)
    await checkoutOf(one.visitor)
    await shop.db.updateTable('pools').set({ sold: 1 }).where('id', '=', one.event.id).execute()
    await press(shop, url, 'pay')
    for (let i = 0; i < 2; i++) {
      await moveShopTime(shop.db, untilAskedAgain)
      await sweep(shop)
    }
    expect((await one.sale()).paid_at).toBeNull()
    expect(await one.event.pool()).toMatchObject({ held: 0, sold: 1 })
    expect(await moneyOf(one)).toEqual(['charge truelayer done', 'refund truelayer done'])
    expect((await statusOf(one.visitor)).truelayer_status_error).toContain('refunded in full')
  })

  it('is refunded when the basket was changed meanwhile [C10, C22]', async () => {
    const one = await payer(shop)
    const url = await start(one.visitor)
    await call(one.visitor, 'get_payment_error')
    await call(one.visitor, 'update_ticket_quantity', { ticket_id: one.event.ticket(), quantity: 1 })
    await press(shop, url, 'pay')
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    expect((await one.sale()).paid_at).toBeNull()
    expect(await moneyOf(one)).toEqual(['charge truelayer done', 'refund truelayer done'])
  })

  it('is refunded when the basket holds other tickets at the same price [C10, C22]', async () => {
    const one = await payer(shop, { tickets: { adult: {}, guide: {} } })
    const url = await start(one.visitor)
    await call(one.visitor, 'get_payment_error')
    await one.visitor.post('/do/checkout/add/', { ticket: [one.event.entry(2, 'guide')] })
    await call(one.visitor, 'remove_from_basket', { ticket_id: one.event.ticket() })
    await press(shop, url, 'pay')
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    expect((await one.sale()).paid_at).toBeNull()
    expect(await moneyOf(one)).toEqual(['charge truelayer done', 'refund truelayer done'])
  })

  it.each([
    ['was given up', () => Promise.resolve()],
    ['was reserved again', (visitor: Visitor) => call(visitor, 'reserve_tickets')],
  ])('is refunded as a late one if its order %s', async (_, then) => {
    const one = await payer(shop)
    const { id } = await one.sale()
    const url = await start(one.visitor)
    await call(one.visitor, 'get_payment_error')
    expect((await call(one.visitor, 'destroy_sale')).status).toBe(200)
    await then(one.visitor)
    await press(shop, url, 'pay')
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    const sale = () => Promise.resolve({ id })
    expect(await moneyOf({ sale })).toEqual(['charge truelayer done', 'refund truelayer done'])
    expect(await shop.db.selectFrom('alarms').select('kind').where('sale_id', '=', id).execute()).toEqual([])
    expect((await one.event.pool()).sold).toBe(0)
    const mails = (await mailsOf(shop, 'refund:')).filter(({ to }) => to === `${one.event.id}@example.com`)
    expect(mails).toMatchObject([
      { text: expect.stringContaining('arrived when your tickets were no longer reserved') },
    ])
  })

  it('is cancelled when 3-D Secure is never completed [L13]', async () => {
    const { visitor, event } = await payer(shop)
    await pay(shop, visitor, { number: cards.challenged })
    await moveShopTime(shop.db, 31 * 60)
    await sweep(shop)
    expect((await checkoutOf(visitor)).state).toBe('basket')
    expect(await event.pool()).toMatchObject({ held: 0, sold: 0 })
  })
})
