import { runInNewContext } from 'node:vm'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import {
  cards,
  confirmSquareCard,
  pay,
  payBySquare,
  payer,
  squarePayer,
  typeSquareCard,
} from '#server/testing/payers.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { squareCredentialsSchema } from '#src/payment/schemas.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
afterEach(() => void (shop.answer = null))

const payments = () =>
  shop.db.selectFrom('sandbox_records').select('data').where('kind', '=', 'square_payment').execute()

describe('credentials of Square', () => {
  it('are application, location and script [CALL-34, PAYM-57]', async () => {
    const { visitor } = await squarePayer(shop)
    const { json } = await call(visitor, 'get_square_credentials')
    expect(json).toEqual({
      app_id: 'sandbox-sq0idb-foyer',
      location_id: 'L-SANDBOX-FOYER',
      checkout_js: '/sandbox/square.js',
    })
    expect(squareCredentialsSchema.parse(json)).toEqual(json)
  })

  it("name the organiser's own location, which then takes the payment", async () => {
    const { visitor, reference } = await squarePayer(shop, { organiser: { merchant_id: 'L-HALL' } })
    expect((await call(visitor, 'get_square_credentials')).json.location_id).toBe('L-HALL')
    expect((await payBySquare(shop, visitor)).json).toEqual({ status: 'success' })
    const taken = (await payments()).map(({ data }) => data)
    expect(taken).toContainEqual(expect.objectContaining({ location_id: 'L-HALL', reference_id: reference }))
  })

  it('have a script that adds the script of Square once [CALL-34, PAYM-57]', async () => {
    const path = 'http://shop.test/ajax/checkout/checkout/javascript-square/'
    const reply = await shop.app.request(path)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
    })
    expect(reply.headers.getSetCookie()).toEqual([])
    const added: { src: string }[] = []
    const document = {
      createElement: () => ({}),
      head: { append: (script: { src: string }) => added.push(script) },
      querySelector: (selector: string) => added.find(({ src }) => selector === `script[src="${src}"]`),
    }
    const text = await reply.text()
    runInNewContext(text, { document })
    runInNewContext(text, { document })
    expect(added).toEqual([{ src: '/sandbox/square.js' }])
  })
})

