import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { shopNow } from '#server/database/shop-time.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { checkoutStates } from '#src/api/schemas/checkout.ts'
import type { SteppedSale } from '#src/rules/sale-steps.ts'

import { isAllowed, stepNamed, type SaleProgress } from './basket-state.ts'
import { emptyCheckout } from './empty-checkout.ts'

const steps = checkoutStates.filter((state) => state !== 'determining')

describe('lawful states', () => {
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
  const lawful = (sale: SteppedSale, progress: SaleProgress) =>
    steps.filter((step) => isAllowed(step, sale, progress))

  it('of a mere basket end before the first step that needs the hold [CONT-19]', () => {
    const progress = { phase: 'basket', isKnown: true, isAtBank: false } as const
    expect(lawful(everything, progress)).toEqual(['basket', 'reserve', 'captcha'])
  })

  it('of a held sale are the steps it has, never one after the payment [CONT-08]', () => {
    const known = { phase: 'held', isKnown: true, isAtBank: false } as const
    expect(lawful(everything, known)).toEqual([
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
    expect(lawful(plain, known)).toEqual(['basket', 'reserve', 'captcha', 'login', 'payment'])
    expect(lawful(plain, { ...known, isAtBank: true })).toContain('awaiting_truelayer')
  })

  it('of an unknown buyer end at the account step, except in express [CONT-21, CONT-22]', () => {
    const unknown = { phase: 'held', isKnown: false, isAtBank: false } as const
    expect(lawful(everything, unknown)).toEqual([
      'basket',
      'reserve',
      'captcha',
      'login',
      'donation',
      'gift_aid',
    ])
    expect(lawful({ ...plain, express: true }, unknown)).toEqual(['basket', 'reserve', 'captcha', 'payment'])
  })

  it('of an express sale leave out what its page never shows [CONT-21]', () => {
    const known = { phase: 'held', isKnown: true, isAtBank: false } as const
    const express = { ...everything, charity: null, express: true }
    expect(lawful(express, known)).toEqual(['basket', 'reserve', 'captcha', 'payment'])
  })

  it('never ask questions of tickets that are not in the basket', () => {
    const elsewhere = {
      ...plain,
      before_payment_questions: { other: ['?'] },
      after_payment_questions: { other: ['?'] },
    }
    expect(lawful(elsewhere, { phase: 'held', isKnown: true, isAtBank: false })).not.toContain(
      'ticket_questions_before',
    )
    expect(lawful(elsewhere, { phase: 'paid', isKnown: true, isAtBank: false })).not.toContain(
      'ticket_questions_after',
    )
  })

  it('of a paid sale are the steps after the payment that it has, and no way back [WAIV-08, MESG-04]', () => {
    const paid = { phase: 'paid', isKnown: true, isAtBank: false } as const
    expect(lawful(everything, paid)).toEqual([
      'deliver_tickets',
      'ticket_questions_after',
      'waiver',
      'after_sale_messages',
      'order_completed',
    ])
    expect(lawful(plain, paid)).toEqual(['deliver_tickets', 'order_completed'])
  })

  it('are known by the documented names alone [CONT-07]', () => {
    expect(steps.map(stepNamed)).toEqual(steps)
    for (const text of ['determining', 'PAYMENT', '', 'paid', '__proto__']) expect(stepNamed(text)).toBeNull()
  })
})

describe('update_basket_state', () => {
  let shop: TestShop
  beforeAll(async () => void (shop = await createTestShop()))
  afterAll(() => shop.close())

  const tell = (visitor: Visitor, state: string) => call(visitor, 'update_basket_state', { state })

  it('keeps the state and answers with the seconds left, never rounded up [CALL-32, CONT-50, CONT-61]', async () => {
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    expect((await tell(visitor, 'reserve')).json).toEqual({ seconds_remaining: null })
    await call(visitor, 'reserve_tickets')
    const reply = await tell(visitor, 'login')
    expect(reply.status).toBe(200)
    expect(reply.json.seconds_remaining).toBeLessThan(600)
    expect(reply.json.seconds_remaining).toBeGreaterThan(590)
    expect((await checkoutOf(visitor)).state).toBe('login')
  })

  it('grants nothing: every step that the sale has not reached is refused and not kept', async () => {
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

  it('takes no harm from a report that the payment has overtaken, and keeps nothing of it', async () => {
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

  it('refuses names that are no state, and steps without a basket', async () => {
    const visitor = await shop.visitor()
    for (const state of ['determining', 'paid', '']) expect((await tell(visitor, state)).status).toBe(422)
    expect((await tell(visitor, 'basket')).json).toEqual({ seconds_remaining: null })
    expect((await tell(visitor, 'payment')).status).toBe(409)
  })
})
