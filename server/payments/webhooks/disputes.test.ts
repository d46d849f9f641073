import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { compareRefunds } from '#server/payments/refunds/compare-refunds.ts'
import { connectProviders } from '#server/providers/connect-providers.ts'
import { readOpenAlarms } from '#server/operations/alarm-list.ts'
import { pay, payBySquare, payer, squarePayer } from '#server/testing/payers.ts'
import { sendSquareEvent, sendStripeEvent } from '#server/testing/provider-events.ts'
import { readRefunds, refundable } from '#server/testing/provider-refunds.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const alarmsOf = async (orderReference: string | null) =>
  (await readOpenAlarms(shop.db)).filter(({ order_reference }) => order_reference === orderReference)

const paymentOf = async (saleId: string) =>
  (
    await shop.db
      .selectFrom('payments')
      .select('provider_id')
      .where('sale_id', '=', saleId)
      .executeTakeFirstOrThrow()
  ).provider_id

/** Keeps a dispute at the simulated provider, as it stands now. */
async function keepDispute(dispute: { id: string }): Promise<void> {
  const data = JSON.stringify(dispute)
  await shop.db
    .insertInto('sandbox_records')
    .values({ id: dispute.id, kind: 'dispute', data })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ data }))
    .execute()
}

it('raises one alarm for a payment that its buyer disputes at Stripe, with the time by which to answer', async () => {
  const { visitor, sale } = await payer(shop)
  await pay(shop, visitor)
  const { id, order_reference } = await sale()
  const dispute = {
    id: 'du_1',
    object: 'dispute',
    payment_intent: await paymentOf(id),
    amount: 2000,
    currency: 'gbp',
    reason: 'product_not_received',
    status: 'needs_response',
    evidence_details: { due_by: 1_893_456_000 },
  }
  await keepDispute(dispute)
  expect(await sendStripeEvent(shop, 'charge.dispute.created', dispute, 'evt_d1')).toBe(200)
  expect(await sendStripeEvent(shop, 'charge.dispute.created', dispute, 'evt_d1')).toBe(200)
  expect(await alarmsOf(order_reference)).toMatchObject([
    {
      kind: 'payment_disputed',
      provider: 'stripe',
      details: {
        dispute: 'du_1',
        amount: 2000,
        currency: 'GBP',
        reason: 'product_not_received',
        answer_by: '2030-01-01T00:00:00.000Z',
      },
    },
  ])
  expect((await sale()).paid_at).not.toBeNull()
})

it('raises one alarm for a payment that its buyer disputes at Square', async () => {
  const one = await squarePayer(shop)
  await payBySquare(shop, one.visitor)
  const { id, order_reference } = await one.sale()
  const dispute = {
    id: 'sq_1',
    amount_money: { amount: 2000, currency: 'GBP' },
    disputed_payment: { payment_id: await paymentOf(id) },
    reason: 'NOT_RECEIVED',
    due_at: '2030-01-01T00:00:00.000Z',
  }
  const event = {
    event_id: 'd1',
    type: 'dispute.created',
    data: { type: 'dispute', id: 'sq_1', object: { dispute } },
  }
  await keepDispute(dispute)
  expect(await sendSquareEvent(shop, JSON.stringify(event))).toBe(200)
  expect(await alarmsOf(order_reference)).toMatchObject([
    {
      kind: 'payment_disputed',
      provider: 'square',
      details: { dispute: 'sq_1', amount: 2000, reason: 'NOT_RECEIVED', answer_by: dispute.due_at },
    },
  ])
})

/** Disputes the payment of an order at its provider, and tells the shop how it ends. */
async function disputed(by: 'stripe' | 'square') {
  const one = await refundable(shop, by)
  const id = `${by}-${one.payment}`
  const record = (end: string): Record<string, unknown> =>
    by === 'stripe'
      ? {
          id,
          object: 'dispute',
          payment_intent: one.payment,
          amount: 2000,
          currency: 'gbp',
          reason: 'fraudulent',
          status: end,
          evidence_details: { due_by: 1_893_456_000 },
        }
      : {
          id,
          amount_money: { amount: 2000, currency: 'GBP' },
          disputed_payment: { payment_id: one.payment },
          reason: 'NO_KNOWLEDGE',
          state: end.toUpperCase(),
          due_at: '2030-01-01T00:00:00.000Z',
        }
  const keep = (end: string) => keepDispute({ ...record(end), id })
  const tell = (type: string, end: string, n = type) =>
    by === 'stripe'
      ? sendStripeEvent(shop, `charge.dispute.${type}`, record(end), `evt_${id}_${n}`)
      : sendSquareEvent(
          shop,
          JSON.stringify({
            event_id: `${id}_${n}`,
            type: type === 'created' ? 'dispute.created' : 'dispute.state.updated',
            data: { type: 'dispute', id, object: { dispute: record(end) } },
          }),
        )
  await keep('open')
  expect(await tell('created', 'open')).toBe(200)
  return { ...one, id, keep, tell }
}