describe('paying through Square', () => {
  it('turns the sale into an order: stock sold, tickets, a charge in the ledger, one receipt [PAYM-31]', async () => {
    const { visitor, event, reference, sale } = await squarePayer(shop)
    expect((await payBySquare(shop, visitor)).json).toEqual({ status: 'success' })
    const { id, paid_at, total } = await sale()
    expect([paid_at !== null, total]).toEqual([true, 2000])
    expect(await event.pool()).toMatchObject({ held: 0, sold: 2 })
    const tickets = await shop.db.selectFrom('tickets').selectAll().where('sale_id', '=', id).execute()
    expect(tickets).toHaveLength(2)
    const ledger = await shop.db.selectFrom('payments').selectAll().where('sale_id', '=', id).execute()
    expect(ledger).toMatchObject([
      { kind: 'charge', provider: 'square', amount: 2000, currency: 'GBP', status: 'done' },
    ])
    const mails = await shop.db.selectFrom('outbox').selectAll().where('key', '=', `receipt:${id}`).execute()
    expect(mails).toHaveLength(1)
    const [taken] = (await payments())
      .map(({ data }) => data as { reference_id: string })
      .filter(({ reference_id }) => reference_id === reference)
    expect(taken).toMatchObject({
      status: 'COMPLETED',
      amount_money: { amount: 2000, currency: 'GBP' },
      location_id: 'L-SANDBOX-FOYER',
    })
    expect((await checkoutOf(visitor)).payment_complete).toBe(true)
  })

  it('replies alike to a repeated attempt and to a paid order, and charges once', async () => {
    const { visitor } = await squarePayer(shop)
    const before = (await payments()).length
    expect((await payBySquare(shop, visitor, { attempt: 'same' })).json).toEqual({ status: 'success' })
    expect((await payBySquare(shop, visitor, { attempt: 'same' })).json).toEqual({ status: 'success' })
    expect((await payBySquare(shop, visitor)).json).toEqual({ status: 'success' })
    expect((await payments()).length - before).toBe(1)
  })

  it.each([
    ['is declined', cards.declined, 'Your card was declined.'],
    ['has insufficient funds', cards.poor, 'Your card has insufficient funds.'],
    [
      'needs a confirmation that is missing',
      cards.challenged,
      'Your bank needs you to confirm this payment. Please try again.',
    ],
  ])('reports a card that %s, and another card can pay [PAYM-49] [C17]', async (_, number, message) => {
    const { visitor, event, sale } = await squarePayer(shop)
    const refused = await payBySquare(shop, visitor, { number, attempt: 'first' })
    expect([refused.status, refused.json]).toEqual([200, { status: 'unsuccessful', message }])
    expect((await call(visitor, 'get_payment_error')).json).toEqual({ text: message, is_uncharged: true })
    expect((await sale()).paid_at).toBeNull()
    expect(await event.pool()).toMatchObject({ held: 2, sold: 0 })
    // The same attempt stays declined; it is never charged to another card.
    expect((await payBySquare(shop, visitor, { attempt: 'first' })).json.status).toBe('unsuccessful')
    expect((await payBySquare(shop, visitor, { attempt: 'second' })).json).toEqual({ status: 'success' })
  })

  it('accepts a card with the proof that the buyer has confirmed the payment', async () => {
    const { visitor } = await squarePayer(shop)
    const source_id = await typeSquareCard(shop, cards.challenged)
    const verification_token = await confirmSquareCard(shop, source_id)
    const reply = await call(visitor, 'pay_with_square', { source_id, verification_token, attempt: 'a' })
    expect(reply.json).toEqual({ status: 'success' })
  })

  it('declines a card that has paid another basket [S21]', async () => {
    const [one, two] = [await squarePayer(shop), await squarePayer(shop)]
    const source_id = await typeSquareCard(shop)
    await call(one.visitor, 'pay_with_square', { source_id, attempt: 'a' })
    const reply = await call(two.visitor, 'pay_with_square', { source_id, attempt: 'a' })
    expect(reply.json).toEqual({ status: 'unsuccessful', message: 'Please enter your card again.' })
  })

  it('finds the charge whose reply was lost when the buyer repeats it [C16]', async () => {
    const { visitor, event } = await squarePayer(shop)
    const source_id = await typeSquareCard(shop, cards.lost)
    const lost = await call(visitor, 'pay_with_square', { source_id, attempt: 'a' })
    expect(lost.json.status).not.toBe('success')
    expect(await event.pool()).toMatchObject({ held: 2, sold: 0 })
    const again = await call(visitor, 'pay_with_square', { source_id, attempt: 'a' })
    expect(again.json).toEqual({ status: 'success' })
    expect(await event.pool()).toMatchObject({ held: 0, sold: 2 })
  })

  it('completes a charge whose reply was lost although the buyer has left', async () => {
    const { visitor, sale } = await squarePayer(shop)
    await payBySquare(shop, visitor, { number: cards.lost })
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    expect((await sale()).paid_at).not.toBeNull()
  })

  it('completes a slow charge after Square has processed it', async () => {
    const { visitor, sale } = await squarePayer(shop)
    const slow = await payBySquare(shop, visitor, { number: cards.slow, attempt: 'a' })
    expect(slow.json).toEqual({ status: 'pending', message: 'We are checking your payment' })
    expect((await sale()).paid_at).toBeNull()
    await moveShopTime(shop.db, 20)
    expect((await payBySquare(shop, visitor, { attempt: 'a' })).json).toEqual({ status: 'success' })
  })

  it('cancels a charge that is still processed when the buyer pays with another card', async () => {
    const { visitor, reference } = await squarePayer(shop)
    await payBySquare(shop, visitor, { number: cards.slow })
    expect((await payBySquare(shop, visitor)).json).toEqual({ status: 'success' })
    const statuses = (await payments())
      .map(({ data }) => data as { reference_id: string; status: string })
      .filter(({ reference_id }) => reference_id === reference)
      .map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(['CANCELED', 'COMPLETED'])
  })

  it('reports that Square does not answer, and charges nothing', async () => {
    const { visitor, event } = await squarePayer(shop)
    const source_id = await typeSquareCard(shop)
    shop.answer = () => Promise.reject(new TypeError('fetch failed'))
    const reply = await call(visitor, 'pay_with_square', { source_id, attempt: 'a' })
    expect(reply.status).not.toBe(500)
    expect(reply.json.status).not.toBe('success')
    expect(await event.pool()).toMatchObject({ held: 2, sold: 0 })
  })

  it.each([
    ['no attempt', { source_id: 'cnon:1' }],
    ['no card', { attempt: 'a' }],
  ])('is rejected with %s', async (_, body) => {
    const { visitor, sale } = await squarePayer(shop)
    expect((await call(visitor, 'pay_with_square', body)).status).toBe(422)
    expect((await sale()).total).toBeNull()
  })

  it('needs a phone number if the organiser requires one, and saves it [PAYM-07, PAYM-08]', async () => {
    const { visitor, sale } = await squarePayer(shop, { organiser: { requires_phone_number: true } })
    const source_id = await typeSquareCard(shop)
    const without = await call(visitor, 'pay_with_square', { source_id, attempt: 'a' })
    expect([without.status, without.json.message]).toEqual([422, 'Type a valid phone number'])
    const body = { source_id, attempt: 'b', contact_number: '+44 7700 900 123' }
    expect((await call(visitor, 'pay_with_square', body)).json.status).toBe('success')
    expect((await sale()).contact_number).toBe('+44 7700 900 123')
  })

  it('is rejected for a sale without a buyer, and from another session [S21]', async () => {
    const { visitor, reference } = await squarePayer(shop)
    expect((await payBySquare(shop, await shop.visitor())).status).toBe(409)
    await shop.db.updateTable('sales').set({ guest_email: '' }).where('reference', '=', reference).execute()
    expect((await payBySquare(shop, visitor)).json.message).toBe('Type a valid email address')
  })
})

