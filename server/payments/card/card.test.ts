import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { newEmail, reserved } from '#server/testing/buyers.ts'
import { discountCode, giftVoucher } from '#server/testing/codes.ts'
import { call, checkoutOf, offer } from '#server/testing/offers.ts'
import { cards, follow, pay, payBySquare, payer, press, typeCard } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { inGroups } from '#server/outbox/content.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const intents = async () =>
  (await shop.db.selectFrom('sandbox_records').select('data').where('kind', '=', 'payment_intent').execute())
    .length

describe('credentials', () => {
  it('contain the key, the account and, in the sandbox, the script of the card fields [PAYM-60]', async () => {
    const { visitor } = await payer(shop, { organiser: { provider: 'stripe', merchant_id: 'acct_7' } })
    expect((await call(visitor, 'get_card_credentials')).json).toEqual({
      publishable_key: 'pk_sandbox_foyer',
      account: 'acct_7',
      script: '/sandbox/stripe.js',
    })
  })

  it.each(['get_card_credentials', 'get_square_credentials'])(
    'requested late by %s do not cancel the bank transfer that the buyer has just started',
    async (name) => {
      const { visitor, sale } = await payer(shop)
      const { json } = await call(visitor, 'create_truelayer_payment')
      expect((await call(visitor, name)).status).toBe(200)
      const { id } = await sale()
      expect(
        await shop.db.selectFrom('payment_attempts').select('status').where('sale_id', '=', id).execute(),
      ).toEqual([{ status: 'open' }])
      await follow(visitor, await press(shop, json.url, 'pay'))
      await call(visitor, 'get_truelayer_status')
      expect((await sale()).paid_at).not.toBeNull()
    },
  )
})

describe('an accepted card', () => {
  it('turns the sale into an order: stock sold, tickets issued, a charge in the ledger, one receipt', async () => {
    const { visitor, event, sale } = await payer(shop, {
      tickets: { adult: { booking_fee: 100 } },
    })
    expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })

    const { id, paid_at, held_until, state, total, order_reference } = await sale()
    expect({ isPaid: paid_at !== null, held_until, state, total }).toEqual({
      isPaid: true,
      held_until: null,
      state: 'deliver_tickets',
      total: 2200,
    })
    expect(await event.pool()).toMatchObject({ held: 0, sold: 2 })
    const tickets = await shop.db.selectFrom('tickets').selectAll().where('sale_id', '=', id).execute()
    expect(new Set(tickets.map((ticket) => ticket.code)).size).toBe(2)
    expect(
      await shop.db.selectFrom('payments').selectAll().where('sale_id', '=', id).execute(),
    ).toMatchObject([{ kind: 'charge', amount: 2200, currency: 'GBP', status: 'done' }])
    const mails = await shop.db.selectFrom('outbox').selectAll().where('key', '=', `receipt:${id}`).execute()
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails[0]?.payload)).toContain(inGroups(order_reference ?? ''))
    expect((await checkoutOf(visitor)).payment_complete).toBe(true)
  })

  it('replies alike to a repeated attempt and charges once [C16]', async () => {
    const { visitor, event } = await payer(shop)
    const before = await intents()
    const first = await pay(shop, visitor, { attempt: 'same' })
    const again = await pay(shop, visitor, { attempt: 'same' })
    expect([first.json, again.json]).toEqual([{ status: 'success' }, { status: 'success' }])
    expect((await intents()) - before).toBe(1)
    expect(await event.pool()).toMatchObject({ sold: 2 })
  })

  it('charges once for two simultaneous requests with the same attempt [C16]', async () => {
    const { visitor, event, sale } = await payer(shop)
    const replies = await Promise.all([
      pay(shop, visitor, { attempt: 'twin' }),
      pay(shop, visitor, { attempt: 'twin' }),
    ])
    expect(replies.some((reply) => reply.json.status === 'success')).toBe(true)
    const { id } = await sale()
    const charges = await shop.db.selectFrom('payments').selectAll().where('sale_id', '=', id).execute()
    expect(charges).toHaveLength(1)
    expect(await event.pool()).toMatchObject({ held: 0, sold: 2 })
  })

  it('replies with success to a paid order without charging again', async () => {
    const { visitor } = await payer(shop)
    await pay(shop, visitor)
    const before = await intents()
    expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
    expect((await pay(shop, visitor, { number: cards.declined })).json).toEqual({ status: 'success' })
    expect(await intents()).toBe(before)
  })

  it('uses up the code and the gift voucher that paid for a part', async () => {
    const { visitor, event } = await payer(shop)
    await call(visitor, 'destroy_sale')
    const discount = { kind: 'basket_amount', amount: 3_00, currency: 'GBP' } as const
    await discountCode(shop.db, 'ONCE', { ...discount, max_uses: 1 })
    await giftVoucher(shop.db, 'GIFT-ONE', { organiserId: event.organiserId, value: 7_00 })
    await call(visitor, 'set_code', { code: 'ONCE' })
    await call(visitor, 'set_code', { code: 'GIFT-ONE' })
    await call(visitor, 'reserve_tickets')
    expect((await pay(shop, visitor)).json.status).toBe('success')
    expect((await checkoutOf(visitor)).basket_total).toBe('10.00')
    const code = await shop.db
      .selectFrom('discount_codes')
      .selectAll()
      .where('code', '=', 'ONCE')
      .executeTakeFirst()
    expect(code).toMatchObject({ held: 0, used: 1 })
    const voucher = await shop.db
      .selectFrom('issued_vouchers')
      .selectAll()
      .where('code', '=', 'GIFT-ONE')
      .executeTakeFirst()
    expect(voucher).toMatchObject({ held: 0, balance: 0 })
  })
})

