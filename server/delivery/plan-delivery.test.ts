import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { niceDay } from '#server/catalogue/dates.ts'
import { moveShopTime } from '#server/database/shop-time.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { pay, payLater, payPlan, payRest, planPayer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { deliverWaiting } from './deliver-order.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const deliver = () => deliverWaiting(shop.db, (line) => void shop.logged.push(line))

const mails = async (saleId: string) =>
  (
    await shop.db
      .selectFrom('outbox')
      .select(['key', 'payload'])
      .where('key', 'like', `%:${saleId}%`)
      .orderBy('created_at')
      .execute()
  ).map(({ key, payload }) => ({ key: key.replace(saleId, 'sale'), text: JSON.stringify(payload) }))

const keys = async (saleId: string) => (await mails(saleId)).map(({ key }) => key)

/** Names of the tickets, and whether they are released. */
const ticketsOf = async (saleId: string) =>
  (
    await shop.db
      .selectFrom('tickets')
      .innerJoin('ticket_types', 'ticket_types.id', 'tickets.ticket_type_id')
      .select(['ticket_types.name', 'tickets.released_at', 'tickets.user_id'])
      .where('sale_id', '=', saleId)
      .orderBy('name')
      .execute()
  ).map(({ name, released_at, user_id }) => [name, released_at !== null, user_id !== null])

/** A payer with a berth that may be paid in instalments, and a supper that may not. */
async function mixed() {
  const event = await offer(shop.db, {
    organiser: { provider: 'stripe' },
    date: { starts_at: new Date(Date.now() + 200 * 86_400_000) },
    tickets: { berth: { price: 9000, plan_months: [3] }, supper: { price: 1000 } },
  })
  const visitor = await visitorWith(shop, event.entry(1, 'berth'), event.entry(1, 'supper'))
  await call(visitor, 'reserve_tickets')
  const { sale_reference } = await checkoutOf(visitor)
  const sale = () =>
    shop.db.selectFrom('sales').selectAll().where('reference', '=', sale_reference).executeTakeFirstOrThrow()
  await shop.db
    .updateTable('sales')
    .set({ guest_email: `${event.id}@example.com`, guest_name: 'Ada Lovelace' })
    .where('reference', '=', sale_reference)
    .execute()
  return { visitor, sale }
}

describe('an order that is paid in instalments', () => {
  it('has a receipt with what was paid today, and when the rest is charged', async () => {
    const one = await planPayer(shop)
    await payPlan(shop, one.visitor)
    const { id } = await one.sale()
    const [receipt] = await mails(id)
    const due = await shop.db
      .selectFrom('instalments')
      .select('due_at')
      .where('sale_id', '=', id)
      .where('number', '>', 1)
      .orderBy('number')
      .execute()
    expect(receipt?.key).toBe('receipt:sale')
    for (const part of [
      'Paid today: £32.00',
      'ending 4242',
      ...due.map(({ due_at }) => `${niceDay(due_at)}: £30.00`),
      'In all: £92.00',
    ])
      expect(receipt?.text).toContain(part)
    expect(receipt?.text).toContain('"text":"Paid by card","amount":"£32.00"')
    expect(receipt?.text).toContain('"text":"Still to pay","amount":"£60.00"')
  })

  it('delivers its tickets after the last payment, with one mail, without the page [C23]', async () => {
    const one = await planPayer(shop)
    await payPlan(shop, one.visitor)
    const { id } = await one.sale()
    for (const name of ['deliver_to_bitticket', 'deliver_to_wallet'])
      expect((await call(one.visitor, name)).json).toEqual({ delivery_completed: true })
    expect(await ticketsOf(id)).toEqual([['adult', false, true]])
    expect(await keys(id)).toEqual(['receipt:sale'])
    const wallet = await one.visitor.get('/account/wallet/')
    expect(wallet.text.replaceAll(/<[^>]*>/g, '')).toMatch(
      /Comes after your last payment, on \w{3} \d+ \w{3} \d{4}/,
    )

    await payRest(shop, id, 2)
    await moveShopTime(shop.db, 61)
    await deliver()
    expect(await ticketsOf(id)).toEqual([['adult', false, true]])
    expect((await checkoutOf(one.visitor)).payment_plan_remaining).toBe(true)

    await payRest(shop, id)
    await deliver()
    await deliver()
    expect(await ticketsOf(id)).toEqual([['adult', true, true]])
    expect(await keys(id)).toEqual(['receipt:sale', 'wallet:sale:plan'])
    expect((await checkoutOf(one.visitor)).payment_plan_remaining).toBe(false)
    expect((await one.visitor.get('/account/wallet/')).text).not.toContain('after your last payment')
    await moveShopTime(shop.db, -61)
  })

  it('delivers tickets that are paid in full at once, and the others later', async () => {
    const { visitor, sale } = await mixed()
    await payPlan(shop, visitor)
    const { id } = await sale()
    await call(visitor, 'deliver_to_bitticket')
    await call(visitor, 'deliver_to_wallet')
    expect(await ticketsOf(id)).toEqual([
      ['berth', false, true],
      ['supper', true, true],
    ])
    expect(await keys(id)).toEqual(['receipt:sale', 'wallet:sale'])
    await payRest(shop, id)
    await moveShopTime(shop.db, 61)
    await deliver()
    expect(await ticketsOf(id)).toEqual([
      ['berth', true, true],
      ['supper', true, true],
    ])
    expect(await keys(id)).toEqual(['receipt:sale', 'wallet:sale', 'wallet:sale:plan'])
    await moveShopTime(shop.db, -61)
  })

  it('delivers everything at once if the same tickets are paid in full', async () => {
    const one = await planPayer(shop)
    await pay(shop, one.visitor)
    const { id } = await one.sale()
    await moveShopTime(shop.db, 61)
    await deliver()
    expect(await ticketsOf(id)).toEqual([['adult', true, true]])
    expect(await keys(id)).toEqual(['receipt:sale', 'wallet:sale'])
    await moveShopTime(shop.db, -61)
  })

  it('refunds an instalment that is paid twice, and tells the buyer why [C20]', async () => {
    const one = await planPayer(shop)
    await payPlan(shop, one.visitor)
    const { id } = await one.sale()
    expect(await payLater(shop, id, 2)).toEqual({ status: 'success' })
    expect(await payLater(shop, id, 2)).toMatchObject({ status: 'unsuccessful', charged: true })
    const money = await shop.db
      .selectFrom('payments')
      .select(['kind', 'amount'])
      .where('sale_id', '=', id)
      .orderBy('created_at')
      .orderBy('kind')
      .execute()
    expect(money.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['charge', 3200],
      ['charge', 3000],
      ['charge', 3000],
      ['refund', 3000],
    ])
    const notice = await shop.db
      .selectFrom('outbox')
      .select('payload')
      .where('key', 'like', 'refund:%')
      .execute()
    expect(JSON.stringify(notice)).toContain('an instalment that is already paid')
    expect(
      await shop.db.selectFrom('payment_plans').select('status').where('sale_id', '=', id).execute(),
    ).toEqual([{ status: 'active' }])
  })
})
