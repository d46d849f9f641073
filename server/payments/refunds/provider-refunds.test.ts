import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { createDoorLink } from '#server/door/door-links.ts'
import { orderHeadings, orderRows } from '#server/exports/order-rows.ts'
import { steward } from '#server/testing/doors.ts'
import { cards, pay, payer, press } from '#server/testing/payers.ts'
import { atProvider, readRefunds, refundable, type Refundable } from '#server/testing/provider-refunds.ts'
import { sendStripeEvent } from '#server/testing/provider-events.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { ticketsOf } from '#server/testing/transfers.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterEach(() => void (shop.answer = null))
afterAll(() => shop.close())

const kindsOf = ({ alarms }: Awaited<ReturnType<typeof readRefunds>>) => alarms.map(({ kind }) => kind)

/** The row of an order in the export. */
async function exported({ sale }: Pick<Refundable, 'sale'>) {
  const { order_reference } = await sale()
  for await (const row of orderRows(shop.db, {}))
    if (row[0] === order_reference)
      return Object.fromEntries(orderHeadings.map((heading, index) => [heading, row[index]]))
  throw new Error('The order is not exported')
}

describe.each(['stripe', 'square', 'truelayer'] as const)('a refund made at %s', (by) => {
  it('in full is booked once, voids all tickets and puts them on sale again', async () => {
    const one = await refundable(shop, by)
    const refund = await one.refundThere(20_00)
    for (const status of [...(await one.tell(refund)), ...(await one.tell(refund))]) expect(status).toBe(200)
    const found = await readRefunds(shop, one)
    expect(found).toMatchObject({
      refunded: 20_00,
      ledger: [{ amount: 20_00, status: 'done', refunded_by: 'provider', refund_id: refund }],
      tickets: ['refunded', 'refunded'],
      sold: 0,
      mails: [{ subject: 'Your order has been refunded' }],
    })
    expect(found.alarms).toMatchObject([
      { kind: 'refunded_at_provider', details: { refund, amount: 20_00, tickets_void: 2, tickets_kept: 0 } },
    ])
    expect(await exported(one)).toMatchObject({ paid: '20.00', refunded: '20.00' })
    const { order_reference } = await one.sale()
    const page = await one.visitor.get(`/account/orders/${order_reference}/`, { Accept: 'text/html' })
    expect(page.text).toContain('Refunded on')
  })

  it('in full makes the door say refunded', async () => {
    const one = await refundable(shop, by)
    const [ticket] = await ticketsOf(shop, (await one.sale()).id)
    const { check } = await steward(shop, one.event, await createDoorLink(shop.db, one.event.id))
    await one.tell(await one.refundThere(20_00))
    expect((await check(ticket?.code ?? '')).json).toMatchObject({ answer: 'refunded' })
  })

  it('in part is booked and leaves the tickets valid, and a second one for the rest voids them', async () => {
    const one = await refundable(shop, by)
    const first = await one.refundThere(5_00)
    await one.tell(first)
    const partly = await readRefunds(shop, one)
    expect(partly).toMatchObject({
      refunded: 5_00,
      tickets: [null, null],
      sold: 2,
      mails: [{ subject: 'Part of your order has been refunded' }],
      alarms: [{ kind: 'refunded_at_provider', details: { amount: 5_00, tickets_void: 0, tickets_kept: 2 } }],
    })
    const second = await one.refundThere(15_00)
    await one.tell(second)
    await one.tell(first)
    expect(await readRefunds(shop, one)).toMatchObject({
      refunded: 20_00,
      tickets: ['refunded', 'refunded'],
      sold: 0,
    })
  })

  it('is booked when only the event of a later one arrives', async () => {
    const one = await refundable(shop, by)
    await one.refundThere(5_00)
    await one.tell(await one.refundThere(6_00))
    expect((await readRefunds(shop, one)).ledger.map(({ amount }) => Number(amount)).toSorted()).toEqual([
      5_00, 6_00,
    ])
  })

  it('is booked once if its events arrive at the same time', async () => {
    const one = await refundable(shop, by)
    const refund = await one.refundThere(20_00)
    await Promise.all([one.tell(refund), one.tell(refund), one.tell(refund)])
    const found = await readRefunds(shop, one)
    expect([found.refunded, found.sold, found.mails.length]).toEqual([20_00, 0, 1])
  })

  it('of a payment that the shop does not know is acknowledged and changes nothing', async () => {
    const { tell } = atProvider(shop, by, `unknown-${by}`)
    expect(new Set(await tell('re_unknown'))).toEqual(new Set([200]))
    const booked = await shop.db
      .selectFrom('payments')
      .select('id')
      .where('refund_id', '=', 're_unknown')
      .execute()
    expect(booked).toEqual([])
  })

  it('that fails later raises an alarm, and no longer counts as refunded', async () => {
    const one = await refundable(shop, by)
    const refund = await one.refundThere(20_00)
    await one.tell(refund)
    const record = await shop.db
      .selectFrom('sandbox_records')
      .select('data')
      .where('id', '=', refund)
      .executeTakeFirstOrThrow()
    const status = by === 'square' ? 'FAILED' : 'failed'
    await shop.db
      .updateTable('sandbox_records')
      .set({ data: JSON.stringify({ ...(record.data as object), status }) })
      .where('id', '=', refund)
      .execute()
    await one.tell(refund)
    const found = await readRefunds(shop, one)
    expect(found.refunded).toBe(0)
    expect(kindsOf(found).toSorted()).toEqual(['refund_failed', 'refunded_at_provider'])
  })
})

