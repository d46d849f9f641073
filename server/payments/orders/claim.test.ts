import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { call, checkoutOf } from '#server/testing/offers.ts'
import { cards, pay, payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const free = { tickets: { adult: { price: 0 } } }

describe('claiming free tickets', () => {
  it('turns the basket into an order [CALL-26, PAYM-30]', async () => {
    const { visitor, event, sale } = await payer(shop, free)
    expect((await call(visitor, 'claim_free_tickets', { email: 'ada@example.com' })).status).toBe(200)
    expect((await checkoutOf(visitor)).payment_complete).toBe(true)
    expect(await event.pool()).toMatchObject({ held: 0, sold: 2 })
    expect((await sale()).state).toBe('deliver_tickets')
  })

  it('creates one order when called twice, also simultaneously [CALL-26] [C21]', async () => {
    const { visitor, event, sale } = await payer(shop, free)
    const claims = await Promise.all([
      call(visitor, 'claim_free_tickets'),
      call(visitor, 'claim_free_tickets'),
    ])
    expect(claims.map((claim) => claim.status)).toEqual([200, 200])
    const { id } = await sale()
    const tickets = await shop.db.selectFrom('tickets').select('id').where('sale_id', '=', id).execute()
    expect(tickets).toHaveLength(2)
    expect(await event.pool()).toMatchObject({ sold: 2 })
  })

  it("issues the tickets to the sale's buyer, whatever email is sent [PAYM-56] [S17]", async () => {
    const { visitor, sale } = await payer(shop, free)
    await call(visitor, 'claim_free_tickets', { email: 'mallory@example.com' })
    const { id, guest_email } = await sale()
    const mail = await shop.db
      .selectFrom('outbox')
      .select('payload')
      .where('key', '=', `receipt:${id}`)
      .executeTakeFirst()
    expect(mail?.payload).toMatchObject({ to: guest_email })
  })

  it('rejects a basket that is not free [C21, S17]', async () => {
    const { visitor, sale } = await payer(shop)
    const { status, json } = await call(visitor, 'claim_free_tickets')
    expect([status, json.message]).toEqual([409, 'This basket is not free'])
    expect((await sale()).paid_at).toBeNull()
  })

  it('rejects an order that was paid for [C21, S17]', async () => {
    const { visitor } = await payer(shop)
    await pay(shop, visitor)
    expect((await checkoutOf(visitor)).payment_complete).toBe(true)
    const { status, json } = await call(visitor, 'claim_free_tickets')
    expect([status, json.message]).toEqual([409, 'This order is already complete'])
  })

  it('records a free payment that succeeded', async () => {
    const { visitor, sale } = await payer(shop, free)
    await call(visitor, 'claim_free_tickets')
    const { id } = await sale()
    const attempts = await shop.db
      .selectFrom('payment_attempts')
      .select(['attempt', 'provider', 'method', 'status', 'amount'])
      .where('sale_id', '=', id)
      .execute()
    expect(attempts).toEqual([
      { attempt: expect.any(String), provider: 'free', method: 'free', status: 'succeeded', amount: 0 },
    ])
  })

  it('is not disturbed by a card payment whose attempt is named alike', async () => {
    const { visitor, event, sale } = await payer(shop)
    const declined = await pay(shop, visitor, { number: cards.declined, attempt: 'claim' })
    expect(declined.json.status).toBe('unsuccessful')
    await shop.db
      .updateTable('sale_tickets')
      .set({ price: 0 })
      .where('sale_id', '=', (await sale()).id)
      .execute()
    expect((await call(visitor, 'claim_free_tickets')).status).toBe(200)
    expect((await sale()).paid_at).not.toBeNull()
    expect(await event.pool()).toMatchObject({ held: 0, sold: 2 })
  })

  it('accepts an organiser without a payment provider', async () => {
    const { visitor } = await payer(shop, { ...free, organiser: { name: 'SaaS', is_saas: true } })
    expect((await call(visitor, 'claim_free_tickets')).status).toBe(200)
  })

  it('rejects a basket that is not reserved', async () => {
    const visitor = await shop.visitor()
    const reply = await call(visitor, 'claim_free_tickets')
    expect([reply.status, reply.json.message]).toEqual([409, 'Your basket is empty'])
  })
})