describe('a declined card', () => {
  it.each([
    ['is declined', cards.declined, 'Your card was declined.'],
    ['has insufficient funds', cards.poor, 'Your card has insufficient funds.'],
  ])(
    'that %s shows the reason, and another card can pay with a new attempt [PAYM-49] [C17]',
    async (_, number, message) => {
      const { visitor, event, sale } = await payer(shop)
      const refused = await pay(shop, visitor, { number, attempt: 'first' })
      expect(refused.status).toBe(200)
      expect(refused.json).toEqual({ status: 'unsuccessful', message })
      expect((await call(visitor, 'get_payment_error')).json).toEqual({ text: message, is_uncharged: true })
      expect((await sale()).paid_at).toBeNull()
      expect(await event.pool()).toMatchObject({ held: 2, sold: 0 })

      expect((await pay(shop, visitor, { attempt: 'first' })).json).toEqual(refused.json)
      expect((await pay(shop, visitor, { attempt: 'second' })).json).toEqual({ status: 'success' })
      expect((await call(visitor, 'get_payment_error')).json).toEqual({ text: '' })
    },
  )

  it.each([
    ['was charged wrongly', { status: 'quarantined' }],
    ['is paid back', { status: 'succeeded' }],
    ['was cancelled at the bank', { status: 'cancelled', method: 'bank' }],
  ] as const)('is not said to have charged nothing if another attempt %s', async (_, changes) => {
    const { visitor, sale } = await payer(shop)
    await pay(shop, visitor, { number: cards.declined, attempt: 'first' })
    const { id } = await sale()
    await shop.db.updateTable('payment_attempts').set(changes).where('sale_id', '=', id).execute()
    expect((await call(visitor, 'get_payment_error')).json).toEqual({ text: 'Your card was declined.' })
  })

  it('treats an unknown payment method as a failed payment', async () => {
    const { visitor } = await payer(shop)
    const reply = await call(visitor, 'pay_with_card', { payment_method_id: 'pm_invented', attempt: 'a' })
    expect(reply.json).toEqual({
      status: 'unsuccessful',
      message: 'There was an error with your payment. Please try again.',
    })
    expect((await pay(shop, visitor)).json.status).toBe('success')
  })
})

