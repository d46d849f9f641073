import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime, shopNowPlus } from '#server/database/shop-time.ts'
import { describeRefund, describeRequested } from '#server/operations/describe-refund.ts'
import { payLater, payPlan, planPayer, type Payer } from '#server/testing/payers.ts'
import { readRefunds, refundable } from '#server/testing/provider-refunds.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { RefundRefused } from './plan-refund.ts'
import { requestRefund } from './request-refund.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterEach(() => void (shop.answer = null))
afterAll(() => shop.close())

type Order = { sale: () => Promise<{ order_reference: string | null }> }
type Wish = { tickets?: number[]; amount?: number; again?: boolean }

async function request({ sale }: Order, wish: Wish = {}, isConfirmed = true) {
  const { order_reference } = await sale()
  const reference = order_reference ?? ''
  return requestRefund(
    shop.db,
    { reference, tickets: null, amount: null, again: false, ...wish },
    isConfirmed,
  )
}

/** The text that the owner reads. */
async function preview(order: Order, wish: Wish = {}): Promise<string> {
  const requested = await request(order, wish, false)
  return 'plan' in requested ? describeRefund(requested.plan) : describeRequested(requested.before)
}

/** Counts the refunds of a payment at the simulated providers. */
async function countAtProvider(payment: string): Promise<number> {
  const made = await shop.db
    .selectFrom('sandbox_records')
    .select('data')
    .where('kind', '=', 'refund')
    .execute()
  return made.filter(({ data }) => JSON.stringify(data).includes(payment)).length
}

/** Has a payment disputed by its buyer. */
async function dispute(payment: string): Promise<void> {
  const { id: attempt_id, sale_id } = await shop.db
    .selectFrom('payment_attempts')
    .select(['id', 'sale_id'])
    .where('provider_id', '=', payment)
    .executeTakeFirstOrThrow()
  const alarm = { kind: 'payment_disputed' as const, key: payment, provider: 'stripe', details: '{}' }
  await shop.db
    .insertInto('alarms')
    .values({ ...alarm, attempt_id, sale_id })
    .execute()
}

/** Adds a gift voucher to what was bought with an order. */
async function boughtVoucher(
  { sale, event }: Pick<Payer, 'sale' | 'event'>,
  amounts: { value: number; balance: number; held?: number },
): Promise<void> {
  const { id } = await sale()
  const { organiser_id } = await shop.db
    .selectFrom('ticket_types')
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .select('organiser_id')
    .where('ticket_types.id', '=', event.ticket())
    .executeTakeFirstOrThrow()
  const code = `B${event.id.toUpperCase()}`
  await shop.db
    .insertInto('issued_vouchers')
    .values({ ...amounts, code, sale_id: id, organiser_id, currency: 'GBP', expires_at: shopNowPlus(1000) })
    .execute()
}

const balanceOf = async (saleId: string) =>
  (
    await shop.db
      .selectFrom('issued_vouchers')
      .select('balance')
      .where('sale_id', '=', saleId)
      .executeTakeFirstOrThrow()
  ).balance

/** Whether the plan of an order goes on, and how many of its instalments are still to be charged. */
async function planOf(saleId: string) {
  const { status } = await shop.db
    .selectFrom('payment_plans')
    .select('status')
    .where('sale_id', '=', saleId)
    .executeTakeFirstOrThrow()
  const unpaid = await shop.db
    .selectFrom('instalments')
    .select('number')
    .where('sale_id', '=', saleId)
    .where('payment_id', 'is', null)
    .execute()
  return { status, unpaid: unpaid.length }
}