describe('the provider of the organiser', () => {
  it('alone takes the payment: Square no basket of Stripe, Stripe none of Square [PAYM-31]', async () => {
    const [square, stripe] = [await squarePayer(shop), await payer(shop)]
    const message = 'This basket must be paid with a different provider'
    const byCard = await pay(shop, square.visitor)
    expect([byCard.status, byCard.json]).toEqual([409, { message }])
    const bySquare = await payBySquare(shop, stripe.visitor)
    expect([bySquare.status, bySquare.json]).toEqual([409, { message }])
    const byBank = await call(square.visitor, 'create_truelayer_payment')
    expect(byBank.status).toBe(409)
    expect([(await square.sale()).total, (await stripe.sale()).total]).toEqual([null, null])
  })
})

describe('a payment that came too late', () => {
  it('is refunded through Square', async () => {
    const { visitor, event, sale } = await squarePayer(shop, { places: 2 })
    await payBySquare(shop, visitor, { number: cards.slow, attempt: 'a' })
    const { id } = await sale()
    await shop.db
      .updateTable('sales')
      .set({ basket_version: 99, held_until: null })
      .where('id', '=', id)
      .execute()
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    await sweep(shop)
    const ledger = await shop.db
      .selectFrom('payments')
      .select(['kind', 'status', 'amount'])
      .where('sale_id', '=', id)
      .orderBy('kind')
      .execute()
    expect(ledger).toEqual([
      { kind: 'charge', status: 'done', amount: 2000 },
      { kind: 'refund', status: 'done', amount: 2000 },
    ])
    const refunds = await shop.db
      .selectFrom('sandbox_records')
      .select('data')
      .where('kind', '=', 'refund')
      .execute()
    expect(refunds.map(({ data }) => data)).toMatchObject([
      { amount_money: { amount: 2000, currency: 'GBP' } },
    ])
    expect(await event.pool()).toMatchObject({ sold: 0 })
  })
})