describe('an attempt that is repeated with another card', () => {
  const refusal = [409, { message: 'This payment was started with another card. Please try again' }]

  it.each([
    ['was declined', cards.declined],
    ['is being confirmed', cards.challenged],
    ['succeeded', '4242424242424242'],
  ])(
    'is refused without a charge if the first one %s, and a new attempt can pay [C16]',
    async (_, number) => {
      const { visitor } = await payer(shop)
      const first = await pay(shop, visitor, { number, attempt: 'reused' })
      const before = await intents()
      const other = { payment_method_id: await typeCard(shop), attempt: 'reused' }
      const { status, json } = await call(visitor, 'pay_with_card', other)
      expect([status, json]).toEqual(refusal)
      expect(await intents()).toBe(before)
      expect((await pay(shop, visitor, { attempt: 'reused' })).json).toEqual(first.json)
      expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
    },
  )

  it('is refused through another provider [C16]', async () => {
    const { visitor } = await payer(shop)
    await pay(shop, visitor, { number: cards.declined, attempt: 'reused' })
    const { status, json } = await payBySquare(shop, visitor, { attempt: 'reused' })
    expect([status, json]).toEqual(refusal)
  })

  it('charges one card if both requests are simultaneous', async () => {
    const { visitor } = await payer(shop)
    const before = await intents()
    const replies = await Promise.all([
      call(visitor, 'pay_with_card', { payment_method_id: await typeCard(shop), attempt: 'reused' }),
      call(visitor, 'pay_with_card', { payment_method_id: await typeCard(shop), attempt: 'reused' }),
    ])
    expect(replies.map(({ json }) => json.status)).toContain('success')
    expect((await intents()) - before).toBe(1)
  })
})

describe('3-D Secure', () => {
  it('redirects to the bank and accepts the payment when the buyer confirms it [L13]', async () => {
    const { visitor, sale } = await payer(shop)
    const reply = await pay(shop, visitor, { number: cards.challenged })
    expect(reply.json.status).toBe('redirect_to_url')
    expect((await shop.app.request(reply.json.url)).status).toBe(200)
    const back = await press(shop, reply.json.url, 'approve')
    expect(new URL(back).pathname).toBe('/do/checkout/stripe_auth/')
    const returned = await follow(visitor, back)
    expect([returned.status, returned.headers.get('location')]).toEqual([303, '/checkout/'])
    expect((await sale()).state).toBe('deliver_tickets')
  })

  it('returns to the payment with the reason when the buyer fails it [L13]', async () => {
    const { visitor, sale } = await payer(shop)
    expect((await checkoutOf(visitor)).has_no_open_payment).toBe(true)
    const { json } = await pay(shop, visitor, { number: cards.challenged })
    expect((await checkoutOf(visitor)).has_no_open_payment).toBe(false)
    await follow(visitor, await press(shop, json.url, 'fail'))
    expect((await sale()).state).toBe('payment')
    expect((await checkoutOf(visitor)).has_no_open_payment).toBe(true)
    expect((await call(visitor, 'get_payment_error')).json.text).toContain('unable to authenticate')
    expect((await pay(shop, visitor)).json.status).toBe('success')
  })

  it('trusts the provider, not the return address [S25]', async () => {
    const { visitor, sale } = await payer(shop)
    await pay(shop, visitor, { number: cards.challenged })
    await visitor.get('/do/checkout/stripe_auth/?payment_intent=pi_forged&redirect_status=succeeded')
    expect((await sale()).paid_at).toBeNull()
  })

  it('is cancelled when the buyer returns and pays with another card', async () => {
    const { visitor, event, sale } = await payer(shop)
    const challenged = await pay(shop, visitor, { number: cards.challenged })
    expect((await pay(shop, visitor)).json.status).toBe('success')
    await press(shop, challenged.json.url, 'approve')
    const { id } = await sale()
    expect(await shop.db.selectFrom('payments').select('kind').where('sale_id', '=', id).execute()).toEqual([
      { kind: 'charge' },
    ])
    expect(await event.pool()).toMatchObject({ sold: 2 })
  })

  it('keeps the hold until it is completed, however late', async () => {
    const { visitor, event } = await payer(shop)
    const { json } = await pay(shop, visitor, { number: cards.challenged })
    await moveShopTime(shop.db, 900)
    expect((await checkoutOf(visitor)).tickets).toHaveLength(1)
    expect(await event.pool()).toMatchObject({ held: 2 })
    await follow(visitor, await press(shop, json.url, 'approve'))
    expect((await checkoutOf(visitor)).payment_complete).toBe(true)
  })
})