describe.each(['stripe', 'square', 'truelayer'] as const)('a refund by the owner at %s', (by) => {
  it('is shown first, and changes nothing until it is confirmed', async () => {
    const one = await refundable(shop, by)
    const text = await preview(one)
    expect(text).toContain('£20.00 paid, £0.00 refunded')
    expect(text).toContain(`£20.00 to the payment ${one.payment} at ${by}`)
    expect(text).toMatch(/1 {2}.*becomes void\n.*2 {2}.*becomes void/)
    expect(await readRefunds(shop, one)).toMatchObject({ ledger: [], tickets: [null, null], mails: [] })
  })

  it('is stored with its effect before the provider is asked, and made once however often it is requested', async () => {
    const one = await refundable(shop, by)
    await request(one)
    expect(await countAtProvider(one.payment)).toBe(0)
    const stored = await readRefunds(shop, one)
    expect(stored).toMatchObject({
      ledger: [{ amount: 20_00, status: 'pending', refunded_by: 'owner', refund_id: null }],
      tickets: ['refunded', 'refunded'],
      sold: 0,
      mails: [{ subject: 'Your order has been refunded' }],
    })
    await Promise.all([request(one), request(one), sweep(shop), sweep(shop)])
    await request(one)
    await sweep(shop)
    const done = await readRefunds(shop, one)
    expect(done.ledger).toMatchObject([{ amount: 20_00, status: 'done', refund_id: expect.any(String) }])
    expect(done.mails).toHaveLength(1)
    expect(await countAtProvider(one.payment)).toBe(1)
    expect(await preview(one)).toContain('£20.00')
  })

  it('is made once if the provider’s reply is lost, and booked once if its events arrive before and after', async () => {
    const one = await refundable(shop, by)
    await request(one)
    shop.answer = async (sent) => {
      await shop.app.request(sent)
      throw new TypeError('socket hang up')
    }
    await sweep(shop)
    shop.answer = null
    expect((await readRefunds(shop, one)).ledger).toMatchObject([{ status: 'pending' }])
    await one.tell('re_not_known_yet')
    const { ledger } = await readRefunds(shop, one)
    expect(ledger).toMatchObject([{ amount: 20_00, status: 'done', refunded_by: 'owner' }])
    await one.tell(ledger[0]?.refund_id ?? '')
    await moveShopTime(shop.db, 120)
    await sweep(shop)
    expect((await readRefunds(shop, one)).ledger).toEqual(ledger)
    expect(await countAtProvider(one.payment)).toBe(1)
  })
})

describe.each(['stripe', 'square', 'truelayer'] as const)('a refund of a part at %s', (by) => {
  it('is found again a day after its reply was lost, when the provider has forgotten its key', async () => {
    const one = await refundable(shop, by)
    await request(one, { amount: 5_00 })
    shop.answer = async (sent) => {
      await shop.app.request(sent)
      throw new TypeError('socket hang up')
    }
    await sweep(shop)
    shop.answer = null
    await shop.db
      .updateTable('sandbox_records')
      .set({ idempotency_key: null })
      .where('kind', '=', 'refund')
      .execute()
    await moveShopTime(shop.db, 23.5 * 60 * 60)
    await sweep(shop)
    expect(await countAtProvider(one.payment)).toBe(1)
    expect(await readRefunds(shop, one)).toMatchObject({
      ledger: [{ amount: 5_00, status: 'done', refunded_by: 'owner', refund_id: expect.any(String) }],
    })
    await one.tell('re_any')
    expect((await readRefunds(shop, one)).refunded).toBe(5_00)
  })
})