describe('a refund that the shop has made itself', () => {
  /** A buyer whose payment came too late, so that the shop refunds it. */
  async function late() {
    const one = await payer(shop, {}, 2)
    const { json } = await pay(shop, one.visitor, { number: cards.challenged, attempt: 'late' })
    await shop.db
      .updateTable('pools')
      .set({ capacity: 2 })
      .where('event_date_id', '=', one.event.id)
      .execute()
    const { id } = await one.sale()
    await shop.db.updateTable('sales').set({ basket_version: 99 }).where('id', '=', id).execute()
    await press(shop, json.url, 'approve')
    await pay(shop, one.visitor, { attempt: 'late' })
    const payment = new URL(json.url).pathname.split('/').at(-1) ?? ''
    return { ...one, payment }
  }

  it('is booked once, whether its event arrives before or after the reply', async () => {
    const one = await late()
    const { tell } = atProvider(shop, 'stripe', one.payment)
    expect((await readRefunds(shop, one)).ledger).toMatchObject([{ status: 'pending', refunded_by: 'shop' }])
    await tell('re_made_by_the_shop')
    await sweep(shop)
    const found = await readRefunds(shop, one)
    expect(found.ledger).toMatchObject([{ amount: 20_00, status: 'done', refunded_by: 'shop' }])
    await tell(found.ledger[0]?.refund_id ?? '')
    expect((await readRefunds(shop, one)).ledger).toEqual(found.ledger)
    expect(kindsOf(found)).toEqual([])
  })
})

it('a refunded order still counts as paid when its buyer’s page repeats the payment', async () => {
  const one = await payer(shop)
  expect((await pay(shop, one.visitor, { attempt: 'repeated' })).json).toEqual({ status: 'success' })
  const { id } = await one.sale()
  const { provider_id: payment } = await shop.db
    .selectFrom('payments')
    .select('provider_id')
    .where('sale_id', '=', id)
    .executeTakeFirstOrThrow()
  const { refundThere, tell } = atProvider(shop, 'stripe', payment)
  await tell(await refundThere(20_00))
  expect((await pay(shop, one.visitor, { attempt: 'repeated' })).json).toEqual({ status: 'success' })
})

it('a refund is told apart from a signed event that the provider knows nothing of', async () => {
  const one = await refundable(shop, 'stripe')
  const forged = {
    id: 're_forged',
    object: 'refund',
    payment_intent: one.payment,
    amount: 20_00,
    status: 'succeeded',
  }
  expect(await sendStripeEvent(shop, 'refund.created', forged)).toBe(200)
  expect(await readRefunds(shop, one)).toMatchObject({ refunded: 0, tickets: [null, null] })
})