describe('returning from 3-D Secure', () => {
  it('releases the basket when the payment step opens again', async () => {
    const { visitor, event } = await payer(shop)
    const { json } = await pay(shop, visitor, { number: cards.challenged })
    expect((await call(visitor, 'destroy_sale')).status).toBe(409)
    await call(visitor, 'get_payment_error')
    await press(shop, json.url, 'approve')
    expect((await call(visitor, 'destroy_sale')).status).toBe(200)
    expect(await event.pool()).toMatchObject({ held: 0, sold: 0 })
  })

  it('keeps a payment that succeeded meanwhile', async () => {
    const { visitor, sale } = await payer(shop)
    const { json } = await pay(shop, visitor, { number: cards.challenged })
    await press(shop, json.url, 'approve')
    await call(visitor, 'get_payment_error')
    expect((await sale()).paid_at).not.toBeNull()
  })
})

describe('a provider that does not answer', () => {
  it('does not end the hold or the attempt, and a retry charges once [C16]', async () => {
    const { visitor, event, sale } = await payer(shop)
    const payment = { payment_method_id: await typeCard(shop), attempt: 'patient' }
    shop.answer = () => Promise.resolve(new Response('{}', { status: 500 }))
    const silent = await call(visitor, 'pay_with_card', payment)
    shop.answer = null
    expect(silent.status).toBe(503)
    expect(await event.pool()).toMatchObject({ held: 2 })
    expect((await call(visitor, 'destroy_sale')).status).toBe(409)
    expect((await call(visitor, 'pay_with_card', payment)).json).toEqual({ status: 'success' })
    const { id } = await sale()
    expect(await shop.db.selectFrom('payments').select('kind').where('sale_id', '=', id).execute()).toEqual([
      { kind: 'charge' },
    ])
  })

  it('is charged once if it made the charge but every reply was lost [C16]', async () => {
    const { visitor, event } = await payer(shop)
    const payment = { payment_method_id: await typeCard(shop), attempt: 'lost' }
    const before = await intents()
    shop.answer = async (request) => {
      await shop.app.request(request)
      throw new TypeError('socket hang up')
    }
    expect((await call(visitor, 'pay_with_card', payment)).status).toBe(503)
    shop.answer = null
    expect((await call(visitor, 'pay_with_card', payment)).json).toEqual({ status: 'success' })
    expect((await intents()) - before).toBe(1)
    expect(await event.pool()).toMatchObject({ held: 0, sold: 2 })
  })
})

