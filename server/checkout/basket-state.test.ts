import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { storeSteps } from '#server/basket/step-log.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { hashToken } from '#server/http/tokens.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { checkoutStates } from '#src/checkout/schemas/checkout.ts'
import type { Step, SteppedSale } from '#src/checkout/rules/sale-steps.ts'

import { isAllowed, stepNamed, type SaleProgress } from './basket-state.ts'
import { emptyCheckout } from './empty-checkout.ts'

const steps = checkoutStates.filter((state) => state !== 'determining')

describe('allowed steps', () => {
  const plain: SteppedSale = { ...emptyCheckout, organisers: [] }
  const everything: SteppedSale = {
    ...plain,
    charity: {},
    organisers: [{ charity: true }],
    donation_amount: '5.00',
    marketing_preferences: {},
    require_delivery_address: true,
    tickets: [{ ticket_id: 't' }],
    before_payment_questions: { t: ['?'] },
    after_payment_questions: { t: ['?'] },
    has_waivers: true,
    after_sale_messages: ['!'],
  }
  const allowed = (sale: SteppedSale, progress: SaleProgress) =>
    steps.filter((step) => isAllowed(step, sale, progress))

  it('of a basket end before the first step that needs the hold [CONT-19] [S18]', () => {
    const progress = { phase: 'basket', isKnown: true, isAtBank: false } as const
    expect(allowed(everything, progress)).toEqual(['basket', 'reserve', 'captcha'])
  })

  it('of a held sale are its steps up to the payment [CONT-08] [S18]', () => {
    const known = { phase: 'held', isKnown: true, isAtBank: false } as const
    expect(allowed(everything, known)).toEqual([
      'basket',
      'reserve',
      'captcha',
      'login',
      'marketing_preferences',
      'donation',
      'gift_aid',
      'delivery_address',
      'ticket_questions_before',
      'payment',
    ])
    expect(allowed(plain, known)).toEqual(['basket', 'reserve', 'captcha', 'login', 'payment'])
    expect(allowed(plain, { ...known, isAtBank: true })).toContain('awaiting_truelayer')
  })

  it('of an unknown buyer end at the account step, except in express [CONT-21, CONT-22] [S18]', () => {
    const unknown = { phase: 'held', isKnown: false, isAtBank: false } as const
    expect(allowed(everything, unknown)).toEqual([
      'basket',
      'reserve',
      'captcha',
      'login',
      'donation',
      'gift_aid',
    ])
    expect(allowed({ ...plain, express: true }, unknown)).toEqual(['basket', 'reserve', 'captcha', 'payment'])
  })

  it('of an express sale exclude steps that its page never shows [CONT-21]', () => {
    const known = { phase: 'held', isKnown: true, isAtBank: false } as const
    const express = { ...everything, charity: null, express: true }
    expect(allowed(express, known)).toEqual(['basket', 'reserve', 'captcha', 'payment'])
  })

  it('exclude questions of tickets that are not in the basket', () => {
    const elsewhere = {
      ...plain,
      before_payment_questions: { other: ['?'] },
      after_payment_questions: { other: ['?'] },
    }
    expect(allowed(elsewhere, { phase: 'held', isKnown: true, isAtBank: false })).not.toContain(
      'ticket_questions_before',
    )
    expect(allowed(elsewhere, { phase: 'paid', isKnown: true, isAtBank: false })).not.toContain(
      'ticket_questions_after',
    )
  })

  it('of a paid sale are its steps after the payment only [WAIV-08, MESG-04] [S18]', () => {
    const paid = { phase: 'paid', isKnown: true, isAtBank: false } as const
    expect(allowed(everything, paid)).toEqual([
      'deliver_tickets',
      'ticket_questions_after',
      'waiver',
      'after_sale_messages',
      'order_completed',
    ])
    expect(allowed(plain, paid)).toEqual(['deliver_tickets', 'order_completed'])
  })

  it('have only the documented names [CONT-07]', () => {
    expect(steps.map(stepNamed)).toEqual(steps)
    for (const text of ['determining', 'PAYMENT', '', 'paid', '__proto__']) expect(stepNamed(text)).toBeNull()
  })
})