describe('a refund of some tickets', () => {
  it('returns their price and voids only them', async () => {
    const one = await refundable(shop, 'stripe', {
      tickets: { adult: { price: 900, booking_fee: 100 } },
    })
    await request(one, { tickets: [2, 2] })
    await sweep(shop)
    expect(await readRefunds(shop, one)).toMatchObject({
      refunded: 10_00,
      ledger: [{ amount: 10_00, status: 'done' }],
      tickets: [null, 'refunded'],
      sold: 1,
      mails: [{ subject: 'Part of your order has been refunded' }],
    })
    await expect(request(one, { tickets: [1, 2] })).rejects.toThrow('Ticket 2 is void already.')
    await expect(request(one, { tickets: [3] })).rejects.toThrow('The order has no ticket 3: it has 2.')
  })

  it('voids no other with the last of the money', async () => {
    const one = await refundable(shop, 'stripe')
    await request(one, { amount: 10_00 })
    expect(await preview(one, { tickets: [1] })).toMatch(/1 {2}.*becomes void\n.*2 {2}.*stays valid/)
    await request(one, { tickets: [1] })
    expect(await readRefunds(shop, one)).toMatchObject({
      refunded: 20_00,
      tickets: ['refunded', null],
      sold: 1,
      mails: [{}, { subject: 'Part of your order has been refunded' }],
    })
  })

  it('with the last of what a plan has paid lets it go on for the others', async () => {
    const one = await planPayer(shop, {}, 2)
    await payPlan(shop, one.visitor)
    const { id } = await one.sale()
    expect(await preview(one, { tickets: [1] })).not.toContain('are cancelled')
    await request(one, { tickets: [1] })
    expect(await readRefunds(shop, one)).toMatchObject({ tickets: ['refunded', null] })
    expect(await planOf(id)).toMatchObject({ status: 'active' })
  })

  it('can void them without a payment', async () => {
    const one = await refundable(shop, 'stripe')
    await request(one, { tickets: [1], amount: 0 })
    expect(await readRefunds(shop, one)).toMatchObject({
      ledger: [],
      tickets: ['refunded', null],
      mails: [{ subject: 'Your tickets are no longer valid' }],
    })
  })
})

describe('a refund of all tickets that keeps some of the money', () => {
  it('cancels the instalments that are not paid, and says so before', async () => {
    const one = await planPayer(shop)
    await payPlan(shop, one.visitor)
    const { id } = await one.sale()
    expect(await preview(one, { tickets: [1], amount: 1_00 })).toContain('that are not paid are cancelled')
    await request(one, { tickets: [1], amount: 1_00 })
    expect(await planOf(id)).toEqual({ status: 'cancelled', unpaid: 0 })
  })
})

describe('a refund of an amount', () => {
  it('leaves the tickets valid, and is not repeated unless the owner says so', async () => {
    const one = await refundable(shop, 'stripe')
    await request(one, { amount: 5_00 })
    expect(await request(one, { amount: 5_00 })).toMatchObject({ before: [{ status: 'pending' }] })
    expect(await readRefunds(shop, one)).toMatchObject({ refunded: 5_00, tickets: [null, null], sold: 2 })
    await request(one, { amount: 5_00, again: true })
    await sweep(shop)
    expect((await readRefunds(shop, one)).ledger).toMatchObject([{ status: 'done' }, { status: 'done' }])
  })

  it('is refused above what is left', async () => {
    const one = await refundable(shop, 'stripe')
    await one.tell(await one.refundThere(15_00))
    await expect(request(one, { amount: 5_01 })).rejects.toThrow('Only £5.00 of £20.00 can be refunded.')
    await expect(request(one, { amount: 0 })).rejects.toThrow(RefundRefused)
  })

  it('can be requested anew after it has failed', async () => {
    const one = await refundable(shop, 'stripe')
    await request(one, { amount: 5_00 })
    shop.answer = () =>
      Promise.resolve(
        Response.json({ error: { type: 'invalid_request_error', code: 'nope' } }, { status: 400 }),
      )
    await sweep(shop)
    shop.answer = null
    expect((await readRefunds(shop, one)).refunded).toBe(0)
    await request(one, { amount: 5_00 })
    await sweep(shop)
    expect((await readRefunds(shop, one)).ledger).toMatchObject([{ status: 'failed' }, { status: 'done' }])
  })
})

