import { afterAll, beforeAll, expect, it } from 'vitest'

import { readOpenAlarms } from '#server/operations/alarm-list.ts'
import { pay, payBySquare, payer, squarePayer } from '#server/testing/payers.ts'
import { sendSquareEvent, sendStripeEvent } from '#server/testing/provider-events.ts'
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
  expect(await sendSquareEvent(shop, JSON.stringify(event))).toBe(200)
  expect(await alarmsOf(order_reference)).toMatchObject([
    {
      kind: 'payment_disputed',
      provider: 'square',
      details: { dispute: 'sq_1', amount: 2000, reason: 'NOT_RECEIVED', answer_by: dispute.due_at },
    },
  ])
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