describe('update_basket_state', () => {
  let shop: TestShop
  beforeAll(async () => void (shop = await createTestShop({ release: 'v1' })))
  afterAll(() => shop.close())

  async function saleIdOf(visitor: Visitor): Promise<string> {
    const { id } = await shop.db
      .selectFrom('sales')
      .innerJoin('sessions', 'sessions.sale_id', 'sales.id')
      .select('sales.id')
      .where('sessions.token_hash', '=', hashToken(visitor.cookies.get('__Host-session') ?? ''))
      .executeTakeFirstOrThrow()
    return id
  }
  const rowsOf = async (visitor: Visitor) =>
    shop.db
      .selectFrom('step_log')
      .select(['from_state', 'to_state', 'event_ids', 'release', 'is_refused'])
      .where('sale_id', '=', await saleIdOf(visitor))
      .orderBy('id')
      .execute()
  const logOf = async (visitor: Visitor) =>
    (await rowsOf(visitor)).map(({ from_state, to_state }) => [from_state, to_state])

  const tell = (visitor: Visitor, state: string) => call(visitor, 'update_basket_state', { state })

  it('saves the state and replies with the seconds left, never rounded up [CALL-32, CONT-50, CONT-61]', async () => {
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    expect((await tell(visitor, 'reserve')).json).toEqual({ seconds_remaining: null })
    await call(visitor, 'reserve_tickets')
    const reply = await tell(visitor, 'login')
    expect(reply.status).toBe(200)
    expect(reply.json.seconds_remaining).toBeLessThan(600)
    expect(reply.json.seconds_remaining).toBeGreaterThan(590)
    expect((await checkoutOf(visitor)).state).toBe('login')
  })

  it('authorises nothing: a step that the sale has not reached is rejected and not saved [S18]', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(1))
    for (const state of steps.filter((step) => !['basket', 'reserve', 'captcha'].includes(step)))
      expect((await tell(visitor, state)).status, state).toBe(409)
    await call(visitor, 'reserve_tickets')
    for (const state of [
      'payment',
      'awaiting_truelayer',
      'deliver_tickets',
      'waiver',
      'after_sale_messages',
      'order_completed',
    ])
      expect((await tell(visitor, state)).status, state).toBe(409)
    expect(await checkoutOf(visitor)).toMatchObject({ state: 'reserve', payment_complete: false })
    expect(await event.pool()).toMatchObject({ held: 1, sold: 0 })
  })

  it('ignores step reports that arrive after the payment [S18]', async () => {
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    await call(visitor, 'reserve_tickets')
    await shop.db
      .updateTable('sales')
      .set({ paid_at: shopNow, state: 'deliver_tickets' })
      .where('reference', '=', (await checkoutOf(visitor)).sale_reference)
      .execute()
    expect((await tell(visitor, 'payment')).status).toBe(200)
    expect((await checkoutOf(visitor)).state).toBe('deliver_tickets')
    expect((await tell(visitor, 'waiver')).status).toBe(409)
  })

  it('does not store a step that was allowed before the sale was reserved or paid [S18]', async () => {
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    await call(visitor, 'reserve_tickets')
    const { id } = await shop.db
      .selectFrom('sales')
      .select('id')
      .where('reference', '=', (await checkoutOf(visitor)).sale_reference)
      .executeTakeFirstOrThrow()
    const stored = async (step: Step, isHeld: boolean, isPaid: boolean) => {
      const [isStored] = await storeSteps(shop.db, [{ saleId: id, step, isHeld, isPaid }], '')
      return [isStored, (await checkoutOf(visitor)).state]
    }
    expect(await stored('captcha', false, false)).toEqual([false, 'reserve'])
    expect(await stored('login', true, false)).toEqual([true, 'login'])
    await shop.db.updateTable('sales').set({ paid_at: shopNow }).where('id', '=', id).execute()
    expect(await stored('payment', true, false)).toEqual([false, 'login'])
  })

  it('adds each step to the log, with the one before, the events and the release', async () => {
    const [one, two] = [await offer(shop.db), await offer(shop.db)]
    const visitor = await visitorWith(shop, one.entry(1), two.entry(1))
    await tell(visitor, 'reserve')
    await call(visitor, 'reserve_tickets')
    await tell(visitor, 'login')
    const events = [one.id, two.id].toSorted()
    const common = { event_ids: events, release: 'v1', is_refused: false }
    expect(await rowsOf(visitor)).toEqual([
      { from_state: null, to_state: 'basket', ...common },
      { from_state: 'basket', to_state: 'reserve', ...common },
      { from_state: 'reserve', to_state: 'login', ...common },
    ])
  })

  it('adds a step that is rejected as refused, and goes on from the one before', async () => {
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    await tell(visitor, 'payment')
    await tell(visitor, 'reserve')
    const rows = (await rowsOf(visitor)).map((row) => [row.from_state, row.to_state, row.is_refused])
    expect(rows).toEqual([
      [null, 'basket', false],
      ['basket', 'payment', true],
      ['basket', 'reserve', false],
    ])
  })

  it('adds no more than a thousand steps of a sale', async () => {
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    await sql`insert into step_log (sale_id, to_state, event_ids, release)
      select sale_id, 'basket', '{}', '' from step_log, generate_series(1, 999) where sale_id = ${await saleIdOf(visitor)}`.execute(
      shop.db,
    )
    expect((await tell(visitor, 'reserve')).status).toBe(200)
    expect(await logOf(visitor)).toHaveLength(1000)
    expect((await checkoutOf(visitor)).state).toBe('reserve')
  })

  it('adds what the shop does itself: the way to the bank', async () => {
    const { visitor } = await payer(shop)
    await tell(visitor, 'payment')
    expect((await call(visitor, 'create_truelayer_payment')).status).toBe(200)
    expect((await logOf(visitor)).at(-1)).toEqual(['payment', 'awaiting_truelayer'])
  })

  it('stores both of two reports that arrive at once, for the funnel', async () => {
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    await call(visitor, 'reserve_tickets')
    const replies = await Promise.all(['login', 'basket'].map((state) => tell(visitor, state)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const reports = await logOf(visitor)
    expect(
      reports
        .slice(1)
        .map(([, to]) => to)
        .toSorted(),
    ).toEqual(['basket', 'login'])
  })

  it('rejects unknown states, and steps without a basket [S18]', async () => {
    const visitor = await shop.visitor()
    for (const state of ['determining', 'paid', '']) expect((await tell(visitor, state)).status).toBe(422)
    expect((await tell(visitor, 'basket')).json).toEqual({ seconds_remaining: null })
    expect((await tell(visitor, 'payment')).status).toBe(409)
  })
})