describe('a refund of an order', () => {
  it('with an instalment plan returns every instalment to its own payment, and cancels the rest', async () => {
    const one = await planPayer(shop)
    await payPlan(shop, one.visitor)
    const { id } = await one.sale()
    await payLater(shop, id, 2)
    expect(await preview(one)).toMatch(/Note: instalments of £\d+\.\d\d that are not paid are cancelled\./)
    await request(one)
    const charges = await shop.db
      .selectFrom('payments')
      .select(['provider_id', 'amount'])
      .where('sale_id', '=', id)
      .where('kind', '=', 'charge')
      .orderBy('provider_id')
      .execute()
    const refunds = await shop.db
      .selectFrom('payments')
      .select(['provider_id', 'amount'])
      .where('sale_id', '=', id)
      .where('kind', '=', 'refund')
      .orderBy('provider_id')
      .execute()
    expect(charges).toHaveLength(2)
    expect(refunds).toEqual(charges)
  })

  it('with a plan of which a payment is disputed cancels the rest, and empties gift vouchers bought with it', async () => {
    const one = await planPayer(shop)
    await payPlan(shop, one.visitor)
    const { id } = await one.sale()
    await payLater(shop, id, 2)
    const { provider_id } = await shop.db
      .selectFrom('payment_attempts')
      .select('provider_id')
      .where('sale_id', '=', id)
      .where('instalment', '=', 1)
      .executeTakeFirstOrThrow()
    await dispute(provider_id ?? '')
    await boughtVoucher(one, { value: 50_00, balance: 50_00 })
    expect(await preview(one)).toMatch(/instalments of £\d+\.\d\d that are not paid are cancelled/)
    await request(one)
    expect(await planOf(id)).toEqual({ status: 'cancelled', unpaid: 0 })
    expect(await balanceOf(id)).toBe(0)
    expect((await readRefunds(shop, one)).tickets).toEqual(['refunded'])
  })

  it('leaves a disputed payment to the bank', async () => {
    const one = await refundable(shop, 'stripe')
    await dispute(one.payment)
    expect(await preview(one)).toContain('£20.00 is disputed by the buyer and is not refunded')
    await expect(request(one, { amount: 1 })).rejects.toThrow('Only £0.00 of £20.00 can be refunded.')
  })

  it('names what it cannot return: gift vouchers that were spent, a donation that stays', async () => {
    const one = await refundable(shop, 'stripe')
    const { id } = await one.sale()
    const { organiser_id } = await shop.db
      .selectFrom('ticket_types')
      .innerJoin('events', 'events.id', 'ticket_types.event_id')
      .select('organiser_id')
      .where('ticket_types.id', '=', one.event.ticket())
      .executeTakeFirstOrThrow()
    const voucher = { organiser_id, currency: 'GBP' as const, value: 50_00, expires_at: shopNowPlus(1000) }
    const [bought, applied] = await shop.db
      .insertInto('issued_vouchers')
      .values([
        { ...voucher, code: `B${one.event.id.toUpperCase()}`, sale_id: id, balance: 20_00 },
        { ...voucher, code: `A${one.event.id.toUpperCase()}`, sale_id: null, balance: 40_00 },
      ])
      .returning('id')
      .execute()
    expect(bought).toBeDefined()
    await shop.db
      .insertInto('sale_vouchers_applied')
      .values({ sale_id: id, issued_voucher_id: applied?.id ?? '', held_amount: 10_00 })
      .execute()
    const text = await preview(one)
    expect(text).toContain('£10.00 was paid by gift voucher and does not go back')
    expect(text).toContain(
      'gift vouchers of £50.00 were bought with it and become worthless; £30.00 of them is spent',
    )
  })

  it('counts as spent what a basket holds of a gift voucher', async () => {
    const one = await refundable(shop, 'stripe')
    await boughtVoucher(one, { value: 50_00, balance: 40_00, held: 15_00 })
    expect(await preview(one)).toContain('£25.00 of them is spent')
  })

  it('that does not exist is refused', async () => {
    await expect(request({ sale: () => Promise.resolve({ order_reference: 'NOTHING1' }) })).rejects.toThrow(
      'There is no order "NOTHING1".',
    )
  })
})