describe.each(['stripe', 'square'] as const)('a dispute at %s', (by) => {
  it('that is lost is booked once, voids the tickets, and ends the alarm that asked for an answer', async () => {
    const one = await disputed(by)
    await one.keep('lost')
    expect([await one.tell('closed', 'lost'), await one.tell('closed', 'lost', 'again')]).toEqual([200, 200])
    const found = await readRefunds(shop, one)
    expect(found).toMatchObject({
      refunded: 20_00,
      ledger: [{ amount: 20_00, status: 'done', refunded_by: 'dispute', refund_id: one.id }],
      tickets: ['refunded', 'refunded'],
      sold: 0,
      mails: [{ subject: 'Your order has been refunded' }],
    })
    const { order_reference } = await one.sale()
    expect(await alarmsOf(order_reference)).toMatchObject([
      { kind: 'dispute_lost', details: { dispute: one.id, amount: 20_00, tickets_void: 2 } },
    ])
  })

  it('that is lost is booked by the daily comparison if its event was lost', async () => {
    const one = await disputed(by)
    await one.keep('lost')
    await compareRefunds({ db: shop.db, providers: connectProviders(shop), log: () => {} })
    expect(await readRefunds(shop, one)).toMatchObject({ refunded: 20_00, tickets: ['refunded', 'refunded'] })
    expect(await alarmsOf((await one.sale()).order_reference)).toMatchObject([{ kind: 'dispute_lost' }])
  })

  it('that is won changes nothing, and ends its alarm', async () => {
    const one = await disputed(by)
    await one.keep('won')
    expect(await one.tell('closed', 'won')).toBe(200)
    expect(await readRefunds(shop, one)).toMatchObject({ refunded: 0, tickets: [null, null], sold: 2 })
    expect(await alarmsOf((await one.sale()).order_reference)).toEqual([])
  })

  it('that is lost raises no alarm anew when the event of its beginning is repeated late', async () => {
    const one = await disputed(by)
    await one.keep('lost')
    await one.tell('closed', 'lost')
    expect(await one.tell('created', 'open', 'late')).toBe(200)
    const { order_reference } = await one.sale()
    expect(await alarmsOf(order_reference)).toMatchObject([{ kind: 'dispute_lost' }])
  })

  it.each(['lost', 'won'] as const)('that is %s while the shop reads it leaves no alarm', async (end) => {
    const one = await disputed(by)
    shop.answer = async (request) => {
      const reply = await shop.app.request(request.clone())
      if (!request.url.includes('/disputes/')) return reply
      shop.answer = null
      await one.keep(end)
      await one.tell('closed', end)
      return reply
    }
    expect(await one.tell('created', 'open', 'again')).toBe(200)
    const kinds = (await alarmsOf((await one.sale()).order_reference)).map(({ kind }) => kind)
    expect([shop.answer, kinds]).toEqual([null, end === 'lost' ? ['dispute_lost'] : []])
  })

  it('that an event calls lost, but the provider open, changes nothing', async () => {
    const one = await disputed(by)
    expect(await one.tell('closed', 'lost')).toBe(200)
    expect(await readRefunds(shop, one)).toMatchObject({ refunded: 0, tickets: [null, null] })
  })
})

it('raises no alarm for a dispute about a payment that is not the shop’s', async () => {
  const dispute = {
    id: 'du_2',
    payment_intent: 'pi_other',
    amount: 1,
    currency: 'gbp',
    reason: 'fraudulent',
    evidence_details: { due_by: null },
  }
  expect(await sendStripeEvent(shop, 'charge.dispute.created', dispute)).toBe(200)
  expect(JSON.stringify(await readOpenAlarms(shop.db))).not.toContain('du_2')
})