describe('a card payment', () => {
  it('needs the mandatory answers', async () => {
    const { visitor, event } = await payer(shop)
    const question = { id: `${event.id}-q`, event_id: event.id, question: 'Name?', type: 'text' as const }
    await shop.db
      .insertInto('questions')
      .values({ ...question, before_or_after: 'before', mandatory: true })
      .execute()
    expect((await pay(shop, visitor)).json.message).toBe('Please answer the questions about your tickets')
    const key = `${event.ticket()}_${question.id}`
    const answers = { [`${key}_1`]: 'Ada', [`${key}_2`]: 'Grace' }
    await call(visitor, 'save_question_answers', { answers, before_or_after: 'before' })
    expect((await pay(shop, visitor)).json.status).toBe('success')
  })

  it('needs an address for deliveries by post', async () => {
    const { visitor } = await payer(shop, { tickets: { adult: { deliverable: true } } })
    expect((await pay(shop, visitor)).json.message).toBe('Please complete your address')
  })

  it('needs what any part of the basket needs: an address for one event, a phone number for another [PAYM-07]', async () => {
    const { visitor } = await payer(shop)
    const posted = await offer(shop.db, { tickets: { adult: { deliverable: true } } })
    const phoned = await offer(shop.db, { organiser: { name: 'Shelter', requires_phone_number: true } })
    await call(visitor, 'destroy_sale')
    await visitor.post('/do/checkout/add/', { ticket: [posted.entry(1), phoned.entry(1)] })
    const { json } = await call(visitor, 'reserve_tickets')
    expect((await pay(shop, visitor)).json.message).toBe('Please complete your address')
    await shop.db
      .updateTable('sales')
      .set({ delivery_address: JSON.stringify({ first_name: 'Ada' }) })
      .where('reference', '=', json.sale_reference)
      .execute()
    expect((await pay(shop, visitor)).json.message).toBe('Type a valid phone number')
  })

  it('is rejected after the hold expired, and the tickets are released [C11, C28]', async () => {
    const { visitor, event } = await payer(shop)
    await moveShopTime(shop.db, 601)
    const reply = await pay(shop, visitor)
    expect(reply.status).toBe(409)
    expect(reply.json.message).toContain('checkout time expired')
    expect(await event.pool()).toMatchObject({ held: 0, sold: 0 })
  })

  it.each([
    ['no attempt', { payment_method_id: 'pm_1' }],
    ['no payment method', { attempt: 'a' }],
    ['a malformed attempt', { payment_method_id: 'pm_1', attempt: 'a b' }],
  ])('is rejected with %s', async (_, body) => {
    const { visitor, sale } = await payer(shop)
    expect((await call(visitor, 'pay_with_card', body)).status).toBe(422)
    expect((await sale()).total).toBeNull()
  })

  it('is rejected for a sale without a buyer', async () => {
    const { visitor, reference } = await payer(shop)
    await shop.db.updateTable('sales').set({ guest_email: '' }).where('reference', '=', reference).execute()
    expect((await pay(shop, visitor)).json.message).toBe('Type a valid email address')
  })

  it('needs a phone number if the organiser requires one, and saves it [PAYM-07, PAYM-08]', async () => {
    const { visitor, sale } = await payer(shop, {
      organiser: { name: 'Shelter', requires_phone_number: true },
    })
    const method = await typeCard(shop)
    const without = await call(visitor, 'pay_with_card', { payment_method_id: method, attempt: 'a' })
    expect([without.status, without.json.message]).toEqual([422, 'Type a valid phone number'])
    const withNumber = await call(visitor, 'pay_with_card', {
      payment_method_id: method,
      attempt: 'b',
      contact_number: '+44 7700 900 123',
    })
    expect(withNumber.json.status).toBe('success')
    expect((await sale()).contact_number).toBe('+44 7700 900 123')
  })

  it('is rejected with a message if the organiser has no payment provider [PAYM-52, PAYM-53]', async () => {
    const { visitor } = await payer(shop, { organiser: { name: 'Northlight', is_saas: true } })
    expect((await pay(shop, visitor)).json.message).toBe(
      'We currently are unable to take payments for this basket as the payment integration has not yet been configured by Northlight.',
    )
  })

  it('is accepted for such an organiser who has a provider [PAYM-52]', async () => {
    const { visitor } = await payer(shop, {
      organiser: { name: 'Northlight', is_saas: true, provider: 'stripe' },
    })
    expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
  })

  it('is accepted from an express guest, for whom an account was made [PAYM-62]', async () => {
    const visitor = await reserved(shop, { organiser: { name: 'One', is_express: true } })
    await call(visitor, 'save_guest_to_sale', { email: newEmail(), fullname: 'Grace Hopper' })
    expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
  })

  it('is rejected for a free basket', async () => {
    const { visitor } = await payer(shop, { tickets: { adult: { price: 0 } } })
    const { status, json } = await pay(shop, visitor)
    expect([status, json.message]).toEqual([409, 'There is nothing to pay for this basket'])
  })

  it('cannot be made or seen from another session [S21, S23]', async () => {
    await payer(shop)
    const stranger = await shop.visitor()
    expect((await pay(shop, stranger)).status).toBe(409)
    expect((await call(stranger, 'get_payment_error')).json).toEqual({ text: '' })
  })
})
