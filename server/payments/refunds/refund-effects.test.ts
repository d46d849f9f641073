import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime, shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { createDoorLink } from '#server/door/door-links.ts'
import { newEmail } from '#server/testing/buyers.ts'
import { steward } from '#server/testing/doors.ts'
import { inGroups } from '#server/outbox/content.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { call, visitorWith } from '#server/testing/offers.ts'
import { pay, payPlan, planPayer } from '#server/testing/payers.ts'
import { chargeDue, days } from '#server/testing/plans.ts'
import { atProvider, readRefunds, refundable } from '#server/testing/provider-refunds.ts'
import { pair, seatedOffer, seatedVisitor, statusOf, tell } from '#server/testing/seats.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { ticketsOf } from '#server/testing/transfers.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** Refunds a payment in full in the provider's dashboard, and tells the shop. */
async function refundAll(payment: string, pence: number): Promise<void> {
  const { refundThere, tell } = atProvider(shop, 'stripe', payment)
  await tell(await refundThere(pence))
}

const paymentOf = async (saleId: string) =>
  (
    await shop.db
      .selectFrom('payments')
      .select('provider_id')
      .where('sale_id', '=', saleId)
      .executeTakeFirstOrThrow()
  ).provider_id

describe('a refund in full', () => {
  it('ends an instalment plan: nothing more is charged or owed', async () => {
    const one = await planPayer(shop)
    expect((await payPlan(shop, one.visitor)).json).toMatchObject({ status: 'success' })
    const { id } = await one.sale()
    const first = await shop.db
      .selectFrom('payments')
      .selectAll()
      .where('sale_id', '=', id)
      .executeTakeFirstOrThrow()
    await refundAll(first.provider_id, Number(first.amount))
    const plan = await shop.db
      .selectFrom('payment_plans')
      .select('status')
      .where('sale_id', '=', id)
      .executeTakeFirst()
    expect(plan?.status).toBe('cancelled')
    await moveShopTime(shop.db, days(40))
    await chargeDue(shop)
    await moveShopTime(shop.db, -days(40))
    const attempts = await shop.db
      .selectFrom('payment_attempts')
      .select('instalment')
      .where('sale_id', '=', id)
      .execute()
    expect(attempts).toEqual([{ instalment: 1 }])
    const { order_reference } = await one.sale()
    const page = await one.visitor.get(`/account/orders/${order_reference}/`, { Accept: 'text/html' })
    expect(page.text).toContain('Refunded on')
    expect(page.text).not.toContain('Still to pay')
    const mail = (await mailsOf(shop, 'refund:')).find(({ to }) => to === `${one.event.id}@example.com`)
    expect(mail?.text).toContain(` of your order ${inGroups(order_reference ?? '')} to the card`)
    expect(await readRefunds(shop, one)).toMatchObject({
      refunded: Number(first.amount),
      tickets: ['refunded'],
      sold: 0,
    })
  })

  it('frees numbered seats at the seating provider, and somebody else can buy them', async () => {
    const event = await seatedOffer(shop)
    const buy = async () => {
      const visitor = await seatedVisitor(shop, event, pair)
      await call(visitor, 'reserve_tickets')
      const json = (await visitor.get('/ajax/checkout/checkout/get/')).json
      await shop.db
        .updateTable('sales')
        .set({ guest_email: `${event.id}@example.com`, guest_name: 'Ada Lovelace' })
        .where('reference', '=', json.sale_reference)
        .execute()
      expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
      await tell(shop)
      expect(await statusOf(shop, event, pair)).toEqual(['booked', 'booked'])
      const { id } = await shop.db
        .selectFrom('sales')
        .select('id')
        .where('reference', '=', json.sale_reference)
        .executeTakeFirstOrThrow()
      return id
    }
    await refundAll(await paymentOf(await buy()), 20_00)
    await tell(shop)
    expect(await statusOf(shop, event, pair)).toEqual(['free', 'free'])
    await buy()
    expect(await event.pool()).toMatchObject({ held: 0, sold: 2 })
  })

  it('tells those to whom tickets were transferred, and voids their codes too', async () => {
    const one = await refundable(shop, 'stripe')
    const { id } = await one.sale()
    const [ticket] = await ticketsOf(shop, id)
    const email = newEmail()
    const transfer = await shop.db
      .insertInto('transfers')
      .values({
        sale_id: id,
        ticket_type_id: one.event.ticket(),
        name: 'Bo Recipient',
        email,
        qty: 1,
        is_gift: false,
        deliver_at: shopNow,
        status: 'accepted',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop.db
      .updateTable('tickets')
      .set({ transfer_id: transfer.id })
      .where('id', '=', ticket?.id ?? '')
      .execute()
    await refundAll(one.payment, 20_00)
    expect((await readRefunds(shop, one)).tickets).toEqual(['refunded', 'refunded'])
    const mails = await mailsOf(shop, 'refund-holder:')
    expect(mails).toMatchObject([{ to: email, subject: 'Your tickets are no longer valid' }])
  })

  it('puts tickets on sale again unless they were used at the door', async () => {
    const one = await refundable(shop, 'stripe')
    const [ticket] = await ticketsOf(shop, (await one.sale()).id)
    const { check } = await steward(shop, one.event, await createDoorLink(shop.db, one.event.id))
    await check(ticket?.code ?? '')
    await refundAll(one.payment, 20_00)
    const found = await readRefunds(shop, one)
    expect(found).toMatchObject({ tickets: ['refunded', 'refunded'], sold: 1 })
    expect(found.alarms).toMatchObject([{ details: { tickets_void: 2, tickets_used: 1 } }])
  })

  it('puts no tickets of a date that is over on sale again', async () => {
    const one = await refundable(shop, 'stripe')
    await shop.db
      .updateTable('event_dates')
      .set({ starts_at: shopNowPlus(-days(1)), ends_at: null })
      .where('id', '=', one.event.id)
      .execute()
    await refundAll(one.payment, 20_00)
    expect(await readRefunds(shop, one)).toMatchObject({ tickets: ['refunded', 'refunded'], sold: 2 })
  })

  it('empties the gift vouchers that were bought with the order, and says what was spent of them', async () => {
    const one = await refundable(shop, 'stripe')
    const { id } = await one.sale()
    const { organiser_id } = await shop.db
      .selectFrom('events')
      .innerJoin('ticket_types', 'ticket_types.event_id', 'events.id')
      .select('organiser_id')
      .where('ticket_types.id', '=', one.event.ticket())
      .executeTakeFirstOrThrow()
    await shop.db
      .insertInto('issued_vouchers')
      .values({
        code: `SPENT${id.slice(0, 8).toUpperCase()}`,
        sale_id: id,
        organiser_id,
        currency: 'GBP',
        value: 50_00,
        balance: 30_00,
        expires_at: shopNowPlus(days(100)),
      })
      .execute()
    await refundAll(one.payment, 20_00)
    const voucher = await shop.db
      .selectFrom('issued_vouchers')
      .select('balance')
      .where('sale_id', '=', id)
      .executeTakeFirst()
    expect(voucher?.balance).toBe(0)
    expect((await readRefunds(shop, one)).alarms).toMatchObject([{ details: { vouchers_spent: 20_00 } }])
  })

  it('leaves a gift voucher worthless that another basket held meanwhile, and counts what it held as spent', async () => {
    const one = await refundable(shop, 'stripe')
    const { id: sale_id } = await one.sale()
    const { id: issued_voucher_id } = await shop.db
      .insertInto('issued_vouchers')
      .values({
        code: `HELD${sale_id.slice(0, 8).toUpperCase()}`,
        sale_id,
        organiser_id: one.event.organiserId,
        currency: 'GBP',
        value: 50_00,
        balance: 50_00,
        expires_at: shopNowPlus(days(100)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    /** Reserves a basket at £30 with the voucher, and reads what it takes of it. */
    const reserve = async () => {
      const visitor = await visitorWith(shop, one.event.entry(3))
      const { id } = await shop.db
        .selectFrom('sales')
        .select('id')
        .where('paid_at', 'is', null)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
      await shop.db.insertInto('sale_vouchers_applied').values({ sale_id: id, issued_voucher_id }).execute()
      // The page shows another total first.
      for (let n = 0; n < 2; n++) await call(visitor, 'reserve_tickets')
      const { held } = await shop.db
        .selectFrom('issued_vouchers')
        .select('held')
        .where('id', '=', issued_voucher_id)
        .executeTakeFirstOrThrow()
      return { visitor, held }
    }
    const holder = await reserve()
    expect(holder).toMatchObject({ held: 30_00 })
    await refundAll(one.payment, 20_00)
    expect((await readRefunds(shop, one)).alarms).toMatchObject([{ details: { vouchers_spent: 30_00 } }])
    await call(holder.visitor, 'destroy_sale')
    expect(await reserve()).toMatchObject({ held: 0 })
  })
})
